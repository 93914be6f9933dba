import { sql } from 'kysely'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { entryFolders } from './addresses.ts'
import { inParts } from '#features/content/text/in-parts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { wordsAt } from './link-words.ts'
import { ownOrigins } from './own-addresses.ts'
import { listDeadPaths } from './paths.server.ts'
import { ownRefOf } from './refs.ts'

export interface BrokenLink {
  entryId: string
  kind: Kind
  title: string
  /** What the page says there, if anything. */
  words: string | undefined
  leadsTo: 'page' | 'file'
  /** The address, or the id of the file. */
  target: string
}

const maxShown = 200

/** The broken links that visitors see, by the title of the page, and how many there are. */
export async function listBrokenLinks(
  db: Db,
  origin: string,
  max = maxShown,
): Promise<{ links: BrokenLink[]; total: number }> {
  const paths = await listUnknownPaths(db)
  const occurrences = [
    ...(await listOccurrences(db, 'link', [...(await listDeadPaths(db, paths))])),
    ...(await listOccurrences(db, 'link', await listDeadAddresses(db, origin))),
    ...(await listOccurrences(db, 'file', await listMissingFiles(db))),
  ].toSorted((a, b) => (a.title < b.title ? -1 : 1))
  const shown = occurrences.slice(0, max)
  const texts = await readTexts(db, [...new Set(shown.map(({ entryId }) => entryId))])
  return {
    total: occurrences.length,
    links: shown.map((occurrence) => ({
      ...occurrence,
      words: wordsAt(texts.get(occurrence.entryId), occurrence.target),
    })),
  }
}

/**
 * The internal addresses that are not simply the page of an entry. The database filters those out, because nearly all
 * are.
 */
async function listUnknownPaths(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb.selectFrom('live_ref').select('target').distinct().where('kind', '=', 'link').as('ref'),
    )
    .select('ref.target')
    .where(sql<boolean>`substr(ref.target, 1, 1) = '/'`)
    .where((eb) => eb.not(eb.or(entryFolders.map(([kind, folder]) => isPageOf(kind, folder)))))
    .execute()
  return rows.map(({ target }) => target)
}

function isPageOf(kind: Kind, folder: string) {
  return sql<boolean>`(substr(ref.target, 1, ${folder.length}) = ${folder} and exists (
    select 1 from entry where entry.kind = ${kind}
      and entry.slug = substr(ref.target, ${folder.length + 1}) and entry.live_version is not null
  ))`
}

/** The full addresses under our own host that have no page or file. */
async function listDeadAddresses(db: Db, origin: string): Promise<string[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb.selectFrom('live_ref').select('target').distinct().where('kind', '=', 'link').as('ref'),
    )
    .select('ref.target')
    .where((eb) => eb.or(ownOrigins(origin).map((one) => startsWith(`${one}/`))))
    .execute()
  const own = rows.flatMap(({ target: address }) => {
    const ref = ownRefOf(address, origin)
    return ref ? [{ ...ref, address }] : []
  })
  const ofKind = (kind: string) => own.filter((ref) => ref.kind === kind).map(({ target }) => target)
  const deadPaths = await listDeadPaths(db, ofKind('link'))
  const files = await listPresentFiles(db, ofKind('file'))
  return own
    .filter(({ kind, target }) => (kind === 'file' ? !files.has(target) : deadPaths.has(target)))
    .map(({ address }) => address)
}

function startsWith(beginning: string) {
  return sql<boolean>`substr(ref.target, 1, ${beginning.length}) = ${beginning}`
}

async function listPresentFiles(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await inParts(ids, (part) =>
    db.selectFrom('file').select('id').where('id', 'in', part).where('removed_at', 'is', null).execute(),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Most files exist, too. */
async function listMissingFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb.selectFrom('live_ref').select('target').distinct().where('kind', '=', 'file').as('ref'),
    )
    .leftJoin('file', (join) => join.onRef('file.id', '=', 'ref.target').on('file.removed_at', 'is', null))
    .select('ref.target')
    .where('file.id', 'is', null)
    .execute()
  return rows.map(({ target }) => target)
}

async function listOccurrences(db: Db, refKind: 'link' | 'file', targets: string[]) {
  const rows = await inParts(targets, (part) =>
    liveVersions(db)
      .innerJoin('live_ref as ref', 'ref.entry_id', 'entry.id')
      .select(['entry.id', 'entry.kind', 'entry_version.title', 'ref.target'])
      .where('ref.kind', '=', refKind)
      .where('ref.target', 'in', part)
      .execute(),
  )
  const leadsTo = refKind === 'file' ? ('file' as const) : ('page' as const)
  return rows.map(({ id, kind, title, target }) => ({
    entryId: id,
    kind: kind as Kind,
    title,
    leadsTo,
    target,
  }))
}

async function readTexts(db: Db, ids: string[]): Promise<Map<string, unknown>> {
  const rows = await inParts(ids, (part) =>
    liveVersions(db).select(['entry.id', 'entry_version.data']).where('entry.id', 'in', part).execute(),
  )
  return new Map(rows.map(({ id, data }) => [id, fromJson<unknown>(data)]))
}

function liveVersions(db: Db) {
  return db
    .selectFrom('entry')
    .innerJoin('entry_version', (join) =>
      join
        .onRef('entry_version.entry_id', '=', 'entry.id')
        .onRef('entry_version.number', '=', 'entry.live_version'),
    )
}
