import { countWrong, eachRow, findImport } from '#features/people/import/queries.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { fileColumns } from './import-file-columns.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile, noQuery } from '#routes/request/export-route.server.ts'
import { sentenceAnswer } from '#routes/request/table-answer.server.ts'
import type { Route } from './+types/people-import-rows.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** The refused rows, as they came and with the reason, to correct and import again. */
export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/people-import/people-import-rows')
  const { db } = started
  const { id } = args.params
  const found = await findImport(db, id)
  if (!found) return sentenceAnswer('This import does not exist.', 404)
  const columns: TableColumn<{ cells: string[]; problem: string }>[] = [
    ...fileColumns(found.headings),
    { key: 'problem', label: 'Problem', value: ({ problem }) => problem },
  ]
  return exportRoute(args, started, {
    list: 'people-import',
    query: noQuery,
    personal: { back: `/editor/people/import/${id}` },
    read: async () => ({
      subject: `people-import:${id}`,
      count: await countWrong(db, id),
      filter: { part: 'refused-rows' },
      file: listFile('rows-with-problems', columns, eachRow(db, id, 'refused')),
    }),
  })
}
