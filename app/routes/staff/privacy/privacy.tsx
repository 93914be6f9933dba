import { spamDays } from '#features/cases/spam.ts'
import { dayMs, officeDay } from '#office-time.ts'
import { data, Form } from 'react-router'
import { begin } from '#routes/request/begin.server.ts'
import styles from '#routes/staff/cases/cases.module.css'
import { casesRetainedSince, listDueForErasure } from '#features/cases/retention.server.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { countClosedBy } from '#features/enquiries/retention.server.ts'
import { personRequestForm, seekForm } from '#features/privacy/form.ts'
import { writeErasureList } from '#features/erasures/erasure-list.server.ts'
import { retainedSince } from '#features/settings/retention.server.ts'
import { erasePerson, type EraseRefusal } from '#features/privacy/operations.server.ts'
import { seekPerson, type SoughtPerson } from '#features/privacy/reading.server.ts'
import type { PersonRole } from '#features/erasures/personal-data.ts'
import { refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { confirmHere } from '#routes/request/confirm.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readConfirmable, readForm } from '#server/input/form.server.ts'
import { logError } from '#server/observe/log.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { personalData } from '#routes/request/personal-data.server.ts'
import { countOf } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/privacy.ts'

const route = 'routes/staff/privacy/privacy'
const shownDue = 50

const aheadDays = 30

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  const soon = new Date(now.getTime() + aheadDays * dayMs)
  const due = await listDueForErasure(db, await casesRetainedSince(db, soon), shownDue, actor)
  return {
    due: due.map(({ reference, state, ended_at }) => ({ reference, state, endedAt: ended_at ?? 0 })),
    dueMessages: await countClosedBy(db, await retainedSince(db, soon)),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, privateFiles, session, actor, now } = begin(args, route)
  const act = args.url.searchParams.get('do')
  if (act === 'find') {
    const form = await readForm(args.request, seekForm)
    if (!form.ok) return refuse(400, form.errors, form.typed)
    return { found: await seekPerson(db, personalData, actor, form.answers.email, now) }
  }
  if (act !== 'erase') throw data({ sentence: unreadableForm }, { status: 400 })
  const form = await readConfirmable(args.request, personRequestForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const confirmed = await confirmHere(args, session, form)
  if (!confirmed.ok) return confirmed.answer
  const site = { personalData, store: privateFiles }
  const outcome = await erasePerson(db, site, actor, form.answers, now)
  if (!outcome.ok) return refuse(409, { email: refusals[outcome.reason] }, form.typed, confirmed.cookies)
  const { dataDir, backupDir } = config
  // The person is erased, whatever happens to the list; it is retried every minute.
  await writeErasureList(db, [dataDir, backupDir], now).catch((error: unknown) =>
    logError('ledger.failed', error),
  )
  const erased = { key: 'person-erased', cases: outcome.cases } as const
  return redirectWithFlash(args, '/admin/privacy', erased, confirmed.cookies)
}

const refusals: Record<EraseRefusal, string> = {
  'nothing-found': 'We have no data about this address.',
  'case-open': 'This person has an open case. Decide or withdraw it first.',
  'case-held': 'A case of this person is on hold. Remove the hold first.',
  'has-account':
    'This address belongs to a staff account. The audit trail needs the account, so you can only disable it. Nothing was deleted.',
  'no-reason': 'Reason: enter who asked and when.',
}

export default function Privacy({ loaderData: { due, dueMessages }, actionData }: Route.ComponentProps) {
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  const errors: Record<string, string> = actionData && 'errors' in actionData ? actionData.errors : {}
  const typed: Record<string, string> = actionData && 'typed' in actionData ? actionData.typed : {}
  const found = actionData && 'found' in actionData ? actionData.found : undefined
  return (
    <>
      <StaffTitle title="Personal data" hasErrors={Object.keys(errors).length > 0} />
      <ErrorSummary errors={actionData && 'errors' in actionData ? actionData.errors : undefined} />
      <section aria-labelledby="request">
        <h2 id="request">When someone asks what data we have about them</h2>
        <p>
          Look up the address first. We record each search in the audit trail. You do not see cases that
          involve you, and you cannot export or delete them. Ask another administrator to do that.
        </p>
        <Form method="post" action="?do=find" noValidate>
          <Field
            name="email"
            label="Person’s email"
            type="email"
            autoComplete="off"
            defaultValue={found?.email ?? typed['email']}
            error={errors['email']}
          />
          <Button>Look up</Button>
        </Form>
        {found && <Found found={found} />}
        {!found && errors['reason'] && <Acts email={typed['email'] ?? ''} errors={errors} typed={typed} />}
      </section>
      <section aria-labelledby="retention">
        <h2 id="retention">Next automatic deletions</h2>
        <p>
          We delete closed cases and enquiries automatically when the retention period in the{' '}
          <a href="/admin/settings/data">settings</a> ends, and spam after {spamDays} days. Cases on hold
          stay.
        </p>
        {due.length === 0 && dueMessages === 0 && <p>Nothing in the next {aheadDays} days.</p>}
        {dueMessages > 0 && (
          <p>
            Within {aheadDays} days: {countOf(dueMessages, 'enquiry', 'enquiries')} of the{' '}
            <a href="/editor/enquiries?queue=closed">closed enquiries</a>, starting with the oldest.
          </p>
        )}
        {due.length > 0 && (
          <ul className={styles.list}>
            {due.map(({ reference, endedAt }) => (
              <li key={reference}>
                <a href={`/editor/cases/${reference}`}>{reference}</a>, closed{' '}
                <Day date={officeDay(endedAt)} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function Found({ found }: { found: SoughtPerson }) {
  const { email, cases, letters, messages, newsletter, hasAccount, inRegister } = found
  if (cases.length + letters + messages + inRegister === 0 && !newsletter && !hasAccount)
    return (
      <Notice>
        <p>
          We have no data about {email}. You cannot look up unfinished forms: only the person who started one
          can open it.
        </p>
      </Notice>
    )
  return (
    <>
      <ul className={styles.list}>
        {cases.map(({ reference, process: caseType, roles, isEnded, isHeld }) => (
          <li key={reference}>
            <a href={`/editor/cases/${reference}`}>{reference}</a>: {caseTypes[caseType].title}, as{' '}
            {roles.map((role) => roleNames[role]).join(' and ')}
            {isHeld ? ' (on hold)' : isEnded ? ' (closed)' : ' (open)'}
          </li>
        ))}
        {inRegister > 0 && (
          <li>
            {inRegister === 1 ? '1 person' : `${inRegister} people`} in the register
            {inRegister > 1 &&
              '. Deleting removes this address from all of them and nobody from the register'}
          </li>
        )}
        {letters > 0 && <li>{letters === 1 ? '1 email' : `${letters} emails`} to this address</li>}
        {messages > 0 && <li>{messages === 1 ? '1 enquiry' : `${messages} enquiries`} from this address</li>}
        {newsletter === 'subscribed' && <li>A newsletter subscription</li>}
        {newsletter === 'requested' && <li>A newsletter subscription, not confirmed yet</li>}
        {hasAccount && <li>A staff account</li>}
      </ul>
      <Acts email={email} errors={{}} typed={{}} />
    </>
  )
}

const roleNames: Record<PersonRole, string> = {
  subject: 'the nominee or applicant',
  proposer: 'the proposer',
  seconder: 'the seconder',
  expert: 'an expert',
}

interface ActsProps {
  email: string
  errors: Record<string, string>
  typed: Record<string, string>
}

function Acts({ email, errors, typed }: ActsProps) {
  return (
    <form method="post" noValidate>
      <input type="hidden" name="email" value={email} />
      <Field
        name="reason"
        label="Reason"
        hint="Who asked, how and when. Recorded in the audit trail."
        width="full"
        defaultValue={typed['reason']}
        error={errors['reason']}
      />
      <p>
        <Button look="secondary" formAction="/admin/privacy/export">
          Export all data about this person
        </Button>
      </p>
      <p>
        Deleting permanently removes the person’s data from every closed case: answers, files, emails, notes,
        confirmations and, for nominees and applicants, the entry in the register. It also deletes their
        enquiries and newsletter subscription.
      </p>
      <Button look="secondary" formAction="?do=erase">
        Permanently delete this person’s data
      </Button>
    </form>
  )
}
