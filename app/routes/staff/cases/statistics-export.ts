import { statisticsForm } from '#features/casework/casework-form.ts'
import { statisticsRows, statisticsOf, type StatisticsRow } from '#features/casework/case-statistics.ts'
import { countCycle } from '#features/casework/statistics.server.ts'
import { noteExport } from '#features/exports/operations.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { confirmFirst } from '#routes/staff/sign-in/confirm.server.ts'
import { answerTable, readExport, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import type { TableColumn } from '#server/tables/table.ts'
import type { Route } from './+types/statistics-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/cases/statistics-export')
  const { request, url } = args
  const requested = readQuery(url.searchParams, statisticsForm)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const { process: caseType, cycle } = requested.query
  const answers = await readExport(request)
  if (answers instanceof Response) return answers
  if (!caseType || !cycle) return sentenceAnswer('Choose a case type and a cycle first.')
  confirmFirst(args, session, `/editor/cases/statistics${url.search}`)
  const lines = statisticsRows(statisticsOf(caseType, await countCycle(db, caseType, cycle)))
  const what = { count: lines.length, filter: { process: caseType, cycle } }
  await noteExport(db, actor, 'statistics', answers, what, now)
  return answerTable(answers.format, `figures-${caseType}-${cycle}`, columns, lines, now)
}

const columns: TableColumn<StatisticsRow>[] = [
  { key: 'group', label: 'Grouped by', value: ({ group }) => group },
  { key: 'what', label: 'Group', value: ({ what }) => what },
  { key: 'value', label: 'Cases', value: ({ value }) => value },
]
