import { clearAuditWords, putAuditWords } from '#db/search/audit-words.server.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { compoundsOf } from '#db/search/words.ts'

const mostWords = 5000
const rowsAtOnce = 500

/** The words that the stored details of an entry can be found by: names of fields, and what stands in them. */
export function wordsOfDetails(body: string): string[] {
  return compoundsOf(textsIn(fromJson<unknown>(body)).join(' ')).slice(0, mostWords)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}

/** Works out anew what a search in the trail can find. */
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
