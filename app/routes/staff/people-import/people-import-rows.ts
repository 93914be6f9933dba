import { eachRow } from '#features/people/import/queries.server.ts'
import { readRowsToSend } from '#features/people/import/reading.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { fileColumns } from './import-file-columns.ts'
import { begin } from '#routes/request/begin.server.ts'
import { answerTable, sentenceAnswer } from '#routes/request/table-answer.server.ts'
import type { Route } from './+types/people-import-rows.ts'

/** The refused rows, as they came and with the reason, to correct and import again. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, 'routes/staff/people-import/people-import-rows')
  const { params } = args
  const found = await readRowsToSend(db, actor, params.id, 'refused-rows', now)
  if (!found) return sentenceAnswer('This import does not exist.', 404)
  const columns: TableColumn<{ cells: string[]; problem: string }>[] = [
    ...fileColumns(found.headings),
    { key: 'problem', label: 'Problem', value: ({ problem }) => problem },
  ]
  return answerTable('csv', 'rows-with-problems', columns, eachRow(db, found.id, 'refused'), now)
}
