import { sql } from 'kysely'
import { contains } from '#db/search/contains.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Crop } from '#server/pictures/picture-task.ts'
import type { ChosenFile } from './chosen-file.ts'
import type { LibraryQuery } from './form.ts'
import { findPictures, type PictureSources } from './queries.server.ts'
import { cropOf } from './variants.server.ts'

/** What staff see of the files. */
export interface LibraryFile {
  id: string
  name: string
  mediaType: string
  bytes: number
  width: number | undefined
  height: number | undefined
  pages: number | undefined
  alt: string
  caption: string
  credit: string
  /** When the photograph was taken, or nothing. */
  takenOn: string
  addedAt: Date
  isSample: boolean
  isRemoved: boolean
  /** Small enough for a list; undefined if it is not a picture. */
  thumb: { src: string; width: number; height: number } | undefined
}

export interface FilePage extends LibraryFile {
  focusX: number
  focusY: number
  crop: Crop | undefined
  /** The whole picture, because the crop is measured on it. */
  master: { src: string; width: number; height: number } | undefined
  href: string | undefined
  coverId: string | undefined
  earlier: { id: string; name: string; bytes: number; replacedAt: Date }[]
}

const columns = [
  'id',
  'name',
  'media_type',
  'bytes',
  'width',
  'height',
  'pages',
  'alt',
  'caption',
  'credit',
  'taken_on',
  'created_at',
  'sample_at',
  'removed_at',
] as const

/** In the requested order: newest first by default. */
export async function listLibrary(
  db: Db,
  query: Pick<LibraryQuery, 'q' | 'kind' | 'sort' | 'dir' | 'page'>,
  pageSize: number,
): Promise<{ files: LibraryFile[]; total: number }> {
  const total = await countLibrary(db, query)
  const rows = await inOrder(db, query)
    .select(columns)
    .limit(pageSize)
    .offset((query.page - 1) * pageSize)
    .execute()
  const pictures = await findPictures(
    db,
    rows.filter(({ width }) => width).map(({ id }) => id),
  )
  return { files: rows.map((row) => toFile(row, pictures[row.id])), total }
}

/** All matches in the same order, read a few hundred at a time. */
export async function* eachFile(
  db: Db,
  query: Pick<LibraryQuery, 'q' | 'kind' | 'sort' | 'dir'>,
): AsyncGenerator<LibraryFile> {
  const found = await inOrder(db, query).select('id').execute()
  for (let start = 0; start < found.length; start += filesAtOnce) {
    const ids = found.slice(start, start + filesAtOnce).map(({ id }) => id)
    const rows = await db.selectFrom('file').select(columns).where('id', 'in', ids).execute()
    const files = new Map(rows.map((row) => [row.id, toFile(row, undefined)]))
    yield* ids.flatMap((id) => files.get(id) ?? [])
  }
}

const filesAtOnce = 500

export async function countLibrary(db: Db, query: Pick<LibraryQuery, 'q' | 'kind'>): Promise<number> {
  const { total } = await selectMatching(db, query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function inOrder(db: Db, query: Pick<LibraryQuery, 'q' | 'kind' | 'sort' | 'dir'>) {
  const dir = query.dir ?? (query.sort === 'name' ? 'asc' : 'desc')
  return selectMatching(db, query).orderBy(sortKeys[query.sort], dir).orderBy('id', dir)
}

const sortKeys = { name: sql`lower(name)`, bytes: sql`bytes`, added: sql`created_at` }

function selectMatching(db: Db, { q, kind }: Pick<LibraryQuery, 'q' | 'kind'>) {
  const sought = q.trim().split(/\s+/).filter(Boolean).slice(0, 8)
  return db
    .selectFrom('file')
    .where('removed_at', kind === 'bin' ? 'is not' : 'is', null)
    .$if(kind === 'picture', (query) => query.where('width', 'is not', null))
    .$if(kind === 'document', (query) => query.where('width', 'is', null))
    .where((eb) => eb.and(sought.map((word) => contains(words, word))))
}

const words = sql`name || ' ' || alt || ' ' || caption || ' ' || credit`

export async function findLibraryFile(db: Db, id: string): Promise<FilePage | undefined> {
  const row = await db
    .selectFrom('file')
    .select([
      ...columns,
      'sha256',
      'focus_x',
      'focus_y',
      'crop_left',
      'crop_top',
      'crop_width',
      'crop_height',
      'cover_id',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { width, height } = row
  const earlier = await db
    .selectFrom('earlier_file')
    .select(['id', 'name', 'bytes', 'replaced_at'])
    .where('file_id', '=', id)
    .orderBy('replaced_at', 'desc')
    .execute()
  return {
    ...toFile(row, (await findPictures(db, [id]))[id]),
    focusX: row.focus_x,
    focusY: row.focus_y,
    crop: cropOf(row),
    master: width && height ? { src: `/editor/media/${id}/whole`, width, height } : undefined,
    href: width || row.removed_at ? undefined : `/files/${id}/${encodeURIComponent(row.name)}`,
    coverId: row.cover_id ?? undefined,
    earlier: earlier.map(({ replaced_at, ...rest }) => ({ ...rest, replacedAt: new Date(replaced_at) })),
  }
}

/** Those of the files that exist, as the pages that use them know them, by id. */
export async function findChosenFiles(db: Db, ids: string[]): Promise<Record<string, ChosenFile>> {
  if (ids.length === 0) return {}
  const rows = await db.selectFrom('file').select(columns).where('id', 'in', ids).execute()
  const pictures = await findPictures(
    db,
    rows.filter(({ width }) => width).map(({ id }) => id),
  )
  return Object.fromEntries(rows.map((row) => [row.id, toChosen(toFile(row, pictures[row.id]))]))
}

/** What a page that uses a file needs to know about it. */
export function toChosen(file: LibraryFile): ChosenFile {
  const { id, name, alt, caption, credit, takenOn, mediaType, width, height, pages, bytes, thumb } = file
  return { id, name, alt, caption, credit, takenOn, mediaType, width, height, pages, bytes, thumb }
}

/** The uncropped picture of the library; visitors see only the crop. */
export function findWholePicture(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(['sha256', 'bytes'])
    .where('id', '=', id)
    .where('width', 'is not', null)
    .executeTakeFirst()
}

interface Row {
  id: string
  name: string
  media_type: string
  bytes: number
  width: number | null
  height: number | null
  pages: number | null
  alt: string
  caption: string
  credit: string
  taken_on: string | null
  created_at: number
  sample_at: number | null
  removed_at: number | null
}

function toFile(row: Row, sources: PictureSources | undefined): LibraryFile {
  const { id, name, bytes, alt, caption, credit } = row
  return {
    id,
    name,
    mediaType: row.media_type,
    bytes,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    pages: row.pages ?? undefined,
    alt,
    caption,
    credit,
    takenOn: row.taken_on ?? '',
    addedAt: new Date(row.created_at),
    isSample: row.sample_at !== null,
    isRemoved: row.removed_at !== null,
    thumb: sources?.jpeg[0],
  }
}
