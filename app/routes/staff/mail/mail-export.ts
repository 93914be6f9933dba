import { noteExport } from '#features/exports/operations.server.ts'
import { mailStates } from '#features/mail/states.ts'
import { countMail, eachMail, type MailLine } from '#server/mail/mail.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { confirmFirst } from '#routes/staff/sign-in/confirm.server.ts'
import { answerTable, readExport } from '#routes/staff/shared/table-answer.server.ts'
import type { Route } from './+types/mail-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

/** Who was written to, when and about what; never what the letters say. */
export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/mail/mail-export')
  const { request } = args
  const answers = await readExport(request)
  if (answers instanceof Response) return answers
  confirmFirst(args, session, '/admin/mail')
  const count = await countMail(db, undefined, session.user.id)
  await noteExport(db, actor, 'mail', answers, { count, filter: {} }, now)
  return answerTable(answers.format, 'mail', columns, eachMail(db, session.user.id), now)
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
