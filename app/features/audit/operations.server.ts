import { randomBytes } from 'node:crypto'
import { lockRows } from '#db/lock.server.ts'
import type { Db } from '#db/tables.ts'
import { actorName, type Actor } from './actor.ts'
import { hashOfDetails, hashOfEntry } from './chain.ts'
import { writeDetails, type Details } from './details.ts'

const actionForm = /^[a-z][a-z-]{0,40}\.[a-z][a-z-]{0,60}$/
// No place for an address or a name: what stands here can never be erased.
const subjectForm = /^[a-z][a-z-]{0,40}(:[A-Za-z0-9][A-Za-z0-9._/-]{0,100})?$/

/** Appends one entry to the trail, in the transaction of the act itself, so that neither can be without the other. */
export async function record(
  db: Db,
  actor: Actor,
  action: string,
  subject: string,
  details: Details,
  now: Date,
): Promise<void> {
  if (!db.isTransaction) throw new Error(`Recording ${action} needs the transaction of the act.`)
  if (!actionForm.test(action)) throw new Error(`"${action}" is no name of an action.`)
  if (!subjectForm.test(subject)) throw new Error(`"${subject}" is no subject of an action.`)
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
  await db.updateTable('audit_head').set({ seq: entry.seq, hash }).where('id', '=', 1).execute()
}

function lockHead(db: Db) {
  return db
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('id', '=', 1)
    .$call(lockRows(db))
    .executeTakeFirstOrThrow()
}
