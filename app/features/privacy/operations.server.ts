import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { liftDeadline } from '#db/engine/deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { eraseDetails, record } from '#features/audit/operations.server.ts'
import { forgetSender } from '#features/enquiries/person.server.ts'
import type { Outcome } from '#outcome.ts'
import { removePeople } from '#features/people/editing.server.ts'
import { listPictureIds } from '#features/people/pictures.server.ts'
import { retainedSince } from '#features/settings/retention.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { forgetCase, forgetLettersTo, forgetPart } from './erasing.server.ts'
import { noteErased, noteErasedAddress } from '#features/erasures/operations.server.ts'
import { listDueForErasure, listNamedIn, type NamedIn } from './queries.server.ts'

export type EraseRefusal = 'nothing-found' | 'case-open' | 'case-held' | 'has-account' | 'no-reason'

/**
 * Erases a person on request, everywhere: cases, files, messages to the office, letters, confirmations, notes, the
 * register and the details of the audit trail. All or nothing: while one of the cases is open or on hold, everything
 * stays. Cases that name the actor are left out, and the answer is the same as if they did not exist; another
 * administrator erases those.
 */
export async function erasePerson(
  db: Db,
  store: FileStore,
  actor: Actor,
  { email, reason }: { email: string; reason: string },
  now: Date,
): Promise<Outcome<EraseRefusal, { cases: number }>> {
  if (reason.trim() === '') return { ok: false, reason: 'no-reason' }
  liftDeadline()
  const address = email.toLowerCase()
  const done = await inTransaction(db, async (db) => {
    const named = await listNamedIn(db, address, actor)
    const isWhole = named.length === (await listNamedIn(db, address)).length
    const refusal = (await hasAccount(db, address)) ? 'has-account' : refusalFor(named)
    if (refusal) return { ok: false as const, reason: refusal }
    await noteWhole(db, named, now)
    const { hadAny, files } = await forgetAddress(db, actor, address, named, reason, now)
    if (!hadAny) return { ok: false as const, reason: 'nothing-found' as const }
    // A restored backup erases a recorded address everywhere, including the cases that were left out.
    if (isWhole) await noteErasedAddress(db, address, now)
    await record(db, actor, 'person.erased', 'privacy', { reason, cases: named.length }, now)
    return { ok: true as const, cases: named.length, files }
  })
  if (!done.ok) return done
  await removeFiles(store, done.files)
  return { ok: true, cases: done.cases }
}

/**
 * Cases about the person are erased completely. Their outcome is recorded, for a backup in which they are still open.
 */
async function noteWhole(db: Db, named: NamedIn[], now: Date) {
  const whole = named.filter(({ roles }) => roles.includes('subject'))
  for (const { id, personId } of whole) {
    await noteCase(db, id, now)
    if (personId) await noteErased(db, [{ kind: 'person', key: personId }], now)
  }
}

async function noteCase(db: Db, id: string, now: Date) {
  const { state, ended_at } = await db
    .selectFrom('dossier')
    .select(['state', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await noteErased(db, [{ kind: 'case', key: id, state, ended_at: ended_at ?? now.getTime() }], now)
}

/** Removes an address from everything. Returns whether it was anywhere, and the files that no longer have a row. */
export async function forgetAddress(
  db: Db,
  actor: Actor,
  address: string,
  named: NamedIn[],
  reason: string,
  now: Date,
): Promise<{ hadAny: boolean; files: string[] }> {
  const { references, hadAny } = await forgetSender(db, address)
  for (const reference of references)
    await eraseDetails(db, actor, { subject: `enquiry:${reference}` }, reason, now)
  const files: string[] = []
  for (const caseRow of named) files.push(...(await eraseFrom(db, actor, caseRow, address, reason, now)))
  const people = named.flatMap(({ personId, roles }) =>
    personId && roles.includes('subject') ? [personId] : [],
  )
  await forgetPeople(db, actor, people, reason, now)
  const letters = await forgetLettersTo(db, actor, address)
  return { hadAny: hadAny || named.length + letters > 0, files }
}

function refusalFor(named: NamedIn[]): EraseRefusal | undefined {
  if (named.some(({ isHeld }) => isHeld)) return 'case-held'
  return named.some(({ isEnded }) => !isEnded) ? 'case-open' : undefined
}

async function eraseFrom(
  db: Db,
  actor: Actor,
  { id, reference, roles }: NamedIn,
  address: string,
  reason: string,
  now: Date,
): Promise<string[]> {
  const isWhole = roles.includes('subject')
  for (const role of isWhole ? [] : roles) await forgetPart(db, id, role, address)
  const files = isWhole ? await forgetCase(db, id, now) : []
  await eraseDetails(db, actor, { subject: `case:${reference}` }, reason, now)
  return files
}

/** Removes the person from the register and every cached page of it, and from the details of the audit trail. */
export async function forgetPeople(db: Db, actor: Actor, ids: string[], reason: string, now: Date) {
  if (ids.length === 0) return
  const pictures = await listPictureIds(db, ids)
  for (const subject of [...ids.map((id) => `person:${id}`), ...pictures.map((id) => `file:${id}`)])
    await eraseDetails(db, actor, { subject }, reason, now)
  await removePeople(db, ids, now)
  await raiseContentVersion(db, now)
}

async function hasAccount(db: Db, email: string): Promise<boolean> {
  const account = await db.selectFrom('staff_user').select('id').where('email', '=', email).executeTakeFirst()
  return account !== undefined
}

const casesAtOnce = 100

/** Erases closed cases after the months in the settings, and returns how many. Repeating it changes nothing. */
export async function eraseOldCases(db: Db, store: FileStore, now: Date): Promise<number> {
  const due = await listDueForErasure(db, await casesRetainedSince(db, now), casesAtOnce)
  for (const { id, reference } of due) {
    const files = await inTransaction(db, async (db) => {
      await noteCase(db, id, now)
      const forgotten = await forgetCase(db, id, now)
      await eraseDetails(db, system, { subject: `case:${reference}` }, 'Its retention period ended.', now)
      await record(db, system, 'case.erased', `case:${reference}`, {}, now)
      return forgotten
    })
    await removeFiles(store, files)
  }
  return due.length
}

/** Long enough to notice that something was closed as spam by mistake; its content is mostly about strangers. */
const spamDays = 30

/** The dates before which ended cases, and those closed as spam, are erased. */
export async function casesRetainedSince(db: Db, now: Date): Promise<{ ended: Date; spam: Date }> {
  return { ended: await retainedSince(db, now), spam: new Date(now.getTime() - spamDays * 86_400_000) }
}

/** After the rows are gone for good. The daily clearing finds a file that a failure left behind. */
async function removeFiles(store: FileStore, names: string[]) {
  for (const sha256 of names) await store.remove(sha256)
}
