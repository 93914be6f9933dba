import { data } from 'react-router'
import { viewCase } from '#features/casework/case-view.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { ShownAnswers } from '#features/forms/shown-answers.tsx'
import { readSettings } from '#features/settings/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { expectNoQuery } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { CasePayments } from './case-payments.tsx'
import { CaseFile } from './case-file-view.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CasePages } from './case-pages.tsx'
import { LinkedReferences } from './linked-references.tsx'
import { CaseAssignment, CaseHold, CaseMoves } from './case-moves.tsx'
import type { Route } from './+types/case-page.ts'
import styles from './cases.module.css'
import { actOnCase, noSuch } from './case-acts.server.ts'
import { Overview, Warnings } from './case-overview.tsx'

const route = 'routes/staff/cases/case-page'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  const { params, url } = args
  expectNoQuery(url)
  const read = await readCase(db, actor, params.reference, now)
  if (!read) throw data(noSuch, { status: 404 })
  const view = viewCase(read, await readSettings(db), actor.role, now)
  const { confirmations, history: _history, letters: _letters, correctable: _correctable, ...shown } = view
  return {
    role: actor.role,
    ownId: actor.id,
    case: {
      ...shown,
      isChangedSince: confirmations.some(({ isOfThisText }) => isOfThisText === false),
    },
  }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  return actOnCase(args)
}

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { case: shown, role, ownId } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  const hasText = shown.parts.length > 0
  return (
    <>
      <StaffTitle
        title={`${shown.reference}: ${shown.name}`}
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/cases', label: 'Cases' }}
      />
      <CasePages reference={shown.reference} at="" />
      <ErrorSummary errors={actionData?.errors} />
      <div data-peek>
        <Warnings shown={shown} />
        <Overview shown={shown} />
      </div>
      <ul className={styles.contents} aria-label="On this page">
        {contents
          .filter(([id]) => id !== 'payments' || shown.payments)
          .map(([id, label]) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
      </ul>
      <section className={styles.section}>
        <h2 id="moves">Actions</h2>
        <CaseMoves shown={shown} errors={errors} typed={typed} />
        <CaseAssignment {...{ shown, ownId, errors }} />
        <CaseHold {...{ hold: shown.hold, isAdmin: role === 'admin', errors, typed }} />
      </section>
      {shown.payments && (
        <section className={styles.section}>
          <h2 id="payments">Payments</h2>
          <CasePayments {...{ reference: shown.reference, payments: shown.payments, errors, typed }} />
        </section>
      )}
      <section className={styles.section} data-peek>
        <h2 id="conflicts">Conflicts of interest</h2>
        {shown.conflicts.length === 0 ? (
          <p>We found none. The answers show what people have declared.</p>
        ) : (
          <ul className={styles.list}>
            {shown.conflicts.map(({ sentence }) => (
              <li key={sentence}>
                <LinkedReferences text={sentence} own={shown.reference} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section} data-peek>
        <h2 id="doubts">Needs attention</h2>
        {shown.doubts.length === 0 ? (
          <p>The membership and fellow numbers match the register, and no rule in the settings is broken.</p>
        ) : (
          <ul className={styles.list}>
            {shown.doubts.map((sentence) => (
              <li key={sentence}>
                <LinkedReferences text={sentence} own={shown.reference} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={`${styles.section} ${styles.answers}`} data-peek>
        <h2 id="answers">Submitted form</h2>
        {hasText ? (
          <ShownAnswers
            parts={shown.parts}
            isDense
            fileView={(file) => <CaseFile file={file} reference={shown.reference} />}
          />
        ) : (
          <p>
            {shown.isErased
              ? 'We deleted the form when its retention period ended.'
              : 'The form has no answers.'}
          </p>
        )}
      </section>
      <section className={styles.section} data-peek>
        <h2 id="notes">Notes</h2>
        <CaseNotes reference={shown.reference} notes={shown.notes} errors={errors} typed={typed} />
      </section>
    </>
  )
}

const contents = [
  ['moves', 'Actions'],
  ['payments', 'Payments'],
  ['conflicts', 'Conflicts of interest'],
  ['doubts', 'Needs attention'],
  ['answers', 'Submitted form'],
  ['notes', 'Notes'],
] as const
