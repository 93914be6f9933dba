import { data, Form, redirect } from 'react-router'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { roleForm, reasonForm, unlinkForm } from '#features/staff/accounts/form.ts'
import {
  approve,
  changeRole,
  disable,
  enable,
  resetFactors,
  unlinkFor,
} from '#features/staff/accounts/operations.server.ts'
import { findLongestWaiting, hasPassword } from '#features/staff/accounts/queries.server.ts'
import { readAccount } from '#features/staff/accounts/reading.server.ts'
import {
  moves,
  openMoves,
  roleLabels,
  roles,
  stateLabels,
  type AccountMove,
  type AccountState,
  type Role,
} from '#features/staff/accounts/workflow.ts'
import { labelOfIssuer, listLinkedSignIns } from '#features/staff/providers/identities.server.ts'
import { begin, given } from '#routes/request/begin.server.ts'
import type { AccountAct } from '#routes/request/messages/office.ts'
import type { SignedIn } from '#routes/request/session-context.server.ts'
import { readConfirmable, type ConfirmableRead } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { ChoicesField, Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unknownAction } from '#routes/request/answers.server.ts'
import { toAuditLine } from '#routes/staff/audit/audit-line.server.ts'
import { AuditList } from '#routes/staff/audit/audit-list.tsx'
import { confirmHere } from '#routes/request/confirm.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { LinkedList, type Linked } from './linked-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import styles from './staff-account.module.css'
import type { Route } from './+types/staff-account.ts'

const route = 'routes/staff/accounts/staff-account'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, actor, now } = begin(args, route)
  const { params } = args
  // The dashboard leads here without naming anyone.
  if (params.id === 'waiting') throw await toLongestWaiting(db)
  const person = await readAccount(db, actor, params.id, now)
  if (!person) throw data({ sentence: 'This account does not exist.' }, { status: 404 })
  const { entries } = await listHistoryOf(db, actor, `staff:${person.id}`, 1)
  const linked = (await listLinkedSignIns(db, person.id)).map(({ id, issuer, email, lastUsedAt }) => {
    return { id, label: labelOfIssuer(config.signInProviders, issuer), email, lastUsedAt }
  })
  const open = openMoves(person, actor).filter((move) => move !== 'unlink' || linked.length > 0)
  const unlinkText = unlinkTextFor(person.state, await hasPassword(db, person.id))
  return { person, linked, open, unlinkText, history: entries.map(toAuditLine) }
}

async function toLongestWaiting(db: Parameters<typeof findLongestWaiting>[0]) {
  const id = await findLongestWaiting(db)
  return redirect(id ? `/admin/staff/${id}` : '/admin/staff')
}

export async function action(args: Route.ActionArgs) {
  const { session } = begin(args, route)
  const { request } = args
  const move = args.url.searchParams.get('do') as AccountMove | null
  if (!move || !Object.hasOwn(moves, move) || move === 'invite')
    throw data({ sentence: unknownAction }, { status: 400 })
  if (move === 'approve' || move === 'change-role') {
    const operation = move === 'approve' ? approve : changeRole
    return perform(args, session, move, await readConfirmable(request, roleForm), operation)
  }
  if (move === 'unlink') return unlink(args, session, await readConfirmable(request, unlinkForm))
  const operation = { disable, enable, 'reset-factors': resetFactors }[move]
  return perform(args, session, move, await readConfirmable(request, reasonForm), operation)
}

async function unlink(
  args: Route.ActionArgs,
  session: SignedIn,
  form: ConfirmableRead<{ id: string; reason: string }>,
) {
  const { db, config } = given(args)
  const linked = await listLinkedSignIns(db, args.params.id)
  return perform(args, session, 'unlink', form, (db, _config, actor, userId, answers, now) => {
    const { issuer } = linked.find(({ id }) => id === answers.id) ?? {}
    const provider = issuer === undefined ? '' : labelOfIssuer(config.signInProviders, issuer)
    return unlinkFor(db, config, actor, userId, { ...answers, provider }, now)
  })
}

type Shared = Parameters<typeof disable>

type Operation<T> = (
  db: Shared[0],
  config: Shared[1],
  actor: Shared[2],
  id: string,
  answers: T,
  now: Date,
) => Promise<Outcome<string, { before: Role | null }>>

async function perform<T>(
  args: Route.ActionArgs,
  session: SignedIn,
  move: AccountAct,
  form: ConfirmableRead<T>,
  operation: Operation<T>,
) {
  const { db, config, actor, now } = given(args)
  if (!form.ok) return refuse(400, inForm(move, form.errors), inForm(move, form.typed))
  const confirmed = await confirmHere(args, session, form)
  if (!confirmed.ok) return confirmed.answer
  const { id } = args.params
  const outcome = await operation(db, config, actor, id, form.answers, now)
  return outcome.ok
    ? redirectWithFlash(
        args,
        `/admin/staff/${id}`,
        { key: 'account-moved', id, move, before: outcome.before },
        confirmed.cookies,
      )
    : refuse(409, { [`${move}-reason`]: refusals[outcome.reason] ?? '' }, {}, confirmed.cookies)
}

const refusals: Record<string, string> = {
  'not-found': 'This account no longer exists.',
  'not-open': 'Someone else changed this account. Check it, then try again.',
  'not-allowed': 'You do not have permission to do this.',
  'same-role': 'The account already has this role.',
  'address-unproved':
    'This person has not confirmed their email address yet. You can do this once they have.',
  'last-local-admin':
    'This is the only administrator who signs in with a password. Ask another administrator to choose a password on this site first, so that someone can sign in if the sign-in provider is not available.',
  'not-linked': 'This sign-in has already been unlinked.',
  'own-account': 'You cannot do this to your own account. Ask another administrator.',
}

/** Several small forms are on the page, so each has its own ids. */
function inForm(move: AccountMove, values: Record<string, string>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${move}-${name}`, value]))
}

export default function StaffAccount({
  loaderData: { person, linked, open, unlinkText, history },
  actionData,
}: Route.ComponentProps) {
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <>
      <StaffTitle
        title={person.name}
        hasErrors={Boolean(actionData)}
        back={{ href: '/admin/staff', label: 'Staff accounts' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <Facts
        facts={[
          { label: 'Status', value: stateLabels[person.state] },
          {
            label: 'Role',
            value: person.role
              ? roleLabels[person.role]
              : `None yet. Requested role: ${roleLabels[person.requestedRole]}.`,
          },
          { label: 'Email', value: `${person.email}${person.emailVerified ? '' : ' (not confirmed)'}` },
          { label: 'Phone', value: person.phone },
          { label: 'Second factor', value: person.hasFactor ? 'Set up' : 'None' },
          { label: 'Linked sign-ins', value: linked.length > 0 && <LinkedList linked={linked} /> },
          { label: 'Since', value: <Moment at={person.createdAt} /> },
          { label: 'Last seen', value: person.lastSeenAt && <Moment at={person.lastSeenAt} /> },
        ]}
      />
      {open.length === 0 && (
        <Notice>
          <p>This is your own account. Another administrator can change its role or disable it.</p>
        </Notice>
      )}
      {open.length > 0 && (
        <section>
          <h2>Actions</h2>
          {open.map((move) => (
            <MoveForm key={move} {...{ move, person, linked, unlinkText, errors, typed }} />
          ))}
        </section>
      )}
      <section>
        <h2 id="history">History</h2>
        <AuditList entries={history} level={3} />
      </section>
    </>
  )
}

interface MoveFormProps {
  move: AccountMove
  linked: Linked[]
  unlinkText: string
  person: { role: Role | null; emailVerified: boolean }
  errors: Record<string, string>
  typed: Record<string, string>
}

/** Approval is what an account waits for; the rest is collapsed. */
function MoveForm({ move, person, linked, unlinkText, errors, typed }: MoveFormProps) {
  const asksRole = move === 'approve' || move === 'change-role'
  const isRefused = Object.keys(errors).some((id) => id.startsWith(`${move}-`))
  if (asksRole && !person.emailVerified)
    return (
      <details className={styles.move} open={move === 'approve'}>
        <summary id={move}>{moves[move].label}</summary>
        <p id={`${move}-reason`}>{refusals['address-unproved']}</p>
      </details>
    )
  return (
    <details className={styles.move} open={move === 'approve' || isRefused}>
      <summary id={move}>{moves[move].label}</summary>
      <p>{move === 'unlink' ? unlinkText : consequences[move]}</p>
      <Form method="post" action={`?do=${move}`} noValidate>
        {asksRole && (
          <ChoicesField
            id={`${move}-role`}
            name="role"
            label="Role"
            choices={roles.map((value) => ({ value, label: roleLabels[value] }))}
            chosen={[typed[`${move}-role`] ?? person.role ?? 'editor']}
            error={errors[`${move}-role`]}
          />
        )}
        {move === 'unlink' && (
          <ChoicesField
            id="unlink-id"
            name="id"
            label="Sign-in"
            choices={linked.map(({ id, label, email }) => ({ value: id, label: `${label} (${email})` }))}
            chosen={[typed['unlink-id'] ?? linked[0]?.id ?? '']}
            error={errors['unlink-id']}
          />
        )}
        <Field
          id={`${move}-reason`}
          name="reason"
          label="Reason"
          hint="Recorded in the audit trail."
          width="full"
          defaultValue={typed[`${move}-reason`]}
          error={errors[`${move}-reason`]}
        />
        <Button look={move === 'approve' ? 'primary' : 'secondary'}>{moves[move].label}</Button>
      </Form>
    </details>
  )
}

const consequences: Record<Exclude<AccountMove, 'unlink'>, string> = {
  approve:
    'We give the person this role and email them. Anyone can type a name and a role when they request an account, so check both with the person before you approve.',
  'change-role': 'We sign the person out everywhere. They have the new role when they sign in again.',
  disable: 'We sign the person out everywhere and they cannot sign in. Their work stays.',
  enable: 'The person can sign in again with the role they had.',
  'reset-factors':
    'The person’s app, passkeys and recovery codes stop working. They need to set up new ones.',
  invite: '',
}

function unlinkTextFor(state: AccountState, hasPassword: boolean): string {
  const always = 'The person can no longer sign in with it. We sign them out everywhere and email them.'
  if (hasPassword) return `${always} Their password stays.`
  return state === 'disabled'
    ? `${always} They have no password here. Once you enable the account, they can choose one with “Forgot your password”.`
    : `${always} They have no password here, so the email contains a link to choose one.`
}
