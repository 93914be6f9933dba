import { data, Form, useRevalidator } from 'react-router'
import { acceptedDocuments, acceptedPictures, kindLabel } from '#features/media/file-kinds.ts'
import { libraryQuery } from '#features/media/form.ts'
import { listLibrary, type LibraryFile } from '#features/media/library.server.ts'
import { sizeText } from '#features/media/size-text.ts'
import { acceptFile } from '#features/media/uploads.server.ts'
import { Uploader } from '#features/media/uploader.tsx'
import { BadMultipart } from '#server/input/multipart.ts'
import type { Column } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { listHref, type Query as ListQuery } from '#ui/list/list-href.ts'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { unreadableForm } from '#routes/request/answers.server.ts'
import { sentenceFor, uploadStorage } from './media.server.ts'
import { MediaThumb } from './media-thumb.tsx'
import { eachSentFile, TooMuch } from './sent-files.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import styles from './media-library.module.css'
import type { Route } from './+types/media-library.ts'

const route = 'routes/staff/media/media-library'
const path = '/editor/media'
const pageSize = 40

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  return listPage(args.url, libraryQuery, async (query) => ({
    ...(await listLibrary(db, query, pageSize)),
    pageSize,
  }))
}

/** Files sent by a plain form; with scripts they are uploaded in chunks. */
export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { context, request } = args
  const storage = uploadStorage(context)
  const refused: { name: string; sentence: string }[] = []
  let added = 0
  try {
    await eachSentFile(request, storage.folder, async (file) => {
      const outcome = await acceptFile(db, storage, actor, file, { evenIfKnown: false }, now)
      if (!outcome.ok) refused.push({ name: file.name, sentence: sentenceFor(outcome.reason) })
      else if (outcome.isKnown)
        refused.push({ name: file.name, sentence: 'This file is already in the library.' })
      else added++
    })
  } catch (error) {
    if (error instanceof TooMuch) return data({ refused: [tooMuch], added }, { status: 413 })
    if (!(error instanceof BadMultipart)) throw error
    return data({ refused: [{ name: '', sentence: unreadableForm }], added }, { status: 400 })
  }
  if (refused.length > 0) return data({ refused, added }, { status: 400 })
  return redirectWithFlash(args, path, { key: 'files-added', added })
}

const tooMuch = {
  name: '',
  sentence: 'That is too much at once. Upload at most 20 files and 60 MB together, or turn on JavaScript.',
}

export default function MediaLibrary({ loaderData, actionData }: Route.ComponentProps) {
  const { query, files } = loaderData
  const { revalidate } = useRevalidator()
  const dir = query.dir ?? (query.sort === 'name' ? 'asc' : 'desc')
  return (
    <>
      <StaffTitle title="Media library" hasErrors={Boolean(actionData)} />
      {actionData && <Refused {...actionData} />}
      <Form method="post" action={path} encType="multipart/form-data" reloadDocument>
        <Uploader
          label="Add files"
          hint="Pictures (JPEG, PNG, WebP) up to 8 MB; PDF, Word, Excel, PowerPoint and OpenDocument up to 50 MB; drawings (SVG) up to 2 MB."
          accept={`${acceptedPictures},${acceptedDocuments}`}
          onAdded={() => void revalidate()}
        />
      </Form>
      <StaffList
        path={path}
        list={{ ...loaderData, query: { ...query, dir } }}
        rows={files}
        caption="Files"
        one="file"
        many="files"
        hrefFor={(changes) => hrefFor(query, changes)}
        views={kinds.map(({ value, label }) => ({
          label,
          query: { view: query.view, ...(value !== '' && { kind: value }) },
        }))}
        filter={{
          label: 'Filter the files',
          hidden: { view: shownView(query.view), sort: shownSort(query.sort), dir: query.dir },
          fields: <Filters query={query} />,
        }}
        isFiltered={Boolean(query.q || query.kind)}
        allHref={listHref(path, { view: shownView(query.view) })}
        besideCount={
          <nav aria-label="View">
            <ViewLink query={query} view="grid" label="Grid" />
            <ViewLink query={query} view="list" label="Table" />
          </nav>
        }
        noResults={<p>Remove a filter to see more files.</p>}
        empty={
          <EmptyState title="No files yet">
            <p>Add pictures and documents above.</p>
          </EmptyState>
        }
        exported={{
          right: 'yes',
          action: hrefFor(query, { page: 1 }, `${path}/export`),
          query: {},
          asksReason: false,
        }}
        {...(query.view === 'list'
          ? { columns, rowKey: ({ id }: LibraryFile) => id }
          : { view: (files: LibraryFile[]) => <Grid files={files} /> })}
      />
    </>
  )
}

type Query = Route.ComponentProps['loaderData']['query']

function Refused({ refused, added }: { refused: { name: string; sentence: string }[]; added: number }) {
  return (
    <Notice
      kind="warning"
      title={added > 0 ? `${added} uploaded. These were not uploaded:` : 'Nothing was uploaded'}
    >
      <ul>
        {refused.map(({ name, sentence }, index) => (
          <li key={index}>
            {name && <strong>{name}: </strong>}
            {sentence}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function ViewLink({ query, view, label }: { query: Query; view: Query['view']; label: string }) {
  return (
    <a href={hrefFor(query, { view })} aria-current={query.view === view ? 'true' : undefined}>
      {label}
    </a>
  )
}

const kinds = [
  { value: '', label: 'All files' },
  { value: 'picture', label: 'Pictures' },
  { value: 'document', label: 'Documents' },
  { value: 'bin', label: 'Deleted' },
]

function Filters({ query }: { query: Query }) {
  return (
    <>
      <Field name="q" label="Search" type="search" defaultValue={query.q} maxLength={100} />
      <SelectField name="kind" label="Kind" defaultValue={query.kind ?? ''} choices={kinds} />
    </>
  )
}

function Grid({ files }: { files: LibraryFile[] }) {
  return (
    <ul className={styles.grid}>
      {files.map((file) => (
        <li key={file.id}>
          <a href={`${path}/${file.id}`}>
            <MediaThumb file={file} />
            <span className={styles.name}>{file.name}</span>
          </a>
          <p>
            {kindLabel(file.mediaType)}, {sizeText(file.bytes)}
            {file.thumb && file.alt === '' && <span className={styles.missing}>No description</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}

const columns: Column<LibraryFile>[] = [
  {
    key: 'name',
    label: 'Name',
    cell: (file) => (
      <a className={styles.named} href={`${path}/${file.id}`}>
        {file.name}
      </a>
    ),
    heads: true,
    sorts: true,
  },
  { key: 'kind', label: 'Kind', cell: (file) => kindLabel(file.mediaType) },
  { key: 'alt', label: 'Description', cell: (file) => file.alt || (file.thumb ? 'Missing' : '') },
  { key: 'bytes', label: 'Size', cell: (file) => sizeText(file.bytes), numeric: true, sorts: true },
  { key: 'added', label: 'Added', cell: (file) => <Moment at={file.addedAt} />, sorts: true },
]

/** Defaults of the list are left out of addresses. */
function hrefFor(query: Query, changes: ListQuery, to: string = path): string {
  const { view, sort, ...rest } = { ...query, ...changes }
  // Ascending is normally omitted, but here it depends on the column.
  const href = listHref(to, { ...rest, dir: undefined, view: shownView(view), sort: shownSort(sort) })
  if (!rest.dir) return href
  return `${href}${href.includes('?') ? '&' : '?'}dir=${rest.dir}`
}

function shownView(view: string | number | undefined) {
  return view === 'grid' ? undefined : String(view)
}

function shownSort(sort: string | number | undefined) {
  return sort === 'added' ? undefined : String(sort)
}
