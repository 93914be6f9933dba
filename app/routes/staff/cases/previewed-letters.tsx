import type { PreviewedLetter } from '#features/casework/preview.server.ts'
import styles from './cases.module.css'

/** Emails as they would be sent, each with its recipient. */
export function PreviewedLetters({ letters }: { letters: PreviewedLetter[] }) {
  if (letters.length === 0) return <p>No emails will be sent.</p>
  return (
    <ul className={styles.letters}>
      {letters.map(({ to, subject, text }) => (
        <li key={`${to} ${subject}`}>
          <h3>To {to}</h3>
          <p>
            <strong>{subject}</strong>
          </p>
          <blockquote className={styles.text}>{text}</blockquote>
        </li>
      ))}
    </ul>
  )
}
