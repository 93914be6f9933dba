import type { ShownAnswer } from '#features/forms/shown-answers.ts'
import { sizeText } from '#features/media/size-text.ts'
import styles from './answers-list.module.css'

/** What was answered in one part, with a way to change each where it can still be changed. */
export function AnswersList({ answers, changeAt }: { answers: ShownAnswer[]; changeAt?: string }) {
  return (
    <dl className={styles.answers}>
      {answers.map((answer) => (
        <div key={answer.question}>
          <dt>{answer.label}</dt>
          <dd>
            <Answer answer={answer} />
          </dd>
          {changeAt && (
            <dd className={styles.change}>
              <a href={`${changeAt}#${answer.question}`}>
                Change <span className="visually-hidden">{answer.label}</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function Answer({ answer: { text, rows, files, one = '' } }: { answer: ShownAnswer }) {
  if (rows && rows.length > 0)
    return (
      <ol>
        {rows.map((row, at) => (
          <li key={at} aria-label={`${one} ${at + 1}`}>
            {row
              .filter(({ text }) => text !== '')
              .map(({ label, text }) => `${label}: ${text}`)
              .join('; ')}
          </li>
        ))}
      </ol>
    )
  if (files && files.length > 0)
    return (
      <ul>
        {files.map(({ name, bytes }, at) => (
          <li key={at}>
            {name} <small>{sizeText(bytes)}</small>
          </li>
        ))}
      </ul>
    )
  return text === '' ? <span className={styles.none}>Not answered</span> : text
}
