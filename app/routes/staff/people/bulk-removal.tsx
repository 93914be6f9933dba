import { Button, ButtonLink } from '#ui/form/button.tsx'
import { RemovalReasonField, WhenRemoved } from './person-removal.tsx'
import styles from './people.module.css'

interface Props {
  rows: string[]
  action: string
  back: string
  typed: string
  needsRelease: boolean
  error: string | undefined
}

/** Asks once for the reason, for everyone who was chosen. */
export function BulkRemoval({ rows, action, back, typed, needsRelease, error }: Props) {
  return (
    <section aria-labelledby="bulk-removal">
      <h2 id="bulk-removal">
        Remove {rows.length === 1 ? 'one person' : `${rows.length} people`} from the register
      </h2>
      <p>
        <WhenRemoved needsRelease={needsRelease} /> Until then, you can withdraw a removal on the person’s
        page.
      </p>
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
