import { Form, redirect } from 'react-router'
import { resendMail } from '#features/mail/operations.server.ts'
import { sessionForm } from '#features/staff/form.ts'
import { configContext, dbContext, nowContext } from '#server/context.server.ts'
import { readForm } from '#server/form.server.ts'
import { listMail } from '#server/mail.server.ts'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Moment } from '#ui/day.tsx'
import { Notice } from '#ui/notice.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { readPage, unlessWrong } from './answers.server.ts'
import { actorOf, allowActing, allowReading } from './guard.server.ts'
import { MailAddress } from './mail-address.tsx'
import { StaffTitle } from './staff-title.tsx'
import type { Route } from './+types/mail.ts'

const route = 'routes/staff/mail'

export async function loader(args: Route.LoaderArgs) {
  allowReading(args, route)
  const { context, url } = args
  const page = readPage(url)
  const { mails, total, pages } = await listMail(context.get(dbContext), page)
  return { mails, total, page, pages, isSending: context.get(configContext).smtpUrl !== undefined }
}

export async function action(args: Route.ActionArgs) {
  allowActing(args, route)
  const { context, request } = args
  const { id } = unlessWrong(await readForm(request, sessionForm))
  await resendMail(context.get(dbContext), actorOf(args), id, context.get(nowContext))
  return redirect('/admin/mail')
}

type MailLine = Route.ComponentProps['loaderData']['mails'][number]

const states = { sent: 'Sent', failed: 'Failed', unsent: 'Waiting' }

export default function MailPage({ loaderData: { mails, page, pages, isSending } }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle title="Mail" />
      {!isSending && (
        <Notice kind="warning" title="Letters are kept, not sent">
          <p>No mail server is set up (SMTP_URL). Open a letter here to read what it would say.</p>
        </Notice>
      )}
      {mails.length === 0 ? (
        <p>No letter has been written yet.</p>
      ) : (
        <DataTable
          caption="Letters"
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
            { key: 'when', label: 'Written', cell: (mail) => <Moment at={mail.queuedAt} /> },
            { key: 'state', label: 'State', cell: (mail) => states[mail.state] },
            ...(mails.some(({ state }) => state === 'failed') ? troubleColumns : []),
          ]}
        />
      )}
      <Pagination page={page} pages={pages} hrefFor={(page) => `/admin/mail?page=${page}`} />
    </>
  )
}

const troubleColumns: Column<MailLine>[] = [
  { key: 'error', label: 'Trouble', cell: (mail) => mail.error },
  {
    key: 'again',
    label: 'Again',
    cell: (mail) => mail.state === 'failed' && <ResendButton id={mail.id} />,
  },
]

function ResendButton({ id }: { id: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <Button look="quiet">Send again</Button>
    </Form>
  )
}
