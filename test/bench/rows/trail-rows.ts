import { putAuditWords } from '#db/search/audit-words.server.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { hashOfDetails, hashOfEntry } from '#features/audit/chain.ts'
import { wordsOfDetails } from '#features/audit/words.server.ts'
import { slicesOf } from '#test/bench/slices.ts'

export interface Save {
  id: string
  version: number
  title: string
  at: number
  by: string
}

const salt = '0'.repeat(32)

/** Every save is in the audit trail, and the chain is real, only written faster than by actions. */
export async function addSaves(db: Db, saves: Save[]): Promise<void> {
  await inTransaction(db, async (db) => {
    let head = await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
    for (const part of slicesOf(saves, 1000)) {
      const entries = []
      const details = []
      for (const { id, version, title, at, by } of part) {
        const body = toJson({
          address: '192.0.2.1',
          title,
          version,
          changes: { Summary: ['Short', 'Longer'] },
        })
        const entry = {
          ...{ seq: head.seq + 1, at, actor: `staff:${by}`, action: 'entry.saved', subject: `entry:${id}` },
          ...{ details_hash: hashOfDetails(salt, body), previous_hash: head.hash },
        }
        head = { seq: entry.seq, hash: hashOfEntry(entry) }
        entries.push({ ...entry, hash: head.hash })
        details.push({ seq: entry.seq, salt, body })
      }
      await db.insertInto('audit_entry').values(entries).execute()
      await db.insertInto('audit_detail').values(details).execute()
      await putAuditWords(
        db,
        details.map(({ seq, body }) => ({ seq, words: wordsOfDetails(body) })),
      )
    }
    await db.updateTable('audit_head').set(head).where('id', '=', 1).execute()
  })
}
