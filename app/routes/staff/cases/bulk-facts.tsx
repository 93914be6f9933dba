import { QuestionField } from '#features/forms/question-field.tsx'
import type { Plain } from '#features/forms/questions.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import styles from './cases.module.css'

interface Props {
  move: string
  label: string
  asks: Plain[]
  rows: string[]
  references: string[]
  action: string
  back: string
  typed: Record<string, string>
  errors: Record<string, string>
}

/** Asks once for the facts of a bulk move. */
export function BulkFacts({ move, label, asks, rows, references, action, back, typed, errors }: Props) {
  return (
    <section className={styles.asking} aria-labelledby="bulk-facts">
      <h2 id="bulk-facts">
        {label}: {references.length === 1 ? 'one case' : `${references.length} cases`}
      </h2>
      <p>{references.join(', ')}</p>
      <form method="post" action={action} noValidate>
        {rows.map((row) => (
          <input key={row} type="hidden" name={`row-${row}`} value="on" />
        ))}
        {asks.map((question) => (
          <QuestionField
            key={question.name}
            question={question}
            name={`${move}-${question.name}`}
            typed={typed}
            errors={errors}
          />
        ))}
        <div className={styles.buttons}>
          <Button>{label}</Button>
          <ButtonLink look="secondary" href={back}>
            Cancel
          </ButtonLink>
        </div>
      </form>
    </section>
  )
}
