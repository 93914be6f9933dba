import { caseListForm } from '#features/casework/casework-form.ts'
import type { ExportedCase } from '#features/casework/list-queries.server.ts'
import { queueNames, stateLabel } from '#features/casework/queues.ts'
import { readCasesToExport } from '#features/casework/reading.server.ts'
import { officeDay } from '#office-time.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import type { Route } from './+types/cases-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/cases/cases-export')
  const { db, actor, now } = started
  return exportRoute(args, started, {
    list: 'cases',
    query: caseListForm,
    personal: { back: '/editor/cases' },
    read: async ({ page: _page, sort: _sort, dir: _dir, ...filter }) => {
      const { count, cases } = await readCasesToExport(db, actor, filter, now)
      return { count, filter, file: listFile('cases', columns, cases) }
    },
  })
}

const dayOf = (at: number | null) => (at === null ? '' : officeDay(at))

const columns: TableColumn<ExportedCase>[] = [
  { key: 'reference', label: 'Case', value: ({ reference }) => reference },
  { key: 'type', label: 'Case type', value: ({ process: caseType }) => queueNames[caseType] },
  { key: 'name', label: 'Name', value: ({ name }) => name },
  { key: 'institution', label: 'Institution', value: ({ institution }) => institution },
  { key: 'sender', label: 'Sent by', value: ({ sender }) => sender },
  { key: 'status', label: 'Status', value: ({ process: caseType, state }) => stateLabel(caseType, state) },
  { key: 'category', label: 'Category', value: ({ category }) => category },
  { key: 'discipline', label: 'Discipline', value: ({ discipline }) => discipline },
  { key: 'cycle', label: 'Cycle', value: ({ cycle }) => cycle },
  { key: 'received', label: 'Received', value: ({ receivedAt }) => dayOf(receivedAt) },
  { key: 'statusSince', label: 'Status since', value: ({ stateAt }) => dayOf(stateAt) },
  { key: 'due', label: 'Due', value: ({ dueAt }) => dayOf(dueAt) },
  { key: 'closed', label: 'Closed', value: ({ endedAt }) => dayOf(endedAt) },
  { key: 'assigned', label: 'Assigned to', value: ({ assignedTo }) => assignedTo ?? '' },
]
