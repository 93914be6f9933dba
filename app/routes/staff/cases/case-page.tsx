import { data } from 'react-router'
import { viewCase } from '#features/casework/case-view.ts'
import { assignForm, freshLinkForm, holdForm, moveForm, noteForm } from '#features/casework/casework-form.ts'
import { caseRefusals, holdCase, moveCase } from '#features/casework/casework.server.ts'
import { freshLinkRefusals, sendFreshLink } from '#features/casework/fresh-links.server.ts'
import { addNote, assignCase } from '#features/cases/operations.server.ts'
import { findCase, listAssignable } from '#features/casework/case-queries.server.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { stateLabel } from '#features/casework/queues.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { ShownAnswers } from '#features/forms/shown-answers.tsx'
import { capLeft } from '#features/nominations/admission.server.ts'
import { gradeNames, gradeOf } from '#features/nominations/case-types.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { begin, givenToStaff } from '#routes/request/begin.server.ts'
import type { Flash } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { expectNoQuery, refuse, unreadableForm } from '#routes/staff/shared/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { CaseConfirmations } from './case-confirmations.tsx'
import { CaseFile } from './case-file-view.tsx'
import { CaseHistory, CaseLetters, CaseNotes, unreached } from './case-records.tsx'
import { CaseAssignment, CaseHold, CaseMoves } from './case-moves.tsx'
import type { Route } from './+types/case-page.ts'
import styles from './cases.module.css'

const route = 'routes/staff/cases/case-page'
const noSuch = { sentence: 'There is no case with this reference.' }

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  const { params, url } = args
  expectNoQuery(url)
  const read = await readCase(db, actor, params.reference, now)
  if (!read) throw data(noSuch, { status: 404 })
  const view = viewCase(read, await readSettings(db), actor.role, now)
  const { process: caseType } = read.caseRow
  const grade = caseType === 'membership' ? undefined : gradeOf(caseType, read.answers)
  const canElect = view.moves.some(({ move, refusal }) => move === 'elect' && !refusal)
  return {
    role: actor.role,
    ownId: actor.id,
    case: view,
    // How many seats are left matters only when someone is about to be elected.
    vacancies: grade && canElect ? { grade: gradeNames[grade], left: await capLeft(db, grade) } : null,
  }
}

export async function action(args: Route.ActionArgs) {
  const { session } = begin(args, route)
  const act = args.url.searchParams.get('do') ?? ''
  switch (act) {
    case 'note':
      return note(args)
    case 'assign':
      return assign(args)
    case 'send-link':
      return sendLink(args)
    case 'hold':
    case 'release':
      if (session.user.role !== 'admin')
        throw data({ sentence: 'Only administrators can put a case on hold.' }, { status: 403 })
      return hold(args, act)
    default:
      return move(args, act.startsWith('move-') ? act.slice('move-'.length) : '')
  }
}

async function move(args: Route.ActionArgs, name: string) {
  const { db, config, actor, now } = givenToStaff(args)
  const { params, request } = args
  const caseRow = await findCase(db, actor.id, params.reference)
  if (!caseRow) throw data(noSuch, { status: 404 })
  const { moves } = caseTypes[caseRow.process].workflow
  const rule = Object.hasOwn(moves, name) ? moves[name] : undefined
  if (!rule) throw data({ sentence: 'This page does not know that action.' }, { status: 400 })
  const form = await readForm(request, moveForm(name, rule.asks ?? []))
  if (!form.ok) return refuse(400, known(form.errors, `move-${name}`), form.typed)
  const moving = { reference: params.reference, move: name, ...form.answers }
  const { origin } = config
  const outcome = await moveCase(db, actor, origin, moving, now)
  if (outcome.ok) {
    // A move that undoes another returns the case to its former status.
    const moved = await findCase(db, actor.id, params.reference)
    const state = stateLabel(caseRow.process, moved?.state ?? rule.to)
    return back(args, { key: 'case-moved', state })
  }
  if (outcome.reason === 'faulty') {
    const faults = Object.entries(outcome.faults).map(([ask, fault]) => [`${name}-${ask}`, fault])
    return refuse(400, Object.fromEntries(faults) as Record<string, string>, form.typed)
  }
  return refuse(409, { [`move-${name}`]: caseRefusals[outcome.reason] }, form.typed)
}

/** An error without a field in the form has nowhere to lead. */
function known(errors: Record<string, string>, id: string): Record<string, string> {
  return Object.keys(errors).length > 0 ? { [id]: unreadableForm } : {}
}

async function note(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, noteForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await addNote(db, actor, params.reference, form.answers.note, now)
  if (!outcome.ok) throw data(noSuch, { status: 404 })
  return back(args, { key: 'case-noted' })
}

async function assign(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, assignForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const to = form.answers.staff || null
  const caseRow = await findCase(db, actor.id, params.reference)
  if (!caseRow) throw data(noSuch, { status: 404 })
  const outcome = await assignCase(db, actor, params.reference, to, now)
  if (outcome.ok) {
    const people = await listAssignable(db, caseRow.id)
    const name = people.find(({ id }) => id === to)?.name
    const { reference, assigned_to: before } = caseRow
    return back(args, { key: 'case-assigned', reference, to: name, before })
  }
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(
    409,
    { staff: 'This person no longer has an active account. Choose someone else.' },
    form.typed,
  )
}

async function sendLink(args: Route.ActionArgs) {
  const { db, config, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, freshLinkForm)
  if (!form.ok) return refuse(400, { confirmations: unreadableForm }, form.typed)
  const { question } = form.answers
  const { origin } = config
  const requested = { reference: params.reference, question }
  const outcome = await sendFreshLink(db, actor, origin, requested, now)
  if (outcome.ok) return back(args, { key: 'case-link-sent' })
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { confirmations: freshLinkRefusals[outcome.reason] }, form.typed)
}

async function hold(args: Route.ActionArgs, act: 'hold' | 'release') {
  const { db, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, holdForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const isHold = act === 'hold'
  const outcome = await holdCase(db, actor, params.reference, isHold, form.answers.reason, now)
  if (!outcome.ok && outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return back(args, { key: isHold ? 'case-held' : 'case-released' })
}

function back(args: Route.ActionArgs, flash: Flash) {
  return redirectWithFlash(args, `/editor/cases/${args.params.reference}`, flash)
}

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { case: shown, role, ownId, vacancies } = loaderData
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
      <ErrorSummary errors={actionData?.errors} />
      <Warnings shown={shown} />
      <Overview shown={shown} />
      <ul className={styles.contents} aria-label="On this page">
        {contents.map(([id, label]) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
      <section className={styles.section}>
        <h2 id="moves">Actions</h2>
        {vacancies && (
          <p>
            {vacancies.left > 0
              ? `${vacancies.grade}s: ${vacancies.left} ${vacancies.left === 1 ? 'place is' : 'places are'} left.`
              : `${vacancies.grade}s: no place is left, so nobody can be elected now.`}
          </p>
        )}
        <CaseMoves moves={shown.moves} version={shown.version} errors={errors} typed={typed} />
        <CaseAssignment {...{ shown, ownId, errors }} />
        <CaseHold {...{ hold: shown.hold, isAdmin: role === 'admin', errors, typed }} />
      </section>
      <section className={styles.section}>
        <h2 id="conflicts">Conflicts of interest</h2>
        {shown.conflicts.length === 0 ? (
          <p>We found none. The answers show what people have declared.</p>
        ) : (
          <ul className={styles.list}>
            {shown.conflicts.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section}>
        <h2 id="doubts">Needs attention</h2>
        {shown.doubts.length === 0 ? (
          <p>The membership and fellow numbers match the register, and no rule in the settings is broken.</p>
        ) : (
          <ul className={styles.list}>
            {shown.doubts.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section}>
        <h2 id="answers">Submitted form</h2>
        {hasText ? (
          <ShownAnswers
            parts={shown.parts}
            fileView={(file) => <CaseFile file={file} reference={shown.reference} />}
          />
        ) : (
          <p>{shown.isErased ? 'We deleted the form when its retention period ended.' : 'Nothing.'}</p>
        )}
      </section>
      <section className={styles.section}>
        <h2 id="confirmations">Confirmations</h2>
        <CaseConfirmations
          confirmations={shown.confirmations}
          fileView={(file) => <CaseFile file={file} reference={shown.reference} />}
        />
      </section>
      <section className={styles.section}>
        <h2 id="history">History</h2>
        <CaseHistory shown={shown} />
      </section>
      <section className={styles.section}>
        <h2 id="notes">Notes</h2>
        <CaseNotes notes={shown.notes} errors={errors} typed={typed} />
      </section>
      <section className={styles.section}>
        <h2 id="letters">Emails</h2>
        <CaseLetters letters={shown.letters} />
      </section>
    </>
  )
}

const contents = [
  ['moves', 'Actions'],
  ['conflicts', 'Conflicts of interest'],
  ['doubts', 'Needs attention'],
  ['answers', 'Submitted form'],
  ['confirmations', 'Confirmations'],
  ['history', 'History'],
  ['notes', 'Notes'],
  ['letters', 'Emails'],
] as const

type Shown = Route.ComponentProps['loaderData']['case']

function Warnings({ shown }: { shown: Shown }) {
  const addresses = unreached(shown.letters)
  return (
    <>
      {addresses.length > 0 && (
        <Notice kind="warning" title="An email bounced">
          <p>
            Our email to {addresses.join(' and ')} did not arrive. Find another way to reach them. You can
            read it under <a href="#letters">Emails</a>.
          </p>
        </Notice>
      )}
      {!shown.isUnchanged && !shown.isErased && (
        <Notice kind="warning" title="The form was changed outside this site">
          <p>
            The text below differs from what was submitted or corrected, and nobody changed it through this
            site. Tell the person who runs the database.
          </p>
        </Notice>
      )}
      {shown.confirmations.some(({ isOfThisText }) => isOfThisText === false) && (
        <Notice title="Changed after it was confirmed">
          <p>
            The form has changed since it was confirmed. <a href="#confirmations">See what changed</a>.
          </p>
        </Notice>
      )}
    </>
  )
}

function Overview({ shown }: { shown: Shown }) {
  const assigned = shown.staff.find(({ id }) => id === shown.assignedTo)?.name
  return (
    <Facts
      facts={[
        {
          label: 'Case type',
          value: (
            <>
              {shown.title} {shown.isSample && <SampleMark />}
            </>
          ),
        },
        { label: 'Status', value: `${shown.state} (shown to applicants as: ${shown.publicState})` },
        { label: 'Waiting for', value: shown.waits },
        { label: 'In this status since', value: <Moment at={new Date(shown.stateAt)} /> },
        { label: 'Due', value: shown.dueAt !== null && <Moment at={new Date(shown.dueAt)} /> },
        { label: 'Received', value: <Moment at={new Date(shown.receivedAt)} /> },
        { label: 'Cycle', value: shown.cycle },
        { label: 'Assigned to', value: assigned ?? 'nobody' },
        {
          label: 'In the register',
          value: shown.personId !== null && <a href={`/editor/people/${shown.personId}`}>View person</a>,
        },
        { label: 'On hold', value: shown.hold && `Yes: ${shown.hold.reason}` },
      ]}
    />
  )
}
