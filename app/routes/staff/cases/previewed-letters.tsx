import type { PreviewedLetter } from '#features/casework/preview.server.ts'
import styles from './cases.module.css'

/** Emails as they would be sent, each with its recipient. */
export function PreviewedLetters({ letters }: { letters: PreviewedLetter[] }) {
  if (letters.length === 0) return <p>Nobody is emailed.</p>
  return (
    <ul className={styles.list}>
      {letters.map(({ to, subject, text }) => (
        <li key={`${to} ${subject}`}>
          <h3>{to}</h3>
          <p>{subject}</p>
          <blockquote className={styles.text}>{text}</blockquote>
        </li>
      ))}
    </ul>
  )
}
