import { data } from 'react-router'
import { mailListForm } from '#features/mail/form.ts'
import { readMailList, resendMails } from '#features/mail/operations.server.ts'
import { mailStates } from '#features/mail/states.ts'
import { noFields, readChosen } from '#server/input/form.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { Button } from '#ui/form/button.tsx'
import { CountLine } from '#ui/list/count-line.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { Notice } from '#ui/text/notice.tsx'
import { Pagination } from '#ui/list/pagination.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { queryOf, refuse, unreadableForm } from '#routes/staff/shared/answers.server.ts'
import { exportRight } from '#routes/staff/sign-in/confirm.server.ts'
import { ExportForm } from '#routes/staff/shared/export-form.tsx'
import { MailAddress } from './mail-address.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/mail.ts'

const route = 'routes/staff/mail/mail'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  const { url } = args
  const read = readQuery(queryOf(url), mailListForm)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { page, state } = read.query
  const listed = await readMailList(db, actor, { page, state }, now)
  return {
    ...listed,
    state,
    isSending: config.smtpUrl !== undefined,
    mayExport: exportRight(args, session, 'routes/staff/mail/mail-export'),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request } = args
  const form = await readChosen(request, noFields)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen } = form.answers
  const { resent } = await resendMails(db, actor, chosen, now)
  return redirectWithFlash(args, '/admin/mail', {
    key: 'emails-resent',
    moved: resent,
    left: chosen.length - resent,
  })
}

type MailLine = Route.ComponentProps['loaderData']['mails'][number]

export default function MailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mails, total, page, pageSize, pages, isSending, state } = loaderData
  return (
    <>
      <StaffTitle title="Email log" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      {!isSending && (
        <Notice kind="warning" title="Emails are stored, not sent">
          <p>No mail server is set up (SMTP_URL). You can read the emails here.</p>
        </Notice>
      )}
      <FilterForm label="Filter emails" clearHref={state && '/admin/mail'}>
        <SelectField
          name="state"
          label="Status"
          defaultValue={state ?? ''}
          choices={[
            { value: '', label: 'All' },
            ...Object.entries(mailStates).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Button look="secondary">Filter</Button>
      </FilterForm>
      {total === 0 && state && <EmptyState title="No results" />}
      {total === 0 && !state && (
        <EmptyState title="No emails yet">
          <p>Emails to staff and members appear here with their delivery status.</p>
        </EmptyState>
      )}
      {mails.length > 0 && (
        <section id="rows">
          <CountLine page={page} pageSize={pageSize} total={total} one="email" many="emails" />
          <DataTable
            caption="Emails"
            captionHidden
            rows={mails}
            rowKey={(mail) => mail.id}
            columns={[
              {
                key: 'subject',
                label: 'Subject',
                cell: (mail) => <a href={`/admin/mail/${mail.id}`}>{mail.subject}</a>,
                heads: true,
              },
              { key: 'to', label: 'To', cell: (mail) => <MailAddress address={mail.to} /> },
              { key: 'when', label: 'Created', cell: (mail) => <Moment at={mail.queuedAt} /> },
              { key: 'state', label: 'Status', cell: (mail) => mailStates[mail.state] },
              ...(mails.some(({ error }) => error) ? [trouble] : []),
            ]}
            choice={{
              things: 'emails',
              nameOf: (mail) => `${mail.subject}, to ${mail.to}`,
              mayChoose: (mail) => mail.canResend,
              acts: [{ label: 'Send again', action: '/admin/mail' }],
            }}
          />
        </section>
      )}
      <Pagination page={page} pages={pages} hrefFor={(page) => listHref('/admin/mail', { state, page })} />
      {total > 0 && !state && (
        <ExportForm
          action="/admin/mail/export"
          what={total === 1 ? '1 email' : `${total.toLocaleString('en-GB')} emails`}
          right={loaderData.mayExport}
          back="/admin/mail"
        />
      )}
    </>
  )
}

const trouble: Column<MailLine> = { key: 'error', label: 'Problem', cell: (mail) => mail.error }
