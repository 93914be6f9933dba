import { randomBytes } from 'node:crypto'
import { putAuditWords } from '#db/search/audit-words.server.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Outcome } from '#outcome.ts'
import { actorName, type Actor } from './actor.ts'
import { hashOfDetails, hashOfEntry } from './chain.ts'
import { writeDetails, type Details } from './details.ts'
import { erasureAction, type ErasedDetails } from './erasure.ts'
import type { AuditAction } from './sentences.ts'
import { wordsOfDetails } from './words.server.ts'

const maxSingleEntries = 200

const actionForm = /^[a-z][a-z-]{0,40}\.[a-z][a-z-]{0,60}$/
// Never an address or a name: what is stored here can never be erased.
const subjectForm = /^[a-z][a-z-]{0,40}(:[A-Za-z0-9][A-Za-z0-9._/-]{0,100})?$/

/** Appends one entry to the trail in the transaction of the act itself, so that neither exists without the other. */
export async function record(
  db: Db,
  actor: Actor,
  action: AuditAction,
  subject: string,
  details: Details,
  now: Date,
): Promise<void> {
  if (!db.isTransaction) throw new Error(`Recording ${action} needs the transaction of the operation.`)
  if (!actionForm.test(action)) throw new Error(`"${action}" is not the name of an action.`)
  if (!subjectForm.test(subject)) throw new Error(`"${subject}" is not a subject of an action.`)
  const body = writeDetails(actor.kind === 'system' ? details : { address: actor.address, ...details })
  const salt = randomBytes(16).toString('hex')

  const head = await lockHead(db)
  const entry = {
    seq: head.seq + 1,
    at: now.getTime(),
    actor: actorName(actor),
    action,
    subject,
    details_hash: hashOfDetails(salt, body),
    previous_hash: head.hash,
  }
  const hash = hashOfEntry(entry)
  await db
    .insertInto('audit_entry')
    .values({ ...entry, hash })
    .execute()
  await db.insertInto('audit_detail').values({ seq: entry.seq, salt, body }).execute()
  await putAuditWords(db, [{ seq: entry.seq, words: wordsOfDetails(body) }])
  await db.updateTable('audit_head').set({ seq: entry.seq, hash }).where('id', '=', 1).execute()
}

/** Entries about one thing or person, entries of one member of staff, or single ones; at least one of these. */
export interface AuditErasure {
  subject?: string
  actorId?: string
  seqs?: number[]
}

/**
 * Removes what entries say about a person: the acts stay, and so does the chain. Which details are gone is itself in
 * the chain, so no erasure goes unrecorded.
 */
export function eraseDetails(
  db: Db,
  actor: Actor,
  what: AuditErasure,
  reason: string,
  now: Date,
): Promise<Outcome<'not-allowed' | 'no-reason' | 'nothing-to-erase', { erased: number }>> {
  return inTransaction(db, async (db) => {
    if (actor.kind !== 'system' && !(actor.kind === 'staff' && actor.role === 'admin'))
      return { ok: false, reason: 'not-allowed' }
    if (reason.trim() === '') return { ok: false, reason: 'no-reason' }

    const { seq: upTo } = await lockHead(db)
    const erased = await deleteDetails(db, what, upTo)
    if (erased === 0) return { ok: false, reason: 'nothing-to-erase' }

    const erasure: ErasedDetails = { of: what, upTo, count: erased }
    const subject = what.subject ?? (what.actorId === undefined ? 'audit' : `staff:${what.actorId}`)
    await record(db, actor, erasureAction, subject, { reason, ...erasure }, now)
    return { ok: true, erased }
  })
}

/** Entries about earlier erasures stay intact: verifying the chain needs them. */
async function deleteDetails(
  db: Db,
  { subject, actorId, seqs = [] }: AuditErasure,
  upTo: number,
): Promise<number> {
  if (seqs.length > maxSingleEntries)
    throw new Error(`${seqs.length} entries are too many to erase in one operation.`)
  const { numDeletedRows } = await db
    .deleteFrom('audit_detail')
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('audit_entry')
        .select('seq')
        .where('seq', '<=', upTo)
        .where('action', '<>', erasureAction)
        .where((eb) =>
          eb.or([
            ...(subject === undefined ? [] : [eb('subject', '=', subject)]),
            ...(actorId === undefined ? [] : [eb('actor', '=', `staff:${actorId}`)]),
            ...(seqs.length === 0 ? [] : [eb('seq', 'in', seqs)]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function lockHead(db: Db) {
  return db
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('id', '=', 1)
    .$call(lockRows(db))
    .executeTakeFirstOrThrow()
}
