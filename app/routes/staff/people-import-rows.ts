import { eachRow } from '#features/imports/queries.server.ts'
import { readRowsToSend } from '#features/imports/reading.server.ts'
import { dbContext, nowContext } from '#server/context.server.ts'
import type { TableColumn } from '#server/table-files/table.ts'
import { actorOf, allowReading } from './guard.server.ts'
import { fileColumns } from './import-file-columns.ts'
import { answerTable, sentenceAnswer } from './table-answer.server.ts'
import type { Route } from './+types/people-import-rows.ts'

/** The rows that were refused, as they came and with the reason, to be put right and brought in again. */
export async function loader(args: Route.LoaderArgs) {
  allowReading(args, 'routes/staff/people-import-rows')
  const { context, params } = args
  const db = context.get(dbContext)
  const now = context.get(nowContext)
  const found = await readRowsToSend(db, actorOf(args), params.id, 'refused-rows', now)
  if (!found) return sentenceAnswer('There is no such import.', 404)
  const columns: TableColumn<{ cells: string[]; problem: string }>[] = [
    ...fileColumns(found.headings),
    { key: 'problem', label: 'Problem', value: ({ problem }) => problem },
  ]
  return answerTable('csv', 'rows-with-problems', columns, eachRow(db, found.id, 'refused'), now)
}
