import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { log, logError } from '#server/observe/log.server.ts'
import { listByMessageId, lockBounce, markBounced, unmarkBounced } from '#server/mail/mail-bounces.server.ts'
import { findMailFor } from './queries.server.ts'
import { readBounceMessage } from './bounce-message.ts'

/**
 * Staff record that a letter bounced, as reported to them or as read in the mailbox. Returns the hash that refuses Undo if
 * another bounce is recorded since.
 */
export function noteBounce(
  db: Db,
  actor: StaffActor,
  id: string,
  note: string,
  now: Date,
): Promise<Outcome<'not-found' | 'not-sent' | 'already-noted', Undoable>> {
  return inTransaction(db, async (db) => {
    const mail = await findMailFor(db, actor.id, id)
    if (!mail) return { ok: false, reason: 'not-found' }
    if (mail.sentAt === null) return { ok: false, reason: 'not-sent' }
    if (!(await markBounced(db, id, note, now))) return { ok: false, reason: 'already-noted' }
    await record(db, actor, 'mail.bounced', `mail:${id}`, { by: 'hand' }, now)
    return { ok: true, shownHash: shownHashOf(await lockBounce(db, id)) }
  })
}

/** Removes the record that a letter bounced. Returns its note. */
export function takeBackBounce(
  db: Db,
  actor: StaffActor,
  { id, shownHash }: { id: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'not-noted' | 'conflict', { before: string }>> {
  return inTransaction(db, async (db) => {
    if (!(await findMailFor(db, actor.id, id))) return { ok: false, reason: 'not-found' }
    const bounce = await lockBounce(db, id)
    if (!bounce) return { ok: false, reason: 'not-noted' }
    if (!isStillShown(shownHash, bounce)) return { ok: false, reason: 'conflict' }
    await unmarkBounced(db, id)
    await record(db, actor, 'mail.bounce-taken-back', `mail:${id}`, {}, now)
    return { ok: true, before: bounce.note }
  })
}

const filesAtOnce = 500
const maxBytes = 1024 * 1024
const retentionMs = 30 * dayMs

/**
 * Reads the reports that a mail server has put into the folder, which is a Maildir. Understood ones go to `done`,
 * others to `unreadable`; both are emptied after thirty days. A report is moved only after its content is stored, and
 * reading one again changes nothing, so nothing is lost wherever the process ends.
 */
export async function readBounces(db: Db, folder: string, now: Date): Promise<void> {
  for (const name of ['tmp', 'new', 'cur', 'done', 'unreadable'])
    await mkdir(join(folder, name), { recursive: true })
  const counts = { done: 0, unreadable: 0 }
  for (const subfolder of ['new', 'cur'])
    for (const name of (await filesIn(join(folder, subfolder))).slice(0, filesAtOnce)) {
      const path = join(folder, subfolder, name)
      try {
        const end = (await takeReport(db, await readBeginning(path), now)) ? 'done' : 'unreadable'
        await rename(path, join(folder, end, name))
        counts[end]++
      } catch (error) {
        if (!isGone(error)) logError('bounces.file-failed', error, { name })
      }
    }
  if (counts.done + counts.unreadable > 0) log('bounces.read', counts)
  for (const end of ['done', 'unreadable']) await clearOld(join(folder, end), now)
}

/** Returns whether the message is a report about letters of ours. */
function takeReport(db: Db, raw: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const report = readBounceMessage(raw)
    if (!report || report.messageIds.length === 0) return false
    const letters = await listByMessageId(db, report.messageIds)
    if (report.isFailure)
      for (const { id } of letters)
        if (await markBounced(db, id, report.note, now))
          await record(db, system, 'mail.bounced', `mail:${id}`, { by: 'mailbox' }, now)
    return letters.length > 0
  })
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

/** Long enough for every report; attachments of our letter do not matter. */
async function readBeginning(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0)
    return buffer.subarray(0, bytesRead).toString()
  } finally {
    await file.close()
  }
}

async function clearOld(folder: string, now: Date): Promise<void> {
  for (const name of await filesIn(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < now.getTime() - retentionMs) await rm(path, { force: true })
  }
}

/** Another process was faster. */
function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
