import type { PreviewedLetter } from '#features/casework/preview.server.ts'
import styles from './cases.module.css'

interface Props {
  letters: PreviewedLetter[]
  level?: 3 | 4
}

/** Emails as they would be sent, each with its recipient. */
export function PreviewedLetters({ letters, level = 3 }: Props) {
  const Heading = `h${level}` as const
  if (letters.length === 0) return <p>No emails will be sent.</p>
  return (
    <ul className={styles.letters}>
      {letters.map(({ to, subject, text }) => (
        <li key={`${to} ${subject}`}>
          <Heading>To {to}</Heading>
          <p>
            <strong>{subject}</strong>
          </p>
          <blockquote className={styles.text}>{text}</blockquote>
        </li>
      ))}
    </ul>
  )
}
