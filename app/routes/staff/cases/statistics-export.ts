import { z } from 'zod'
import { statisticsForm } from '#features/casework/casework-form.ts'
import {
  statisticsRows,
  statisticsOf,
  type StatisticsRow,
} from '#features/casework/statistics/case-statistics.ts'
import { countCycle } from '#features/casework/statistics/statistics.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import type { Route } from './+types/statistics-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

const oneCycle = statisticsForm.transform(({ process: caseType, cycle }, context) => {
  if (caseType && cycle) return { caseType, cycle }
  context.addIssue('Choose a case type and a cycle first.')
  return z.NEVER
})

export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/cases/statistics-export')
  return exportRoute(args, started, {
    list: 'statistics',
    query: oneCycle,
    personal: { back: '/editor/cases/statistics' },
    read: async ({ caseType, cycle }) => {
      const lines = statisticsRows(statisticsOf(caseType, await countCycle(started.db, caseType, cycle)))
      const file = listFile(`statistics-${caseType}-${cycle}`, columns, lines)
      return { count: lines.length, filter: { process: caseType, cycle }, file }
    },
  })
}

const columns: TableColumn<StatisticsRow>[] = [
  { key: 'group', label: 'Grouped by', value: ({ group }) => group },
  { key: 'what', label: 'Group', value: ({ what }) => what },
  { key: 'value', label: 'Cases', value: ({ value }) => value },
]
