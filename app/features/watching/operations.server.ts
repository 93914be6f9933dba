import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { LetterDefinition, PlaceholderValues } from '#features/letters/definition.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { sendMail, type MailConfig } from '#server/mail/mail.server.ts'
import { logError } from '#server/observe/log.server.ts'
import { alarmParagraphs } from './alarm-paragraphs.ts'
import { listAlarms, type Alarm, type Watched } from './alarms.server.ts'
import { alarmLetters } from './letters.ts'

export type WatchedSite = Watched & MailConfig & { origin: string }

/**
 * Emails administrators what has gone wrong, once, and once more when it is resolved. If the sending of letters itself
 * has stopped, they are sent from here.
 */
export async function watch(db: Db, site: WatchedSite, now: Date): Promise<void> {
  const letters = await inTransaction(db, async (db) => {
    await lockWork(db, 'alarms')
    const current = (await listAlarms(db, site, now)).filter(({ isQuiet }) => !isQuiet)
    const known = await db.selectFrom('alarm').select(['name', 'sentence']).execute()
    const raised = current.filter(({ name }) => !known.some((one) => one.name === name))
    const cleared = known.filter(({ name }) => !current.some((one) => one.name === name))
    const written = [...(await raise(db, site, raised, now)), ...(await clear(db, site, cleared, now))]
    return current.some(({ name }) => name === 'jobs') ? written : []
  })
  for (const mailId of letters)
    await sendMail(db, site, mailId, now).catch((error: unknown) => logError('alarm.unsent', error))
}

async function raise(db: Db, site: WatchedSite, alarms: Alarm[], now: Date): Promise<string[]> {
  const letters: string[] = []
  for (const { name, sentence } of alarms) {
    await db.insertInto('alarm').values({ name, sentence, raised_at: now.getTime() }).execute()
    await record(db, system, 'alarm.raised', `alarm:${name}`, { sentence }, now)
    const facts = { problem: sentence, paragraph: alarmParagraphs[name] }
    letters.push(...(await notifyAdministrators(db, site, alarmLetters.raised, facts, now)))
  }
  return letters
}

async function clear(db: Db, site: WatchedSite, alarms: { name: string; sentence: string }[], now: Date) {
  const letters: string[] = []
  for (const { name, sentence } of alarms) {
    await db.deleteFrom('alarm').where('name', '=', name).execute()
    await record(db, system, 'alarm.cleared', `alarm:${name}`, {}, now)
    const facts = { problem: sentence }
    letters.push(...(await notifyAdministrators(db, site, alarmLetters.cleared, facts, now)))
  }
  return letters
}

async function notifyAdministrators<Name extends string>(
  db: Db,
  { origin }: WatchedSite,
  letter: LetterDefinition<Name>,
  facts: PlaceholderValues<Name>,
  now: Date,
): Promise<string[]> {
  const administrators = await db
    .selectFrom('staff_user')
    .select(['email', 'name'])
    .where('role', '=', 'admin')
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
  const link = `${origin}/admin/system`
  const letters: string[] = []
  for (const to of administrators) letters.push(await sendLetter(db, to, letter, { facts, link }, now))
  return letters
}
