import { noteExport } from '#features/exports/operations.server.ts'
import { subscriberFilter } from '#features/newsletter/form.ts'
import { listSubscribers, type SubscriberLine } from '#features/newsletter/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { confirmFirst } from '#routes/staff/sign-in/confirm.server.ts'
import { answerTable, readExport, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import type { TableColumn } from '#server/tables/table.ts'
import type { Route } from './+types/subscribers-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

const most = 100_000

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/enquiries/subscribers-export')
  const requested = readQuery(args.url.searchParams, subscriberFilter)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const answers = await readExport(args.request)
  if (answers instanceof Response) return answers
  confirmFirst(args, session, `/editor/subscribers${args.url.search}`)
  const { page: _page, ...filter } = requested.query
  const { subscribers } = await listSubscribers(db, { ...filter, page: 1 }, most)
  const what = { count: subscribers.length, filter }
  await noteExport(db, actor, 'newsletter', answers, what, now)
  return answerTable(answers.format, 'newsletter-list', columns, subscribers, now)
}

const columns: TableColumn<SubscriberLine>[] = [
  { key: 'email', label: 'Email', value: ({ email }) => email },
  {
    key: 'state',
    label: 'Status',
    value: ({ confirmedAt }) => (confirmedAt ? 'Confirmed' : 'Not confirmed yet'),
  },
  { key: 'asked', label: 'Requested', value: ({ requestedAt }) => requestedAt },
  { key: 'confirmed', label: 'Confirmed', value: ({ confirmedAt }) => confirmedAt },
  { key: 'by', label: 'By', value: ({ source }) => source },
]
