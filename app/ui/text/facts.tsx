import type { ReactNode } from 'react'
import styles from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

/** Key facts, as label and value. Unknown ones are not mentioned. */
export function Facts({ facts }: { facts: Fact[] }) {
  const known = facts.filter(
    ({ value }) => value !== undefined && value !== null && value !== '' && value !== false,
  )
  if (known.length === 0) return null
  return (
    <dl className={styles.facts}>
      {known.map(({ label, value }, index) => (
        // Two facts may have the same label, such as two deadlines.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
