import type { ReadEntry } from '#features/audit/describe.ts'
import { describeChanges, describeEntry } from './sentences.ts'
import { readAuditQuery, toFilter } from '#features/audit/form.ts'
import { countEntries, eachEntry } from '#features/audit/queries.server.ts'
import { noteExport } from '#features/exports/operations.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { confirmFirst } from '#routes/staff/sign-in/confirm.server.ts'
import { answerTable, readExport, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import type { Route } from './+types/audit-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/audit/audit-export')
  const { request, url } = args
  const requested = readAuditQuery(url.searchParams)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const answers = await readExport(request)
  if (answers instanceof Response) return answers
  confirmFirst(args, session, `/admin/audit${url.search}`)
  const { page: _page, ...query } = requested.query
  const filter = toFilter(requested.query)
  const count = await countEntries(db, actor, filter)
  await noteExport(db, actor, 'audit', answers, { count, filter: query }, now)
  return answerTable(answers.format, 'audit-trail', columns, eachEntry(db, actor, filter), now)
}

const columns: TableColumn<ReadEntry>[] = [
  { key: 'number', label: 'Number', value: ({ seq }) => seq },
  { key: 'at', label: 'Time', value: ({ at }) => at },
  { key: 'what', label: 'What happened', value: (entry) => describeEntry(entry) },
  { key: 'action', label: 'Action', value: ({ action }) => action },
  { key: 'actor', label: 'By', value: ({ actor, actorName }) => actorName ?? actor },
  { key: 'subject', label: 'On', value: ({ subject }) => subject },
  { key: 'reason', label: 'Reason', value: ({ details }) => details?.reason },
  { key: 'changes', label: 'Changes', value: (entry) => changesOf(entry) },
]

function changesOf(entry: ReadEntry) {
  return describeChanges(entry)
    .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
    .join('; ')
}
