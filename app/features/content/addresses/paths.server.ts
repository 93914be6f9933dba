import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import {
  articleAddress,
  entryAddress,
  entryFolders,
  issuePdfAddress,
  otherAddresses,
  pageAddresses,
  pageRoutes,
} from './addresses.ts'
import { inParts } from '#features/content/text/in-parts.ts'
import { listArticles } from '#features/content/kinds/articles.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'
import { listBodyPaths } from './body-paths.server.ts'
import { listPeoplePaths } from './people-paths.server.ts'
import { findRedirects } from './redirects.server.ts'
import { isLocalPath, isReservedPath, splitTail } from './redirects.ts'

/** Which of these paths have no page. */
export async function listDeadPaths(db: Db, paths: string[]): Promise<Set<string>> {
  const candidates = paths.filter((path) => !alwaysThere.has(path))
  if (candidates.length === 0) return new Set()
  const found = new Set([
    ...(await listEntryPaths(db, candidates)),
    ...(await listPeoplePaths(db, candidates)),
    ...(await listBodyPaths(db, candidates)),
    ...(await listPhotoPaths(db, candidates)),
    ...(await listArticlePaths(db, candidates)),
    ...(await listAwardFormPaths(db, candidates)),
    ...(await findRedirects(db, candidates)).keys(),
  ])
  return new Set(candidates.filter((path) => !found.has(path)))
}

/** The page for visitors at this address in lower case. Files, feeds, staff pages and pages with codes have one spelling. */
export async function findInLowerCase(db: Db, path: string): Promise<string | undefined> {
  const lower = path.toLowerCase()
  if (lower === path || !isLocalPath(lower) || isReservedPath(lower)) return undefined
  if (pageRoutes.includes(lower)) return lower
  if (isCalendar(lower) || otherAddresses.includes(lower)) return undefined
  return (await listDeadPaths(db, [lower])).size === 0 ? lower : undefined
}

const alwaysThere = new Set([...Object.values(pageAddresses), ...otherAddresses])

/** The entries' own pages among these, and the calendar files of existing ones. */
async function listEntryPaths(db: Db, paths: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const [kind, folder] of entryFolders) {
    const slugs = paths.filter((path) => path.startsWith(folder)).map((path) => slugIn(path, folder))
    const rows = await inParts([...new Set(slugs)], (part) =>
      db
        .selectFrom('entry')
        .select('slug')
        .where('kind', '=', kind)
        .where('slug', 'in', part)
        .where('live_version', 'is not', null)
        .execute(),
    )
    for (const { slug } of rows) found.add(folder + slug)
  }
  return paths.filter((path) => found.has(path) || isCalendarOf(found, path))
}

function slugIn(path: string, folder: string) {
  return (isCalendar(path) ? splitTail(path)!.above : path).slice(folder.length)
}

function isCalendar(path: string) {
  return splitTail(path)?.tail === '/calendar.ics'
}

async function listPhotoPaths(db: Db, paths: string[]): Promise<string[]> {
  const albums = await readLive(db, 'album', slugsAbove(paths, /^\/gallery\/([^/]+)\/\d+$/))
  return albums.flatMap(({ slug, data }) =>
    data.photos.map((_, index) => `${entryAddress('album', slug)}/${index + 1}`),
  )
}

async function listArticlePaths(db: Db, paths: string[]): Promise<string[]> {
  const issues = await readLive(db, 'newsletter', slugsAbove(paths, /^\/newsletter\/([^/]+)\/[^/]+$/))
  return issues.flatMap(({ slug, data }) => {
    const articles = listArticles(data.contents)
    return [
      ...articles.map((article) => articleAddress(slug, article.slug)),
      ...(data.pdf || articles.length > 0 ? [issuePdfAddress(slug)] : []),
    ]
  })
}

const awardForm = /^\/awards\/([^/]+)\/nomination-form(?:\/[\w-]+)?$/

/** The forms of awards whose calls take nominations here. */
async function listAwardFormPaths(db: Db, paths: string[]): Promise<string[]> {
  const forms = paths.filter((path) => awardForm.test(path))
  if (forms.length === 0) return []
  const calls = await selectLive(db, 'call').execute()
  const awards = calls
    .map(({ data }) => fromJson<Data<'call'>>(data))
    .flatMap(({ award, form }) => (form?.online && award ? [award] : []))
  return forms.filter((path) => awards.includes(awardForm.exec(path)?.[1] ?? ''))
}

function slugsAbove(paths: string[], form: RegExp): string[] {
  return [...new Set(paths.flatMap((path) => form.exec(path)?.[1] ?? []))]
}

async function readLive<K extends Kind>(db: Db, kind: K, slugs: string[]) {
  const rows = await inParts(slugs, (part) => selectLive(db, kind).where('entry.slug', 'in', part).execute())
  return rows.map(({ slug, data }) => ({ slug, data: fromJson<Data<K>>(data) }))
}

function selectLive(db: Db, kind: Kind) {
  return db
    .selectFrom('entry')
    .innerJoin('entry_version', (join) =>
      join
        .onRef('entry_version.entry_id', '=', 'entry.id')
        .onRef('entry_version.number', '=', 'entry.live_version'),
    )
    .select(['entry.slug', 'entry_version.data'])
    .where('entry.kind', '=', kind)
}

/** We do not check whether an event has days for its calendar: its page offers the file only if it has. */
function isCalendarOf(there: Set<string>, path: string): boolean {
  return isCalendar(path) && there.has(splitTail(path)!.above)
}
