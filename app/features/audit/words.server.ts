import { clearAuditWords, putAuditWords } from '#db/search/audit-words.server.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { compoundsOf } from '#db/search/words.ts'

const maxWords = 5000
const rowsAtOnce = 500

/** The words that the stored details of an entry can be found by: field names and values. */
export function wordsOfDetails(body: string): string[] {
  return compoundsOf(textsIn(fromJson<unknown>(body)).join(' ')).slice(0, maxWords)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}

/** Rebuilds the search index of the trail. */
export async function rebuildAuditWords(db: Db): Promise<void> {
  await clearAuditWords(db)
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('audit_detail')
      .select(['seq', 'body'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(rowsAtOnce)
      .execute()
    await putAuditWords(
      db,
      rows.map(({ seq, body }) => ({ seq, words: wordsOfDetails(body) })),
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}
