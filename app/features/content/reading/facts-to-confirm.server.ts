import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'

/** An entry with a fact that the Academy still has to confirm. */
export interface FactToConfirm {
  id: string
  kind: Kind
  title: string
  /** What to ask; without it, the source itself is not certain. */
  question: string | undefined
  source: string
  confidence: 'high' | 'medium' | 'low'
}

/** By kind and title. The text is searched first, so that only entries with an open question are read. */
export async function listFactsToConfirm(db: Db): Promise<FactToConfirm[]> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
    .select(['entry.id', 'entry.kind', 'head.title', 'head.data'])
    .where('entry.state', '<>', 'binned')
    .where((eb) =>
      eb.or([
        eb('head.data', 'like', '%"toConfirm":"%'),
        eb('head.data', 'like', '%"confidence":"medium"%'),
        eb('head.data', 'like', '%"confidence":"low"%'),
      ]),
    )
    .orderBy('entry.kind')
    .orderBy('head.title')
    .orderBy('entry.id')
    .execute()
  return rows.flatMap(({ id, kind, title, data }) => {
    const source = sourceIn(data)
    if (!source || (source.confidence === 'high' && !source.toConfirm)) return []
    const { note, confidence, toConfirm } = source
    return [{ id, kind: kind as Kind, title, question: toConfirm, source: note, confidence }]
  })
}

function sourceIn(text: string) {
  const data = fromJson<Data>(text)
  return 'source' in data ? data.source : undefined
}
