import { eachRow } from '#features/people/import/queries.server.ts'
import { readRowsToSend } from '#features/people/import/reading.server.ts'
import { resultLabels } from '#features/people/import/workflow.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { fileColumns } from './import-file-columns.ts'
import { begin } from '#routes/request/begin.server.ts'
import { answerTable, sentenceAnswer } from '#routes/request/table-answer.server.ts'
import type { Route } from './+types/people-import-report.ts'

/** Someone cancelled the import before this row. */
const notReached = 'Not imported'

type Row = { fileRow: number; cells: string[]; result: keyof typeof resultLabels | null; problem: string }

/** The whole report: every row of the file in its order, its outcome, and the row as it came. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, 'routes/staff/people-import/people-import-report')
  const { params } = args
  const found = await readRowsToSend(db, actor, params.id, 'whole-report', now)
  if (!found) return sentenceAnswer('This import does not exist or is not finished yet.', 404)
  const columns: TableColumn<Row>[] = [
    { key: 'row', label: 'Row', value: ({ fileRow }) => fileRow },
    { key: 'result', label: 'Result', value: ({ result }) => (result ? resultLabels[result] : notReached) },
    { key: 'problem', label: 'Problem', value: ({ problem }) => problem },
    ...fileColumns(found.headings),
  ]
  return answerTable('csv', 'import-report', columns, eachRow(db, found.id, 'all'), now)
}
