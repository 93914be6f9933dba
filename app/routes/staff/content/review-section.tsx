import type { EntryMove } from '#features/content/entry/workflow.ts'
import { isRemoval } from '#features/entry-reviews/endings.ts'
import type { ReviewNote } from '#features/entry-reviews/queries.server.ts'
import { Button } from '#ui/form/button.tsx'
import { SelectField, TextAreaField } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import type { MoveProps } from './publish-actions.tsx'
import { saveThenSend } from './save-then-send.ts'
import styles from './entry-panel.module.css'

/** The buttons Publish and Submit are always in view, and so not beside their fields. */
export const decisionFormId = 'review-decision'
export const submitFormId = 'review-request'

/** Whether a colleague submitted it: whatever ends the review then has a note to the author. */
export function isOfColleague({ entry, review }: Pick<MoveProps, 'entry' | 'review'>) {
  return entry.state === 'in_review' && review.current !== undefined && !review.current.isMine
}

/** Whether this person may approve someone else's request. */
export function isDecidedHere(props: Pick<MoveProps, 'entry' | 'review' | 'moves'>) {
  const mayPublish = props.moves.some(({ move, refusal }) => move === 'publish' && !refusal)
  return isOfColleague(props) && mayPublish
}

/** Whether the move concerns the newest text; the others remove the entry, whatever it says. */
export function concernsNewestText(move: EntryMove): boolean {
  return !isRemoval(move)
}

/** Who asked for a review and who is to do it, the decision with its note, and everything written so far. */
export function ReviewSection(data: MoveProps) {
  const { entry, review } = data
  const isWaiting = entry.state === 'in_review'
  if (!isWaiting && review.notes.length === 0) return null
  return (
    <section id="review">
      <h2>{isWaiting ? 'Review' : 'Notes'}</h2>
      {isWaiting && review.current && (
        <p>
          {review.current.requesterName ?? 'A colleague'} asked for a review. Reviewer:{' '}
          {review.current.reviewerName ?? 'anyone who may publish'}.
        </p>
      )}
      {isOfColleague(data) && <DecisionForm {...data} />}
      {isWaiting && review.reviewers.length > 0 && <AssignForm {...data} />}
      {review.notes.length > 0 && (
        <ul className={styles.notes}>
          {review.notes.map((note) => (
            <Note key={note.id} {...note} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DecisionForm({ entry, newest, save }: MoveProps) {
  return (
    <form
      method="post"
      action={`/editor/entries/${entry.id}?do=move`}
      id={decisionFormId}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent
        const isRemoved = submitter instanceof HTMLButtonElement && isRemoval(submitter.value as EntryMove)
        if (save && !isRemoved) void saveThenSend(event, save)
      }}
    >
      <input type="hidden" name="version" value={newest} />
      <TextAreaField
        id="review-note"
        name="note"
        label="Note to the author"
        hint="We email it with your decision."
        rows={3}
        maxLength={2000}
      />
      <Button name="move" value="withdraw" look="secondary">
        Return to draft
      </Button>
    </form>
  )
}

function AssignForm({ entry, review }: MoveProps) {
  return (
    <form method="post" action={`/editor/entries/${entry.id}?do=assign`}>
      <SelectField
        id="assign-reviewer"
        name="reviewer"
        label="Reviewer"
        defaultValue={review.current?.reviewerId ?? ''}
        choices={reviewerChoices(review.reviewers)}
      />
      <Button look="secondary">Assign</Button>
    </form>
  )
}

/** A note with a move that nobody has to answer. */
export function NoteField({ id }: { id: string }) {
  return <TextAreaField id={id} name="note" label="Note for colleagues" optional rows={2} maxLength={2000} />
}

/** What someone says when they submit an entry for review. */
export function SubmitFields({ reviewers }: { reviewers: { id: string; name: string }[] }) {
  return (
    <>
      <SelectField name="reviewer" label="Reviewer" choices={reviewerChoices(reviewers)} />
      <TextAreaField
        id="submit-note"
        name="note"
        label="Note to the reviewer"
        optional
        rows={2}
        maxLength={2000}
      />
    </>
  )
}

function reviewerChoices(reviewers: { id: string; name: string }[]) {
  return [
    { value: '', label: 'Anyone who may publish' },
    ...reviewers.map(({ id, name }) => ({ value: id, label: name })),
  ]
}

function Note({ kind, by, to, note, at, version }: ReviewNote) {
  return (
    <li>
      {by ?? 'Someone'} {verbs[kind]}
      {to && (kind === 'assigned' ? ` ${to}` : ` from ${to}`)}
      {kind === 'assigned' && !to && ' anyone who may publish'}
      <span className={styles.quiet}>
        {' '}
        <Moment at={new Date(at)} />, version {version}
      </span>
      {note && <blockquote>{note}</blockquote>}
    </li>
  )
}

const verbs: Record<ReviewNote['kind'], string> = {
  requested: 'asked for a review',
  assigned: 'assigned',
  approved: 'approved',
  returned: 'returned to draft',
  noted: 'wrote a note',
}
