import { eachRow } from '#features/people/import/queries.server.ts'
import { readRowsToSend } from '#features/people/import/reading.server.ts'
import { dbContext, nowContext } from '#server/http/context.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { actorOf, allowReading } from '#routes/request/guard.server.ts'
import { fileColumns } from './import-file-columns.ts'
import { answerTable, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import type { Route } from './+types/people-import-rows.ts'

/** The rows that were refused, as they came and with the reason, to be put right and brought in again. */
export async function loader(args: Route.LoaderArgs) {
  allowReading(args, 'routes/staff/people-import/people-import-rows')
  const { context, params } = args
  const db = context.get(dbContext)
  const now = context.get(nowContext)
  const found = await readRowsToSend(db, actorOf(args), params.id, 'refused-rows', now)
  if (!found) return sentenceAnswer('This import does not exist.', 404)
  const columns: TableColumn<{ cells: string[]; problem: string }>[] = [
    ...fileColumns(found.headings),
    { key: 'problem', label: 'Problem', value: ({ problem }) => problem },
  ]
  return answerTable('csv', 'rows-with-problems', columns, eachRow(db, found.id, 'refused'), now)
}
