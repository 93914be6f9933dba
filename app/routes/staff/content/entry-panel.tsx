import type { ReactNode } from 'react'
import { officeTime } from '#office-time.ts'
import { capital } from '#server/input/capital.ts'
import { kindNames } from '#features/content/kinds/kinds.ts'
import type { EntryPart } from '#features/content/text/parts.ts'
import { refusalSentences, rules, type EntryMove } from '#features/content/entry/workflow.ts'
import { FormParts } from '#features/content/writing/flow/form-parts.tsx'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Field } from '#ui/form/field.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { AdviceList } from './advice-list.tsx'
import type { EntryPageData } from './entry-page.tsx'
import { moveFinder, MoveForm, mustSubmit, type MoveProps } from './publish-actions.tsx'
import {
  concernsNewestText,
  decisionFormId,
  isOfColleague,
  ReviewSection,
  SubmitFields,
  submitFormId,
} from './review-section.tsx'
import { StateMark } from './state-mark.tsx'
import styles from './entry-panel.module.css'

type Props = EntryPageData &
  MoveProps & {
    /** The outline of a long text. */
    parts: EntryPart[]
    /** The fields that are not part of the text. */
    details: ReactNode
  }

/** Beside the text: the status of the entry, what to look at, its other fields, and what else can be done with it. */
export function EntryPanel(data: Props) {
  return (
    <>
      <Status {...data} />
      <ReviewSection {...data} />
      <section>
        <h2>Before publishing</h2>
        <AdviceList advice={data.advice} />
      </section>
      {mustSubmit(data) && (
        <section>
          <h2>Submit for review</h2>
          <MoveForm {...data} move="submit" id={submitFormId}>
            <SubmitFields reviewers={data.review.reviewers} />
          </MoveForm>
        </section>
      )}
      <FormParts parts={data.parts} />
      {data.details}
      <OtherMoves {...data} />
      <Location {...data} />
    </>
  )
}

function Status({ entry, status, address, save, mayMail, ...moves }: Props) {
  const base = `/editor/entries/${entry.id}`
  return (
    <section id="move">
      <h2>Status</h2>
      <p>
        <StateMark state={entry.state} isLive={status.isLive} publishAt={entry.publish_at} />
      </p>
      <p className={styles.quiet}>
        {capital(kindNames[entry.kind].one)}, version {entry.head_version}, changed{' '}
        <Moment at={new Date(entry.updated_at)} />
        {entry.updatedBy && ` by ${entry.updatedBy}`} {entry.sample_at !== null && <SampleMark />}
      </p>
      <WhatNext {...{ ...moves, entry, save }} />
      <ul className={styles.links} data-page-actions="">
        <li>
          <a href={`${base}/preview`} target="_blank" rel="noopener">
            Preview in a new tab
          </a>
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
        <li>
          <a href={`/editor/content/${entry.kind}`}>All {kindNames[entry.kind].many.toLowerCase()}</a>
        </li>
        {entry.state !== 'binned' && (
          <li>
            <form method="post" action={`${base}?do=duplicate`}>
              <Button look="quiet">Duplicate</Button>
            </form>
            <form method="post" action={`${base}?do=template`}>
              <Button look="quiet">Save as a template</Button>
            </form>
          </li>
        )}
        {mayMail && (
          <li>
            <a href={`/admin/newsletters/${entry.id}`}>Send by email</a>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Why it cannot be published now, or what publishing will do. */
function WhatNext(props: MoveProps) {
  const find = moveFinder(props)
  const publish = find('publish')
  const submit = find('submit')
  const maySubmit = submit && !submit.refusal
  const isOpen = maySubmit || (publish && !publish.refusal)
  if (props.entry.state === 'binned') return null
  return (
    <>
      {!publish && (
        <p id="why-publish" className={styles.quiet}>
          To publish again, make a change.
        </p>
      )}
      {publish?.refusal && (
        <p id="why-publish" className={styles.quiet}>
          {refusalSentences[publish.refusal]}
          {maySubmit && ' Submit it for review.'}
        </p>
      )}
      {props.save && (
        <p className={styles.quiet}>{isOpen ? 'We save your changes first.' : 'Save your changes first.'}</p>
      )}
    </>
  )
}

const inBar: EntryMove[] = ['publish', 'schedule', 'submit']

/** The moves that are not on the way to visitors. */
function OtherMoves(props: MoveProps) {
  const isForeign = isOfColleague(props)
  const elsewhere: EntryMove[] = isForeign ? [...inBar, 'withdraw'] : inBar
  const shown = props.moves.filter(
    ({ move, refusal }) => refusal !== 'wrong-state' && !elsewhere.includes(move),
  )
  if (shown.length === 0) return null
  // Two moves that are closed for the same reason share its sentence, which is under the last of them.
  const saysWhy = (index: number) =>
    !shown.slice(index + 1).some(({ refusal }) => refusal === shown[index]?.refusal)
  return (
    <section className={styles.moves}>
      <h2>Other actions</h2>
      {isForeign && (
        <p className={styles.quiet}>We email the author what you do here, with your note above.</p>
      )}
      {shown.map(({ move, refusal }, index) => {
        const inner = (
          <>
            <Button
              look={concernsNewestText(move) ? 'secondary' : 'quiet'}
              disabled={refusal !== undefined}
              aria-describedby={refusal && `why-${refusal}`}
              {...(isForeign && { form: decisionFormId, name: 'move', value: move })}
            >
              {rules[move].label}
            </Button>
            {refusal && saysWhy(index) && (
              <p id={`why-${refusal}`} className={styles.quiet}>
                {refusalSentences[refusal]}
              </p>
            )}
          </>
        )
        return isForeign ? (
          <div key={move}>{inner}</div>
        ) : (
          <MoveForm key={move} {...props} move={move}>
            {inner}
          </MoveForm>
        )
      })}
    </section>
  )
}

function Location({ entry, status, address, mayRelocate }: EntryPageData) {
  const isSample = entry.sample_at !== null
  return (
    <details className={styles.location} id="location">
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
          aria-describedby={mayRelocate ? undefined : 'why-location'}
        >
          Change
        </Button>
        {!mayRelocate && (
          <p id="why-location" className={styles.quiet}>
            {refusalSentences['for-administrators']}
          </p>
        )}
      </form>
    </details>
  )
}
