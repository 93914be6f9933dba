import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { eraseDetails } from '#features/audit/operations.server.ts'

const entriesAtOnce = 200
const peopleAtOnce = 500
const why = 'We permanently deleted the person’s data.'

/** The audit trail names the reason for a removal only for as long as we have the person’s data. */
export async function forgetRemovalReasons(db: Db, ids: string[], now: Date): Promise<void> {
  const seqs: number[] = []
  for (let start = 0; start < ids.length; start += peopleAtOnce) {
    const subjects = ids.slice(start, start + peopleAtOnce).map((id) => `person:${id}`)
    const entries = await db
      .selectFrom('audit_entry')
      .select('seq')
      .where('subject', 'in', subjects)
      .where('action', 'in', ['person.removal-proposed', 'person.removal-released'])
      .orderBy('seq')
      .execute()
    seqs.push(...entries.map(({ seq }) => seq))
  }
  for (let start = 0; start < seqs.length; start += entriesAtOnce)
    await eraseDetails(db, system, { seqs: seqs.slice(start, start + entriesAtOnce) }, why, now)
}
