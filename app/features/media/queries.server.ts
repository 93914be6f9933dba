import type { Db } from '#db/schema/tables.ts'

export interface PictureSource {
  src: string
  width: number
  height: number
}

/** A picture in the formats and widths made so far, smallest first. */
export interface PictureSources {
  width: number
  height: number
  avif: PictureSource[]
  webp: PictureSource[]
  jpeg: PictureSource[]
  /** What stays in view where a page crops it, in percent; omitted if that is the middle. */
  focus?: { x: number; y: number }
}

export type Pictures = Record<string, PictureSources>

export interface Download {
  href: string
  name: string
  mediaType: string
  bytes: number
}

export async function findPictures(db: Db, ids: (string | undefined)[]): Promise<Pictures> {
  const wanted = [...new Set(ids.filter((id) => id !== undefined))]
  if (wanted.length === 0) return {}
  const rows = await db
    .selectFrom('picture_variant as variant')
    .innerJoin('file', 'file.id', 'variant.file_id')
    .select(['variant.file_id', 'variant.format', 'variant.width', 'variant.height', 'variant.sha256'])
    .select(['focus_x', 'focus_y', 'file.width as whole_width', 'file.height as whole_height'])
    .select(['crop_left', 'crop_top', 'crop_width', 'crop_height'])
    .where('variant.file_id', 'in', wanted)
    .orderBy('variant.width')
    .execute()

  const pictures: Pictures = {}
  for (const row of rows) {
    const picture = (pictures[row.file_id] ??= {
      ...{ width: 0, height: 0, avif: [], webp: [], jpeg: [] },
      ...focusOf(row),
    })
    picture[row.format].push({ src: pictureAddress(row), width: row.width, height: row.height })
    if (row.width > picture.width) Object.assign(picture, { width: row.width, height: row.height })
  }
  return pictures
}

interface Focused {
  focus_x: number
  focus_y: number
  whole_width: number | null
  whole_height: number | null
  crop_left: number | null
  crop_top: number | null
  crop_width: number | null
  crop_height: number | null
}

/** The point is set on the whole picture; within a crop it is elsewhere. */
function focusOf(row: Focused): Pick<PictureSources, 'focus'> {
  // If it is not set, the middle of the visible part will do.
  if (row.focus_x === 50 && row.focus_y === 50) return {}
  const x = within(row.focus_x, row.whole_width, row.crop_left, row.crop_width)
  const y = within(row.focus_y, row.whole_height, row.crop_top, row.crop_height)
  return { focus: { x, y } }
}

function within(percent: number, whole: number | null, from: number | null, size: number | null): number {
  if (!whole || from === null || !size) return percent
  const position = ((percent * whole) / 100 - from) / size
  return Math.round(Math.min(1, Math.max(0, position)) * 100)
}

function pictureAddress(row: { sha256: string; format: string }) {
  return `/pictures/${row.sha256}.${row.format === 'jpeg' ? 'jpg' : row.format}`
}

/** The picture to show when someone shares a page; undefined if none is chosen, or it went with the samples. */
export async function findPreviewPicture(db: Db, id: string): Promise<string | undefined> {
  if (!id) return undefined
  const jpeg = (await findPictures(db, [id]))[id]?.jpeg ?? []
  return (jpeg.findLast(({ width }) => width <= widestPreview) ?? jpeg[0])?.src
}

/** Wider than any network shows it. */
const widestPreview = 2000

export async function findDownloads(db: Db, ids: (string | undefined)[]): Promise<Record<string, Download>> {
  const wanted = [...new Set(ids.filter((id) => id !== undefined))]
  if (wanted.length === 0) return {}
  const rows = await db
    .selectFrom('file')
    .select(['id', 'name', 'media_type', 'bytes'])
    .where('id', 'in', wanted)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.id, toDownload(row)]))
}

function toDownload(row: { id: string; name: string; media_type: string; bytes: number }): Download {
  const href = `/files/${row.id}/${encodeURIComponent(row.name)}`
  return { href, name: row.name, mediaType: row.media_type, bytes: row.bytes }
}

/** The stored bytes behind a download's address. */
export function findDownloadFile(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(['sha256', 'name', 'media_type', 'bytes'])
    .where('id', '=', id)
    .where('width', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Whether these bytes are a picture that pages may show, or showed until recently. */
export async function findPictureFile(db: Db, sha256: string, format: 'avif' | 'webp' | 'jpeg') {
  const current = await db
    .selectFrom('picture_variant')
    .innerJoin('file', 'file.id', 'picture_variant.file_id')
    .select(['picture_variant.sha256', 'picture_variant.bytes'])
    .where('picture_variant.sha256', '=', sha256)
    .where('format', '=', format)
    .where('removed_at', 'is', null)
    // A picture of someone who is no longer listed is not shown, even to those who know the address.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('person')
            .select('person.id')
            .whereRef('person.picture_id', '=', 'file.id')
            .where('person.listed_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  if (current) return current
  return db
    .selectFrom('leftover')
    .select(['sha256', 'bytes'])
    .where('sha256', '=', sha256)
    .where('format', '=', format)
    .executeTakeFirst()
}

/** A file of the library that was made from exactly these bytes. */
export async function findKnownFile(db: Db, originalSha256: string): Promise<string | undefined> {
  const file = await db
    .selectFrom('file')
    .select('id')
    .where('original_sha256', '=', originalSha256)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()
  return file?.id
}

/** How many files are samples. */
export async function countSampleFiles(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('file')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sample_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
