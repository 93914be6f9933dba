import { Button, ButtonLink } from '#ui/form/button.tsx'
import { RemovalReasonField } from './person-removal.tsx'
import styles from './people.module.css'

interface Props {
  rows: string[]
  action: string
  back: string
  typed: string
  error: string | undefined
}

/** Asks once for the reason, for everyone who was chosen. */
export function BulkRemoval({ rows, action, back, typed, error }: Props) {
  return (
    <section aria-labelledby="bulk-removal">
      <h2 id="bulk-removal">
        Remove {rows.length === 1 ? 'one person' : `${rows.length} people`} from the register
      </h2>
      <p>Another officer releases each removal. Until then it can be withdrawn on the page of the person.</p>
      <form method="post" action={action} noValidate>
        {rows.map((row) => (
          <input key={row} type="hidden" name={`row-${row}`} value="on" />
        ))}
        <RemovalReasonField typed={typed} error={error} />
        <p className={styles.tools}>
          <Button>Propose removal</Button>
          <ButtonLink look="secondary" href={back}>
            Cancel
          </ButtonLink>
        </p>
      </form>
    </section>
  )
}
