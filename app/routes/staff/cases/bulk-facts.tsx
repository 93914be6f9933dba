import type { BulkPreview } from '#features/casework/bulk-moves.server.ts'
import { QuestionField } from '#features/forms/question-field.tsx'
import type { PlainQuestion } from '#features/forms/questions.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { PreviewedLetters } from './previewed-letters.tsx'
import styles from './cases.module.css'

export interface BulkAsk {
  move: string
  label: string
  asks: PlainQuestion[]
  rows: string[]
  references: string[]
  /** What it will do to each case; without it, the facts are asked for first. */
  previews?: BulkPreview[]
}

interface Props extends BulkAsk {
  action: string
  back: string
  typed: Record<string, string>
  errors: Record<string, string>
}

/** Asks once for the facts of a bulk move, then shows what it will do before it is done. */
export function BulkFacts(props: Props) {
  const { move, label, asks, rows, references, previews, action, back, typed, errors } = props
  return (
    <section className={styles.asking} aria-labelledby="bulk-facts">
      <h2 id="bulk-facts">
        {label}: {references.length === 1 ? 'one case' : `${references.length} cases`}
      </h2>
      {previews ? <Previews previews={previews} /> : <p>{references.join(', ')}</p>}
      <form method="post" action={action} noValidate>
        {rows.map((row) => (
          <input key={row} type="hidden" name={`row-${row}`} value="on" />
        ))}
        {asks.map((question) =>
          previews ? (
            <input
              key={question.name}
              type="hidden"
              name={`${move}-${question.name}`}
              value={typed[`${move}-${question.name}`] ?? ''}
            />
          ) : (
            <QuestionField
              key={question.name}
              question={question}
              name={`${move}-${question.name}`}
              typed={typed}
              errors={errors}
            />
          ),
        )}
        {previews && <input type="hidden" name="confirmed" value="yes" />}
        <div className={styles.buttons}>
          <Button>{previews ? label : 'Preview'}</Button>
          <ButtonLink look="secondary" href={back}>
            Cancel
          </ButtonLink>
        </div>
      </form>
    </section>
  )
}

function Previews({ previews }: { previews: BulkPreview[] }) {
  return (
    <ul className={styles.list}>
      {previews.map(({ reference, sentence, letters }) => (
        <li key={reference}>
          <strong>{reference}</strong>:{' '}
          {sentence ??
            (letters.length === 0
              ? 'no emails will be sent.'
              : `emails to ${letters.map(({ to }) => to).join(' and ')}.`)}
          {letters.length > 0 && (
            <details>
              <summary>Read the emails about {reference}</summary>
              <PreviewedLetters letters={letters} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
