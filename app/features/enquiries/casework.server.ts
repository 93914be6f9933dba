import { lockRows } from '#db/engine/lock.server.ts'
import type { Db, EnquiryState } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { enquiryLetters } from './letters.ts'
import { thank } from './operations.server.ts'
import { answerableStates, enquiryMoves, openEnquiryMoves, type EnquiryMove } from './workflow.ts'

/** What staff do about messages to the office. */

type Refusal = 'not-found' | 'changed' | 'not-open'

type AssignRefusal = 'not-found' | 'conflict' | 'not-staff'

/** Replies to the sender by email, quoting the message. */
export function replyToEnquiry(
  db: Db,
  actor: StaffActor,
  id: string,
  { reply, version }: { reply: string; version: number },
  now: Date,
): Promise<Outcome<Refusal>> {
  return inTransaction(db, async (db) => {
    const found = await lockSeen(db, id, version)
    if (!found.ok) return found
    const { enquiry } = found
    if (!answerableStates.includes(enquiry.state)) return { ok: false, reason: 'not-open' }
    const { reference, name, email, subject: about, body } = enquiry
    const quote = body.replaceAll(/^/gm, '> ')
    await sendLetter(
      db,
      { name, email },
      enquiryLetters.reply,
      { facts: { reference, about, reply, quote } },
      now,
    )
    await setState(db, enquiry, 'answered', now)
    await addEvent(db, enquiry, actor, 'reply', reply, now)
    await record(db, actor, 'enquiry.answered', `enquiry:${reference}`, {}, now)
    return { ok: true }
  })
}

export function noteOnEnquiry(
  db: Db,
  actor: StaffActor,
  id: string,
  note: string,
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const enquiry = await lockEnquiry(db, id)
    if (!enquiry) return { ok: false, reason: 'not-found' }
    await addEvent(db, enquiry, actor, 'note', note, now)
    await record(db, actor, 'enquiry.noted', `enquiry:${enquiry.reference}`, {}, now)
    return { ok: true }
  })
}

/**
 * Assigns a message to a member of staff, or to nobody. Returns to whom it was assigned before, and the hash that refuses
 * Undo if someone has assigned it since.
 */
export function assignEnquiry(
  db: Db,
  actor: StaffActor,
  id: string,
  { to, shownHash }: { to: string | null } & Undoing,
  now: Date,
): Promise<Outcome<AssignRefusal, { before: string | null } & Undoable>> {
  return inTransaction(db, async (db) => {
    const enquiry = await lockEnquiry(db, id)
    if (!enquiry) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, enquiry.assigned_to)) return { ok: false, reason: 'conflict' }
    const person = to === null ? undefined : await findColleague(db, to)
    if (to !== null && !person) return { ok: false, reason: 'not-staff' }
    await db.updateTable('enquiry').set({ assigned_to: to }).where('id', '=', id).execute()
    await addEvent(db, enquiry, actor, 'assigned', person?.name ?? 'nobody', now)
    await record(db, actor, 'enquiry.assigned', `enquiry:${enquiry.reference}`, { to }, now)
    return { ok: true, before: enquiry.assigned_to, shownHash: shownHashOf(to) }
  })
}

/** One move of one message, as its page offers it. Returns its status before, and its version now. */
export function moveEnquiry(
  db: Db,
  actor: StaffActor,
  id: string,
  { move, version }: { move: EnquiryMove; version: number },
  now: Date,
): Promise<Outcome<Refusal, { before: { state: EnquiryState; isSpam: boolean }; version: number }>> {
  return inTransaction(db, async (db) => {
    const found = await lockSeen(db, id, version)
    if (!found.ok) return found
    const { enquiry } = found
    if (!openEnquiryMoves(enquiry.state).includes(move)) return { ok: false, reason: 'not-open' }
    await makeMove(db, actor, enquiry, move, now)
    const details = { move, from: enquiry.state, to: enquiryMoves[move].to }
    await record(db, actor, 'enquiry.moved', `enquiry:${enquiry.reference}`, details, now)
    const before = { state: enquiry.state, isSpam: enquiry.spam_at !== null }
    return { ok: true, before, version: enquiry.version + 1 }
  })
}

/**
 * The same for several, or assigning them to oneself; those for which it is not open stay as they are. A line names a
 * message and, if Undo sends it, the version that its act made: what someone else has changed since is left and counted.
 * Returns the lines for Undo.
 */
export function dealWithSeveral(
  db: Db,
  actor: StaffActor,
  act: EnquiryMove | 'take',
  which: { lines: string[] } | { flood: string },
  now: Date,
): Promise<{ moved: number; left: number; lines: string[] }> {
  return inTransaction(db, async (db) => {
    const references: string[] = []
    const made: string[] = []
    let left = 0
    const lines = 'lines' in which ? which.lines : await listFlood(db, which.flood)
    // In the same order for everyone, so that two people who choose the same messages never deadlock.
    for (const line of lines.toSorted()) {
      const [id = '', version] = line.split('_')
      const enquiry = await lockEnquiry(db, id)
      if (!enquiry) continue
      if (version !== undefined && version !== String(enquiry.version)) {
        left++
        continue
      }
      if (act === 'take') {
        if (enquiry.assigned_to === actor.id) continue
        await db.updateTable('enquiry').set({ assigned_to: actor.id }).where('id', '=', id).execute()
        const own = await findColleague(db, actor.id)
        await addEvent(db, enquiry, actor, 'assigned', own?.name ?? '', now)
      } else {
        if (!openEnquiryMoves(enquiry.state).includes(act)) continue
        await makeMove(db, actor, enquiry, act, now)
      }
      references.push(enquiry.reference)
      made.push(`${id}_${enquiry.version + 1}`)
    }
    const details = { act, count: references.length, references }
    if (references.length > 0) await record(db, actor, 'enquiry.several-moved', 'enquiry', details, now)
    return { moved: references.length, left, lines: made }
  })
}

type Enquiry = NonNullable<Awaited<ReturnType<typeof lockEnquiry>>>

async function makeMove(db: Db, actor: StaffActor, enquiry: Enquiry, move: EnquiryMove, now: Date) {
  await setState(db, enquiry, enquiryMoves[move].to, now, move === 'spam')
  await addEvent(db, enquiry, actor, move, '', now)
  // While it was held nothing was sent to the address, which may be anyone's.
  if (move === 'clear') await thank(db, enquiry, now)
}

async function setState(db: Db, { id }: Enquiry, state: EnquiryState, now: Date, isSpam = false) {
  const at = now.getTime()
  const ends = { closed_at: state === 'closed' ? at : null, spam_at: isSpam ? at : null }
  await db
    .updateTable('enquiry')
    .set({ state, state_at: at, ...ends, ...(state !== 'closed' && { flood_key: null }) })
    .where('id', '=', id)
    .execute()
}

async function addEvent(
  db: Db,
  { id, version }: Enquiry,
  actor: StaffActor,
  kind: string,
  body: string,
  now: Date,
) {
  const number = version + 1
  // PostgreSQL rejects NUL in a text.
  const text = body.replaceAll('\0', '')
  const event = { enquiry_id: id, number, kind, body: text, made_by: actor.id, made_at: now.getTime() }
  await db.insertInto('enquiry_event').values(event).execute()
  await db.updateTable('enquiry').set({ version: number }).where('id', '=', id).execute()
}

/** Only in the state that the actor's page showed, so that nobody replies where a colleague has just replied. */
async function lockSeen(
  db: Db,
  id: string,
  version: number,
): Promise<Outcome<'not-found' | 'changed', { enquiry: Enquiry }>> {
  const enquiry = await lockEnquiry(db, id)
  if (!enquiry) return { ok: false, reason: 'not-found' }
  return enquiry.version === version ? { ok: true, enquiry } : { ok: false, reason: 'changed' }
}

function lockEnquiry(db: Db, id: string) {
  return db
    .selectFrom('enquiry')
    .select(['id', 'reference', 'state', 'version', 'name', 'email', 'subject', 'body', 'assigned_to'])
    .select('spam_at')
    .where('id', '=', id)
    .$call(lockRows(db))
    .executeTakeFirst()
}

async function listFlood(db: Db, flood: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enquiry')
    .select('id')
    .where('flood_key', '=', flood)
    .where('state', '=', 'held')
    .orderBy('id')
    .limit(5000)
    .execute()
  return rows.map(({ id }) => id)
}

function findColleague(db: Db, id: string) {
  return db
    .selectFrom('staff_user')
    .select('name')
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst()
}
