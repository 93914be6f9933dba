import type { Db } from '#db/tables.ts'

/** Somewhere that shows a file. */
export interface Place {
  entryId: string
  kind: string
  title: string
  /** Whether visitors see it there now. */
  isLive: boolean
}

/** The entries whose newest or public version names a file, by title. */
export async function listPlaces(db: Db, fileId: string): Promise<Place[]> {
  const rows = await db
    .selectFrom('entry_version_ref as ref')
    .innerJoin('entry', 'entry.id', 'ref.entry_id')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
    .select(['entry.id', 'entry.kind', 'head.title', 'entry.live_version', 'ref.number'])
    .where('ref.kind', '=', 'file')
    .where('ref.target', '=', fileId)
    .where((eb) =>
      eb.or([
        eb('ref.number', '=', eb.ref('entry.head_version')),
        eb('ref.number', '=', eb.ref('entry.live_version')),
      ]),
    )
    .orderBy('head.title')
    .orderBy('entry.id')
    .execute()
  const places = new Map<string, Place>()
  for (const { id, kind, title, live_version, number } of rows) {
    const isLive = number === live_version || (places.get(id)?.isLive ?? false)
    places.set(id, { entryId: id, kind, title, isLive })
  }
  return [...places.values()]
}
