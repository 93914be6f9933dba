import type { EntryPart } from '#features/content/text/parts.ts'
import styles from './form-parts.module.css'

/** The parts of a long form to jump to: collapsed on a narrow screen, beside the form on a wide one. */
export function FormParts({ parts }: { parts: EntryPart[] }) {
  if (parts.length === 0) return null
  return (
    <nav className={styles.parts} aria-label="Parts of this form">
      <details className={styles.narrow}>
        <summary>Parts of this form</summary>
        <Links parts={parts} />
      </details>
      <div className={styles.wide}>
        <h2>Parts of this form</h2>
        <Links parts={parts} />
      </div>
    </nav>
  )
}

function Links({ parts }: { parts: EntryPart[] }) {
  return (
    <ol>
      {parts.map(({ anchor, label }) => (
        <li key={anchor}>
          <a href={`#${anchor}`}>{label}</a>
        </li>
      ))}
    </ol>
  )
}
