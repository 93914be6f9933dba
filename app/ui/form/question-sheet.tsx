import styles from './question-sheet.module.css'

export type SheetQuestion = {
  label: string
  hint?: string
  optional?: true
  /** How the answer is given: on a line, in a box for a number of words, by choosing, or as a file. */
  answer: 'line' | 'words' | 'choice' | 'file'
  choices?: readonly string[]
}

export type QuestionGroup = { title: string; note?: string; questions: SheetQuestion[] }

/** A form on paper: the questions, with room to write when it is printed. */
export function QuestionSheet({ groups }: { groups: QuestionGroup[] }) {
  return (
    <ol className={styles.sheet}>
      {groups.map(({ title, note, questions }) => (
        <li key={title}>
          <h3>{title}</h3>
          {note && <p>{note}</p>}
          <ul>
            {questions.map((question) => (
              <li key={question.label} data-answer={question.answer}>
                <strong>{question.label}</strong>
                {question.optional && ' (optional)'}
                {question.hint && <span>{question.hint}</span>}
                {question.choices && <span>{question.choices.join(' · ')}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
