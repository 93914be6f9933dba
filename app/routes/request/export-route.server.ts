import { z } from 'zod'
import { exportForm, openExportForm } from '#features/exports/form.ts'
import { noteExport, type ExportedList } from '#features/exports/operations.server.ts'
import { unreadableForm } from './answers.server.ts'
import { answerTable, sentenceAnswer } from './table-answer.server.ts'
import { confirmFirst } from './confirm.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { readForm } from '#server/input/form.server.ts'
import type { Rows, TableColumn, TableFormat } from '#server/tables/table.ts'
import type { RouteArgs, RequestContext } from './begin.server.ts'
import type { SignedIn } from './session-context.server.ts'

/** A list as a file: the query, a reason, fresh proof, an audit entry, then the rows. */

interface Exporting<Query> {
  /** Its name in the audit trail. */
  list: ExportedList
  /** The filters in the address. */
  query: z.ZodType<Query>
  /** Given if the list contains people: exporting it needs a reason and fresh proof. The page to return to. */
  personal?: { back: string }
  read: (query: Query) => Promise<{ count: number; filter: object; file: ListFile; subject?: string }>
}

type ListFile = (format: TableFormat, now: Date) => Response

export async function exportRoute<Query>(
  args: RouteArgs,
  { db, session, actor, now }: RequestContext & { session: SignedIn },
  { list, query, personal, read }: Exporting<Query>,
): Promise<Response> {
  const requested = readQuery(args.url.searchParams, query)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const form = await readForm<z.infer<typeof openExportForm>>(
    args.request,
    personal ? exportForm : openExportForm,
  )
  if (!form.ok) return sentenceAnswer(sentenceFor(form.errors))
  if (personal) confirmFirst(args, session, personal.back + args.url.search)
  const { file, ...what } = await read(requested.query)
  await noteExport(db, actor, list, form.answers, what, now)
  return file(form.answers.format, now)
}

/** The file of a list, whatever its rows. The name gets the day and the extension. */
export function listFile<Row>(name: string, columns: TableColumn<Row>[], rows: Rows<Row>): ListFile {
  return (format, now) => answerTable(format, name, columns, rows, now)
}

/** For a list without filters. */
export const noQuery = z.object({})

function sentenceFor(errors: Record<string, string>): string {
  const known = errors['reason'] ?? errors['format']
  return known && Object.keys(errors).length <= 2 ? `${known} Go back and send it again.` : unreadableForm
}
