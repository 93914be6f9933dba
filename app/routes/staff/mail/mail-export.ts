import { mailStates } from '#features/mail/states.ts'
import { countMail, eachMail, type MailLine } from '#features/mail/queries.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile, noQuery } from '#routes/request/export-route.server.ts'
import type { Route } from './+types/mail-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** Who was emailed, when and about what; never the text of the letters. */
export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/mail/mail-export')
  const { db, session } = started
  return exportRoute(args, started, {
    list: 'mail',
    query: noQuery,
    personal: { back: '/admin/mail' },
    read: async () => ({
      count: await countMail(db, undefined, session.user.id),
      filter: {},
      file: listFile('mail', columns, eachMail(db, session.user.id)),
    }),
  })
}

const columns: TableColumn<MailLine>[] = [
  { key: 'kind', label: 'Kind', value: ({ kind }) => kind },
  { key: 'to', label: 'To', value: ({ to }) => to },
  { key: 'subject', label: 'Subject', value: ({ subject }) => subject },
  { key: 'written', label: 'Created', value: ({ queuedAt }) => queuedAt },
  { key: 'state', label: 'Status', value: ({ state }) => mailStates[state] },
  { key: 'sent', label: 'Sent', value: ({ sentAt }) => sentAt },
  { key: 'trouble', label: 'Problem', value: ({ error }) => error },
]
