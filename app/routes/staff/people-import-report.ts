import { eachRow } from '#features/imports/queries.server.ts'
import { readRowsToSend } from '#features/imports/reading.server.ts'
import { resultLabels } from '#features/imports/workflow.ts'
import { dbContext, nowContext } from '#server/context.server.ts'
import type { TableColumn } from '#server/table-files/table.ts'
import { actorOf, allowReading } from './guard.server.ts'
import { fileColumns } from './import-file-columns.ts'
import { answerTable, sentenceAnswer } from './table-answer.server.ts'
import type { Route } from './+types/people-import-report.ts'

type Row = { fileRow: number; cells: string[]; result: keyof typeof resultLabels | null; problem: string }

/** The whole report: every row of the file in its order, what became of it, and the row as it came. */
export async function loader(args: Route.LoaderArgs) {
  allowReading(args, 'routes/staff/people-import-report')
  const { context, params } = args
  const db = context.get(dbContext)
  const now = context.get(nowContext)
  const found = await readRowsToSend(db, actorOf(args), params.id, 'whole-report', now)
  if (!found) return sentenceAnswer('There is no such import, or it is not done yet.', 404)
  const columns: TableColumn<Row>[] = [
    { key: 'row', label: 'Row', value: ({ fileRow }) => fileRow },
    { key: 'result', label: 'Result', value: ({ result }) => (result ? resultLabels[result] : '') },
    { key: 'problem', label: 'Problem', value: ({ problem }) => problem },
    ...fileColumns(found.headings),
  ]
  return answerTable('csv', 'import-report', columns, eachRow(db, found.id, 'all'), now)
}
