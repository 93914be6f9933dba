import { sendTestLetter } from '#features/first-steps/operations.server.ts'
import { mailListForm } from '#features/mail/form.ts'
import { readMailList, resendMails } from '#features/mail/operations.server.ts'
import { mailStates } from '#features/mail/states.ts'
import { noFields, readButton, readChosen } from '#server/input/form.server.ts'
import type { Column } from '#ui/list/data-table.tsx'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { exportRight } from '#routes/request/confirm.server.ts'
import { MailAddress } from './mail-address.tsx'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/mail.ts'

const route = 'routes/staff/mail/mail'
const path = '/admin/mail'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  const list = await listPage(args.url, mailListForm, (query) => readMailList(db, actor, query, now))
  return {
    ...list,
    isSending: config.smtpUrl !== undefined,
    mayExport: exportRight(args, session, 'routes/staff/mail/mail-export'),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  const { request, url } = args
  if (url.searchParams.get('do') === 'test') {
    unlessWrong(await readButton(request))
    const { email, name } = session.user
    await sendTestLetter(db, actor, { email, name }, config.origin, now)
    return redirectWithFlash(args, path, {
      key: 'test-email-sent',
      email,
      isSending: config.smtpUrl !== undefined,
    })
  }
  const form = await readChosen(request, noFields)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen } = form.answers
  const { resent } = await resendMails(db, actor, chosen, now)
  return redirectWithFlash(args, path, {
    key: 'emails-resent',
    moved: resent,
    left: chosen.length - resent,
  })
}

const views = [
  { label: 'All', query: {} },
  ...Object.entries(mailStates).map(([state, label]) => ({ label, query: { state } })),
]

type MailLine = Route.ComponentProps['loaderData']['mails'][number]

export default function MailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { query, mails, isSending, mayExport } = loaderData
  return (
    <>
      <StaffTitle title="Email log" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      {!isSending && (
        <Notice kind="warning" title="Emails are stored, not sent">
          <p>No mail server is set up (SMTP_URL). You can read the emails here.</p>
        </Notice>
      )}
      <form method="post" action={`${path}?do=test`} id="test">
        <Button look="secondary">Send me a test email</Button>
      </form>
      <StaffList
        path={path}
        list={loaderData}
        rows={mails}
        caption="Emails"
        one="email"
        many="emails"
        rowKey={(mail) => mail.id}
        columns={mails.some(({ error }) => error) ? [...columns, trouble] : columns}
        views={views}
        filter={{
          label: 'Filter emails',
          fields: (
            <SelectField
              name="state"
              label="Status"
              defaultValue={query.state ?? ''}
              choices={[
                { value: '', label: 'All' },
                ...Object.entries(mailStates).map(([value, label]) => ({ value, label })),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No emails yet">
            <p>Emails to staff and members appear here with their delivery status.</p>
          </EmptyState>
        }
        bulk={{
          things: 'emails',
          nameOf: (mail) => `${mail.subject}, to ${mail.to}`,
          mayChoose: (mail) => mail.canResend,
          acts: [{ label: 'Send again', action: path }],
        }}
        {...(!query.state && { exported: { right: mayExport, query: {} } })}
      />
    </>
  )
}

const columns: Column<MailLine>[] = [
  {
    key: 'subject',
    label: 'Subject',
    cell: (mail) => <a href={`${path}/${mail.id}`}>{mail.subject}</a>,
    heads: true,
  },
  { key: 'to', label: 'To', cell: (mail) => <MailAddress address={mail.to} /> },
  { key: 'when', label: 'Created', cell: (mail) => <Moment at={mail.queuedAt} /> },
  { key: 'state', label: 'Status', cell: (mail) => mailStates[mail.state] },
]

const trouble: Column<MailLine> = { key: 'error', label: 'Problem', cell: (mail) => mail.error }
