import { fromJson } from '#db/json.ts'
import type { Db } from '#db/tables.ts'
import { entryAddress, otherAddresses, pageAddresses } from './addresses.ts'
import { inParts } from './in-parts.ts'
import type { Data, Kind } from './kinds.ts'
import { findRedirects } from './redirects.server.ts'
import { splitTail } from './redirects.ts'

/** Which of these paths of the site lead to no page. */
export async function listDeadPaths(db: Db, paths: string[]): Promise<Set<string>> {
  const unknown = paths.filter((path) => !alwaysThere.has(path))
  if (unknown.length === 0) return new Set()
  const there = await listEntryPaths(db)
  const missing = unknown.filter((path) => !there.has(path))
  const found = new Set([
    ...(await listPeoplePaths(db, missing)),
    ...(await listPhotoPaths(db, missing)),
    ...missing.filter((path) => isCalendarOf(there, path)),
    ...(await findRedirects(db, missing)).keys(),
  ])
  return new Set(missing.filter((path) => !found.has(path)))
}

const alwaysThere = new Set([...Object.values(pageAddresses), ...otherAddresses])

async function listEntryPaths(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('entry')
    .select(['kind', 'slug'])
    .where('live_version', 'is not', null)
    .execute()
  const addresses = rows.map(({ kind, slug }) => entryAddress(kind as Kind, slug))
  return new Set(addresses.filter((address) => address !== undefined))
}

async function listPeoplePaths(db: Db, paths: string[]): Promise<string[]> {
  const folder = '/fellowship/fellows/'
  const ids = paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length))
  const rows = await inParts(ids, (part) =>
    db
      .selectFrom('person')
      .select('id')
      .where('id', 'in', part)
      .where('listed_at', 'is not', null)
      .where('grade', 'is not', null)
      .execute(),
  )
  return rows.map(({ id }) => folder + id)
}

async function listPhotoPaths(db: Db, paths: string[]): Promise<string[]> {
  const slugs = paths.flatMap((path) => /^\/gallery\/([^/]+)\/\d+$/.exec(path)?.[1] ?? [])
  const rows = await inParts([...new Set(slugs)], (part) =>
    db
      .selectFrom('entry')
      .innerJoin('entry_version', (join) =>
        join
          .onRef('entry_version.entry_id', '=', 'entry.id')
          .onRef('entry_version.number', '=', 'entry.live_version'),
      )
      .select(['entry.slug', 'entry_version.data'])
      .where('entry.kind', '=', 'album')
      .where('entry.slug', 'in', part)
      .execute(),
  )
  return rows.flatMap(({ slug, data }) =>
    fromJson<Data<'album'>>(data).photos.map((_, index) => `/gallery/${slug}/${index + 1}`),
  )
}

/** Whether an event has days for its calendar is not asked: the page says so itself. */
function isCalendarOf(there: Set<string>, path: string): boolean {
  const below = splitTail(path)
  return below?.tail === '/calendar.ics' && there.has(below.above)
}
