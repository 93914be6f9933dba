import { kindLabel } from '#features/media/file-kinds.ts'
import { libraryQuery } from '#features/media/form.ts'
import { countLibrary, eachFile, type LibraryFile } from '#features/media/library.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import type { Route } from './+types/media-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** The filtered and ordered list of files; the files themselves are in a copy of the site. */
export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/media/media-export')
  const { db } = started
  return exportRoute(args, started, {
    list: 'media',
    query: libraryQuery,
    read: async (query) => ({
      count: await countLibrary(db, query),
      filter: { q: query.q, kind: query.kind },
      file: listFile('files', columns, eachFile(db, query)),
    }),
  })
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
