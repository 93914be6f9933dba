import { noteExport } from '#features/exports/operations.server.ts'
import { kindLabel } from '#features/media/file-kinds.ts'
import { libraryQuery } from '#features/media/form.ts'
import { countLibrary, eachFile, type LibraryFile } from '#features/media/library.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { answerTable, readOpenExport, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import type { Route } from './+types/media-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

/** The list of files as it is narrowed and ordered; the files themselves go with a copy of the site. */
export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, 'routes/staff/media/media-export')
  const { request, url } = args
  const requested = readQuery(url.searchParams, libraryQuery)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const answers = await readOpenExport(request)
  if (answers instanceof Response) return answers
  const { q, kind } = requested.query
  const count = await countLibrary(db, requested.query)
  await noteExport(db, actor, 'media', answers, { count, filter: { q, kind } }, now)
  return answerTable(answers.format, 'files', columns, eachFile(db, requested.query), now)
}

const columns: TableColumn<Omit<LibraryFile, 'thumb'>>[] = [
  { key: 'name', label: 'Name', value: ({ name }) => name },
  { key: 'kind', label: 'Kind', value: ({ mediaType }) => kindLabel(mediaType) },
  { key: 'bytes', label: 'Bytes', value: ({ bytes }) => bytes },
  { key: 'width', label: 'Width', value: ({ width }) => width },
  { key: 'height', label: 'Height', value: ({ height }) => height },
  { key: 'pages', label: 'Pages', value: ({ pages }) => pages },
  { key: 'alt', label: 'Description', value: ({ alt }) => alt },
  { key: 'caption', label: 'Caption', value: ({ caption }) => caption },
  { key: 'credit', label: 'Credit', value: ({ credit }) => credit },
  { key: 'added', label: 'Added', value: ({ addedAt }) => addedAt },
  { key: 'sample', label: 'Sample', value: ({ isSample }) => isSample },
  { key: 'inBin', label: 'Deleted', value: ({ isRemoved }) => isRemoved },
]
