import type { Db } from '#db/schema/tables.ts'
import { inParts } from '#features/content/text/in-parts.ts'
import { pagesBeforeSections } from './addresses.ts'
import { formerPages } from './former-site.ts'
import { findMovedPeople } from './people-paths.server.ts'
import { isFixed } from './slugs.ts'
import { isLocalPath, isSameSection, splitTail } from './redirects.ts'

/** Former addresses and where they lead. */

/** Where a former address leads today, its own or that of the entry above it. */
export async function findRedirect(db: Db, path: string): Promise<string | undefined> {
  return (await findRedirects(db, [path])).get(path)
}

/** The same for several; addresses that are still in use are left out. */
export async function findRedirects(db: Db, paths: string[]): Promise<Map<string, string>> {
  const candidates = paths.flatMap((path) => [path, splitTail(path)?.above ?? path])
  const rows = await inParts([...new Set(candidates)], (part) =>
    db.selectFrom('redirect').select(['from_path', 'to_path']).where('from_path', 'in', part).execute(),
  )
  const targets = new Map(rows.map(({ from_path, to_path }) => [from_path, to_path]))
  const people = await findMovedPeople(db, paths)
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const to = targets.get(path) ?? targetBelow(targets, path) ?? people.get(path) ?? movedByUs(path)
      return to !== undefined && isLocalPath(to) ? [[path, to]] : []
    }),
  )
}

/** The present slugs of renamed awards, by their former ones. One that another award has by now means that award. */
export async function findRenamedAwards(db: Db, slugs: string[]): Promise<Map<string, string>> {
  const paths = slugs.filter((slug) => !isFixed('award', slug)).map((slug) => awards + slug)
  if (paths.length === 0) return new Map()
  const rows = await inParts([...new Set(paths)], (part) =>
    db.selectFrom('redirect').select(['from_path', 'to_path']).where('from_path', 'in', part).execute(),
  )
  const slugOf = (path: string) => path.slice(awards.length)
  const renamed = rows
    .filter(({ to_path }) => to_path.startsWith(awards))
    .map(({ from_path, to_path }): [string, string] => [slugOf(from_path), slugOf(to_path)])
  const inUse = await listAwardsInUse(
    db,
    renamed.map(([former]) => former),
  )
  return new Map(renamed.filter(([former]) => !inUse.has(former)))
}

/** The slug that an award has today. */
export async function findPresentAward(db: Db, slug: string): Promise<string> {
  return (await findRenamedAwards(db, [slug])).get(slug) ?? slug
}

async function listAwardsInUse(db: Db, slugs: string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set()
  const rows = await db
    .selectFrom('entry')
    .select('slug')
    .where('kind', '=', 'award')
    .where('live_version', 'is not', null)
    .where('slug', 'in', slugs)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

const awards = '/awards/'

function movedByUs(path: string): string | undefined {
  return formerPages.get(path) ?? pagesBeforeSections.get(path)
}

function targetBelow(targets: Map<string, string>, path: string): string | undefined {
  const below = splitTail(path)
  const above = below && targets.get(below.above)
  return above && isSameSection(above, below.above) ? above + below.tail : undefined
}

/** Chains are shortened and circles cannot arise: an address that is used again no longer redirects. */
export async function leaveRedirect(db: Db, from: string, to: string, now: Date): Promise<void> {
  await db.deleteFrom('redirect').where('from_path', '=', to).execute()
  await db.updateTable('redirect').set({ to_path: to }).where('to_path', '=', from).execute()
  const created_at = now.getTime()
  await db
    .insertInto('redirect')
    .values({ from_path: from, to_path: to, created_at })
    .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ to_path: to, created_at }))
    .execute()
}
