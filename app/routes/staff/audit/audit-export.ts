import type { ReadEntry } from '#features/audit/describe.ts'
import { describeChanges, describeEntry } from './sentences.ts'
import { auditForm, toFilter } from '#features/audit/form.ts'
import { countEntries, eachEntry } from '#features/audit/queries.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import type { Route } from './+types/audit-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/audit/audit-export')
  const { db, actor } = started
  return exportRoute(args, started, {
    list: 'audit',
    query: auditForm,
    personal: { back: '/admin/audit' },
    read: async ({ page: _page, ...filter }) => {
      const narrowed = toFilter(filter)
      const count = await countEntries(db, actor, narrowed)
      return { count, filter, file: listFile('audit-trail', columns, eachEntry(db, actor, narrowed)) }
    },
  })
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
