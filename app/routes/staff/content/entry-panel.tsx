import { officeTime } from '#office-time.ts'
import { partsToJumpTo } from '#features/content/text/parts.ts'
import { refusalSentences, rules, type EntryMove } from '#features/content/entry/workflow.ts'
import { FormParts } from '#features/content/writing/form-parts.tsx'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Field } from '#ui/form/field.tsx'
import { decisions, goesOn, isDecidedHere, ReviewSection, SubmitFields } from './review-section.tsx'
import { AdviceList } from './advice-list.tsx'
import type { EntryPageData } from './entry-page.tsx'
import { saveThenSend } from './save-then-send.ts'
import { StateMark } from './state-mark.tsx'
import styles from './entry-panel.module.css'

export type PanelProps = EntryPageData & {
  /** The newest version that this page knows. */
  newest: number
  /** Saves typed changes as a version; present if there are any. */
  save: (() => Promise<number | undefined>) | undefined
}

/** Beside the text: the status of the entry, what to look at, and what can be done with it. */
export function EntryPanel(data: PanelProps) {
  const { entry, status, address, save } = data
  const base = `/editor/entries/${entry.id}`
  return (
    <aside className={styles.panel} aria-label="Status and publishing">
      <section>
        <h2>Status</h2>
        <p>
          <StateMark state={entry.state} isLive={status.isLive} publishAt={entry.publish_at} />
        </p>
        <p className={styles.quiet}>
          Changed <Moment at={new Date(entry.updated_at)} />
          {entry.updatedBy && ` by ${entry.updatedBy}`}
        </p>
        <ul className={styles.links}>
          <li>
            <a href={`${base}/preview`} target="_blank" rel="noopener">
              Preview
            </a>
            {save && <span className={styles.quiet}> of version {entry.head_version}</span>}
          </li>
          {status.isLive && address && (
            <li>
              <a href={address}>View page</a>
            </li>
          )}
          <li>
            <a href={`${base}/versions`}>Versions and history</a>
          </li>
          <li>
            <a href={`${base}/share`}>Share a preview</a>
          </li>
          {data.mayMail && (
            <li>
              <a href={`/admin/newsletters/${entry.id}`}>Send by email</a>
            </li>
          )}
        </ul>
      </section>
      {data.maySave && <FormParts parts={partsToJumpTo(entry.kind)} />}
      <ReviewSection {...data} />
      <Moves {...data} />
      <section>
        <h2>Before publishing</h2>
        <AdviceList advice={data.advice} />
      </section>
      <Location {...data} />
    </aside>
  )
}

function Moves(data: PanelProps) {
  const { entry, moves, newest, save, review } = data
  const shown = moves.filter(
    ({ move, refusal }) => refusal !== 'wrong-state' && !(isDecidedHere(data) && decisions.includes(move)),
  )
  const isMain = (move: EntryMove) =>
    move === 'publish' ||
    (move === 'submit' && shown.some(({ move, refusal }) => move === 'publish' && refusal !== undefined))
  const maySubmit = shown.some(({ move, refusal }) => move === 'submit' && !refusal)
  // Two moves that are closed for the same reason share its sentence, which is under the last of them.
  const saysWhy = (index: number) =>
    !shown.slice(index + 1).some(({ refusal }) => refusal === shown[index]?.refusal)
  return (
    <section id="move">
      <h2>Next steps</h2>
      {save && (
        <p className={styles.quiet}>
          {shown.some(({ move, refusal }) => goesOn(move) && !refusal)
            ? 'We save your changes first.'
            : 'Save your changes first.'}
        </p>
      )}
      {shown.length === 0 && <p>To publish again, make a change and save it.</p>}
      {shown.map(({ move, refusal }, index) => (
        <form
          key={move}
          method="post"
          action={`/editor/entries/${entry.id}?do=move`}
          className={styles.move}
          onSubmit={(event) => (save && goesOn(move) ? void saveThenSend(event, save) : undefined)}
        >
          <input type="hidden" name="move" value={move} />
          <input type="hidden" name="version" value={newest} />
          {move === 'schedule' && !refusal && (
            <Field
              name="at"
              label="Date and time (IST)"
              type="datetime-local"
              width="full"
              defaultValue={entry.publish_at === null ? '' : officeTime(entry.publish_at).replace(' ', 'T')}
            />
          )}
          {move === 'submit' && !refusal && <SubmitFields reviewers={review.reviewers} />}
          <Button
            look={isMain(move) ? 'primary' : (looks[move] ?? 'secondary')}
            disabled={refusal !== undefined}
            aria-describedby={refusal && `why-${refusal}`}
          >
            {rules[move].label}
          </Button>
          {refusal && saysWhy(index) && (
            <p id={`why-${refusal}`} className={styles.quiet}>
              {refusalSentences[refusal]}
              {refusal === 'for-administrators' && maySubmit && ' Submit it for review.'}
            </p>
          )}
        </form>
      ))}
    </section>
  )
}

const looks: Partial<Record<EntryMove, 'quiet'>> = {
  bin: 'quiet',
  discard: 'quiet',
}

function Location({ entry, status, address, mayRelocate }: EntryPageData) {
  const isSample = entry.sample_at !== null
  return (
    <details className={styles.place} id="place">
      <summary>Address and order</summary>
      <form method="post" action={`/editor/entries/${entry.id}?do=place`} noValidate>
        <Field
          name="slug"
          label="Address"
          hint={
            status.isFixed
              ? 'This page has a fixed address.'
              : `The end of the address: ${address ?? 'shown on another page'}. Old addresses redirect to the new one.`
          }
          width="full"
          readOnly={status.isFixed}
          defaultValue={entry.slug}
        />
        <Field
          name="position"
          label="Order"
          hint="Lower numbers come first."
          width="short"
          inputMode="numeric"
          defaultValue={entry.position}
        />
        <Field
          name="until"
          label="Unpublish at"
          hint="In Indian Standard Time (IST). Leave empty to keep it published."
          type="datetime-local"
          width="full"
          defaultValue={entry.unpublish_at === null ? '' : officeTime(entry.unpublish_at).replace(' ', 'T')}
        />
        {isSample && (
          <p>
            <label>
              <input type="checkbox" name="adopt" value="yes" /> This is real content, not a sample
            </label>
          </p>
        )}
        <Button
          look="secondary"
          disabled={!mayRelocate}
          aria-describedby={mayRelocate ? undefined : 'why-place'}
        >
          Change
        </Button>
        {!mayRelocate && (
          <p id="why-place" className={styles.quiet}>
            {refusalSentences['for-administrators']}
          </p>
        )}
      </form>
    </details>
  )
}
