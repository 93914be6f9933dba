import type { ReactNode } from 'react'
import type { Field } from '#features/content/kinds/field.ts'
import type { SectionParts } from './sections.ts'
import styles from './flow.module.css'

type Props = {
  parts: SectionParts
  /** What the names of the fields start with. */
  path: string
  errors: Record<string, string>
  draw: (fields: Field[]) => ReactNode
}

/** A section as part of one flow: headline, text, and the fields that are rarely needed behind a word. */
export function SectionFields({ parts: { headline, text, others }, path, errors, draw }: Props) {
  const isWrong = others.some(({ name }) => errors[`${path}${name}`])
  return (
    <>
      <div className={styles.headline}>{draw(headline)}</div>
      {draw([text])}
      {others.length > 0 && (
        <details className={styles.others} {...(isWrong && { open: true })}>
          <summary>More: {others.map(({ label }) => label.toLowerCase()).join(', ')}</summary>
          {draw(others)}
        </details>
      )}
    </>
  )
}
