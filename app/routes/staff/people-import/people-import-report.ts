import { eachRow, findImport } from '#features/people/import/queries.server.ts'
import { hasReport, resultLabels } from '#features/people/import/workflow.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { fileColumns } from './import-file-columns.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile, noQuery } from '#routes/request/export-route.server.ts'
import { sentenceAnswer } from '#routes/request/table-answer.server.ts'
import type { Route } from './+types/people-import-report.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** Someone cancelled the import before this row. */
const notReached = 'Not imported'

type Row = { fileRow: number; cells: string[]; result: keyof typeof resultLabels | null; problem: string }

/** The whole report: every row of the file in its order, its outcome, and the row as it came. */
export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/people-import/people-import-report')
  const { db } = started
  const { id } = args.params
  const found = await findImport(db, id)
  if (!found || !hasReport(found.state))
    return sentenceAnswer('This import does not exist or is not finished yet.', 404)
  const columns: TableColumn<Row>[] = [
    { key: 'row', label: 'Row', value: ({ fileRow }) => fileRow },
    { key: 'result', label: 'Result', value: ({ result }) => (result ? resultLabels[result] : notReached) },
    { key: 'problem', label: 'Problem', value: ({ problem }) => problem },
    ...fileColumns(found.headings),
  ]
  return exportRoute(args, started, {
    list: 'people-import',
    query: noQuery,
    personal: { back: `/editor/people/import/${id}` },
    read: () =>
      Promise.resolve({
        subject: `people-import:${id}`,
        count: found.rowCount,
        filter: { part: 'whole-report' },
        file: listFile('import-report', columns, eachRow(db, id, 'all')),
      }),
  })
}
