import { type KeyboardEvent, useRef } from 'react'
import { officeTime } from '#office-time.ts'
import { rules, type EntryMove } from '#features/content/entry/workflow.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import type { EntryPageData } from './entry-page.tsx'
import {
  decisionFormId,
  concernsNewestText,
  isDecidedHere,
  NoteField,
  SubmitFields,
  submitFormId,
} from './review-section.tsx'
import { saveThenSend } from './save-then-send.ts'
import styles from './publish-actions.module.css'

export type MoveProps = Pick<EntryPageData, 'entry' | 'moves' | 'movesOnceSaved' | 'review'> & {
  /** The newest version that this page knows. */
  newest: number
  /** Saves typed changes as a version; present if there are any. */
  save: (() => Promise<number | undefined>) | undefined
}

/** Publishing now, and beside it the other ways: later, or after someone has looked at it. */
export function PublishActions(props: MoveProps) {
  if (props.entry.state === 'binned') return null
  const find = moveFinder(props)
  const publish = find('publish')
  const schedule = find('schedule')
  const submit = find('submit')
  const mayPublish = publish && !publish.refusal
  const others = mayPublish ? [schedule, submit].filter((move) => move && !move.refusal) : []
  return (
    <div className={styles.publish}>
      {isDecidedHere(props) ? (
        <Button form={decisionFormId} name="move" value="publish">
          {rules.publish.label}
        </Button>
      ) : (
        <MoveForm {...props} move="publish">
          <Button disabled={!mayPublish} aria-describedby={mayPublish ? undefined : 'why-publish'}>
            {rules.publish.label}
          </Button>
        </MoveForm>
      )}
      {others.length > 0 && (
        <OtherWays>
          {schedule && (
            <MoveForm {...props} move="schedule">
              <Field
                name="at"
                label="Date and time (IST)"
                type="datetime-local"
                width="full"
                defaultValue={
                  props.entry.publish_at === null ? '' : officeTime(props.entry.publish_at).replace(' ', 'T')
                }
              />
              <NoteField id="schedule-note" />
              <Button look="secondary">{rules.schedule.label}</Button>
            </MoveForm>
          )}
          {submit && (
            <MoveForm {...props} move="submit">
              <SubmitFields reviewers={props.review.reviewers} />
              <Button look="secondary">{rules.submit.label}</Button>
            </MoveForm>
          )}
        </OtherWays>
      )}
      {mustSubmit(props) && <Button form={submitFormId}>{rules.submit.label}</Button>}
    </div>
  )
}

/** Whether this person has to ask someone else to publish it. */
export function mustSubmit(props: MoveProps): boolean {
  const find = moveFinder(props)
  const submit = find('submit')
  return Boolean(find('publish')?.refusal && submit && !submit.refusal)
}

/** The moves that are open to the entry as it will be: typed changes are saved before it moves. */
export function moveFinder({ moves, movesOnceSaved, save }: MoveProps) {
  const open = (save ? movesOnceSaved : moves).filter(({ refusal }) => refusal !== 'wrong-state')
  return (wanted: EntryMove) => open.find(({ move }) => move === wanted)
}

/** Opens above or below the button, and closes like a menu; without scripts it closes by its button. */
function OtherWays({ children }: { children: React.ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (box.current) box.current.open = false
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !box.current?.open) return
    close()
    box.current.querySelector('summary')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys pressed in its fields
    <details
      ref={box}
      className={styles.ways}
      onKeyDown={onKey}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
      }}
    >
      <summary aria-label="Publish later or submit for review" />
      <div>{children}</div>
    </details>
  )
}

/** A button that moves the entry along its workflow, with what it needs. */
export function MoveForm({
  entry,
  newest,
  save,
  move,
  id,
  children,
}: MoveProps & { move: EntryMove; id?: string; children: React.ReactNode }) {
  return (
    <form
      id={id}
      method="post"
      action={`/editor/entries/${entry.id}?do=move`}
      onSubmit={(event) => (save && concernsNewestText(move) ? void saveThenSend(event, save) : undefined)}
    >
      <input type="hidden" name="move" value={move} />
      <input type="hidden" name="version" value={newest} />
      {children}
    </form>
  )
}
