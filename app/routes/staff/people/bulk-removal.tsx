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

interface ApprovalProps {
  removals: {
    id: string
    name: string
    reason: string
    by: string | null
    isChanged: boolean
    shownVersion: string
  }[]
  action: string
  back: string
}

/** Shows the second officer once more who was proposed, by whom and why. */
export function BulkApproval({ removals, action, back }: ApprovalProps) {
  const people = removals.length === 1 ? 'one person' : `${removals.length} people`
  return (
    <section aria-labelledby="bulk-approval">
      <h2 id="bulk-approval">Remove {people} from the register</h2>
      <ul>
        {removals.map(({ id, name, reason, by, isChanged }) => (
          <li key={id}>
            <a href={`/editor/people/${id}`}>{name}</a>: {reason} Proposed by{' '}
            {by ?? 'a former member of staff'}.
            {isChanged &&
              ' Someone has changed this entry since then, so you can remove it only on its own page.'}
          </li>
        ))}
      </ul>
      <form method="post" action={action}>
        {removals.map(({ id, shownVersion }) => (
          <input key={id} type="hidden" name={`row-${id}_${shownVersion}`} value="on" />
        ))}
        <input type="hidden" name="confirmed" value="yes" />
        <p className={styles.tools}>
          <Button>Remove {people}</Button>
          <ButtonLink look="secondary" href={back}>
            Cancel
          </ButtonLink>
        </p>
      </form>
    </section>
  )
}
