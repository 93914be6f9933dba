import type { Db } from '#db/schema/tables.ts'
import { entryAddress } from '#features/content/addresses/addresses.ts'
import { historyKinds, type HistoryItem, type HistoryKind } from '#features/content/kinds/history.ts'

/** What the Academy has done, oldest first: everything published of these kinds whose day or year is known. */
export async function listHistory(db: Db): Promise<HistoryItem[]> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('entry_version as live', (join) =>
      join.onRef('live.entry_id', '=', 'entry.id').onRef('live.number', '=', 'entry.live_version'),
    )
    .leftJoin('entry as award', 'award.id', 'entry.parent_id')
    .leftJoin('entry_version as award_live', (join) =>
      join
        .onRef('award_live.entry_id', '=', 'award.id')
        .onRef('award_live.number', '=', 'award.live_version'),
    )
    .select(['entry.id', 'entry.kind', 'entry.slug', 'entry.sample_at'])
    .select(['live.title', 'live.starts_on', 'live.ends_on', 'live.year'])
    .select(['award.slug as awardSlug', 'award_live.title as awardTitle'])
    .where('entry.kind', 'in', Object.keys(historyKinds))
    .where((eb) => eb.or([eb('live.starts_on', 'is not', null), eb('live.year', 'is not', null)]))
    .execute()
  return rows.flatMap(toItem).toSorted((a, b) => compare(a.from, b.from) || compare(a.title, b.title))
}

interface Row {
  id: string
  kind: string
  slug: string
  sample_at: number | null
  title: string
  starts_on: string | null
  ends_on: string | null
  year: number | null
  awardSlug: string | null
  awardTitle: string | null
}

function toItem(row: Row): HistoryItem[] {
  const kind = row.kind as HistoryKind
  const href = kind === 'recipient' ? awardAddress(row) : entryAddress(kind, row.slug)
  if (!href) return []
  const title = row.awardTitle === null ? row.title : `${row.awardTitle}: ${row.title}`
  const from = row.starts_on ?? String(row.year)
  return [
    { id: row.id, kind, title, href, from, to: row.ends_on ?? undefined, sample: row.sample_at !== null },
  ]
}

/** A recipient of an award that is not published is not shown either. */
function awardAddress({ awardSlug, awardTitle }: Row) {
  return awardSlug !== null && awardTitle !== null ? `/awards/${awardSlug}` : undefined
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0
}
