import { Form } from 'react-router'
import { emailForm, inviteForm, staffListForm } from '#features/staff/accounts/form.ts'
import { invite, withdrawInvitation } from '#features/staff/accounts/operations.server.ts'
import type { StaffLine } from '#features/staff/accounts/queries.server.ts'
import { readAccounts } from '#features/staff/accounts/reading.server.ts'
import { roleLabels, roles, stateLabels, states } from '#features/staff/accounts/workflow.ts'
import { begin, given } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import type { SignedIn } from '#routes/request/session-context.server.ts'
import { readConfirmable } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ChoicesField, Field, SelectField } from '#ui/form/field.tsx'
import { refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { confirmHere, exportRight } from '#routes/request/confirm.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { MailAddress } from '#routes/staff/mail/mail-address.tsx'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import type { Route } from './+types/staff-accounts.ts'

const route = 'routes/staff/accounts/staff-accounts'
const path = '/admin/staff'
const pageSize = 25

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  const list = await listPage(args.url, staffListForm, async (query) => ({
    ...(await readAccounts(db, actor, query, pageSize, now)),
    pageSize,
  }))
  return { ...list, mayExport: exportRight(args, session, 'routes/staff/accounts/staff-export') }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  if (args.url.searchParams.get('do') === 'withdraw') return withdraw(args, session)
  const form = await readConfirmable(args.request, inviteForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const confirmed = await confirmHere(args, session, form)
  if (!confirmed.ok) return confirmed.answer
  const outcome = await invite(db, config, actor, form.answers, now)
  return outcome.ok
    ? redirectWithFlash(args, '/admin/staff', { key: 'invitation-sent' }, confirmed.cookies)
    : refuse(409, { email: refusals[outcome.reason] }, form.typed, confirmed.cookies)
}

async function withdraw(args: Route.ActionArgs, session: SignedIn) {
  const { db, actor, now } = given(args)
  const form = await readConfirmable(args.request, emailForm)
  const answers = unlessWrong(form)
  const confirmed = await confirmHere(args, session, form)
  if (!confirmed.ok) return confirmed.answer
  const outcome = await withdrawInvitation(db, actor, answers, now)
  return outcome.ok
    ? redirectWithFlash(args, '/admin/staff', { key: 'invitation-withdrawn' }, confirmed.cookies)
    : refuse(409, { invitations: refusals[outcome.reason] }, {}, confirmed.cookies)
}

const refusals = {
  'not-open': 'This invitation was accepted or withdrawn, or it has expired.',
  'not-allowed': 'Only administrators can do this.',
  'email-taken': 'There is already an account with this address.',
  'too-many': 'You invited this address several times in the last hour. Wait before you invite it again.',
}

export default function StaffAccounts({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  const { query, people, invites, mayExport } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle title="Staff accounts" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <StaffList
        path={path}
        list={loaderData}
        rows={people}
        caption="Accounts"
        one="account"
        many="accounts"
        rowKey={(person) => person.id}
        columns={columns}
        views={views}
        filter={{ label: 'Filter the accounts', fields: <Filters query={query} /> }}
        noResults={
          <p>
            Remove a filter, or <a href="#invite">invite a colleague</a>.
          </p>
        }
        empty={null}
        exported={{ right: mayExport }}
      />
      <section>
        <h2 id="invite">Invite a colleague</h2>
        {/* The form is empty again once its invitation is in the list. */}
        <Form key={invites.length} method="post" action="/admin/staff" noValidate>
          <Field
            name="email"
            label="Email"
            type="email"
            defaultValue={actionData?.typed['email']}
            error={errors['email']}
          />
          <ChoicesField
            name="role"
            label="Role"
            choices={roles.map((value) => ({ value, label: roleLabels[value] }))}
            chosen={[actionData?.typed['role'] ?? 'editor']}
            error={errors['role']}
          />
          <Field
            name="reason"
            label="Reason"
            hint="Recorded in the audit trail."
            width="full"
            defaultValue={actionData?.typed['reason']}
            error={errors['reason']}
          />
          <Button>Send invitation</Button>
        </Form>
      </section>
      {invites.length > 0 && (
        <section>
          <h2 id="invitations">Open invitations</h2>
          <DataTable
            caption="Open invitations"
            captionHidden
            rows={invites}
            rowKey={(line) => line.email}
            columns={[
              {
                key: 'email',
                label: 'Email',
                cell: (line) => <MailAddress address={line.email} />,
                heads: true,
              },
              { key: 'role', label: 'Role', cell: (line) => roleLabels[line.role] },
              { key: 'since', label: 'Sent', cell: (line) => <Moment at={line.createdAt} /> },
              {
                key: 'resend',
                label: 'Send again',
                cell: (line) => (
                  <Form method="post" action="/admin/staff">
                    <input type="hidden" name="email" value={line.email} />
                    <input type="hidden" name="role" value={line.role} />
                    <input type="hidden" name="reason" value="The invitation was sent again." />
                    <Button look="quiet">Send again</Button>
                  </Form>
                ),
              },
              {
                key: 'withdraw',
                label: 'Withdraw',
                cell: (line) => (
                  <Form method="post" action="/admin/staff?do=withdraw">
                    <input type="hidden" name="email" value={line.email} />
                    <Button look="quiet">Withdraw invitation</Button>
                  </Form>
                ),
              },
            ]}
          />
        </section>
      )}
    </>
  )
}

const views = [
  { label: 'All', query: {} },
  { label: 'Waiting for approval', query: { state: 'pending' } },
  { label: 'Administrators', query: { state: 'active', role: 'admin' } },
  { label: 'Editors', query: { state: 'active', role: 'editor' } },
  { label: stateLabels.disabled, query: { state: 'disabled' } },
]

function Filters({ query }: Pick<Route.ComponentProps['loaderData'], 'query'>) {
  return (
    <>
      <Field name="search" label="Name or email" type="search" defaultValue={query.search} maxLength={80} />
      <SelectField
        name="state"
        label="Status"
        defaultValue={query.state ?? ''}
        choices={[
          { value: '', label: 'All' },
          ...states.map((value) => ({ value, label: stateLabels[value] })),
        ]}
      />
      <SelectField
        id="filter-role"
        name="role"
        label="Role"
        defaultValue={query.role ?? ''}
        choices={[
          { value: '', label: 'All roles' },
          ...roles.map((value) => ({ value, label: roleLabels[value] })),
        ]}
      />
    </>
  )
}

const columns = [
  {
    key: 'name',
    label: 'Name',
    cell: (person: StaffLine) => <a href={`/admin/staff/${person.id}`}>{person.name}</a>,
    heads: true,
    sorts: true,
  },
  {
    key: 'email',
    label: 'Email',
    cell: (person: StaffLine) => <MailAddress address={person.email} />,
    sorts: true,
  },
  { key: 'state', label: 'Status', cell: (person: StaffLine) => stateLabels[person.state], sorts: true },
  {
    key: 'role',
    label: 'Role',
    cell: (person: StaffLine) =>
      person.role ? roleLabels[person.role] : `Requested: ${roleLabels[person.requestedRole]}`,
    sorts: true,
  },
  { key: 'factor', label: 'Second factor', cell: (person: StaffLine) => (person.hasFactor ? 'Yes' : 'No') },
  {
    key: 'seen',
    label: 'Last seen',
    cell: (person: StaffLine) => person.lastSeenAt && <Moment at={person.lastSeenAt} />,
    sorts: true,
  },
]
