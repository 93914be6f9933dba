import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { selfSigned } from '#features/certificates/pdf-signature/self-signed.ts'
import { signerFile } from '#features/certificates/pdf-signature/signer.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { queueJob, runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { queueLetter, sendMail } from '#server/mail/mail.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { startMailServer } from '#test/harness/mail-server.ts'
import { makeStaff } from '#test/makers/staff.ts'
import { findStoreProblem, isFilling, lastKnownStore, listAlarms } from './alarms.server.ts'
import { heartbeat } from './heartbeat.server.ts'
import { watch } from './operations.server.ts'

const minute = 60_000
const hour = 60 * minute
const after = (ms: number) => new Date(monday.getTime() + ms)

test('a healthy site raises no alarm', async ({ db }) => {
  await heartbeat(db, 'schedule')(monday)

  expect(await alarmsAt(db, after(minute))).toEqual([])
})

test('a stopped scheduler is reported within fifteen minutes, and no more once it runs again', async ({
  db,
}) => {
  const beat = heartbeat(db, 'schedule')
  await beat(monday)
  const [early, late] = [await alarmsAt(db, after(7 * minute)), await alarmsAt(db, after(13 * minute))]
  await beat(after(14 * minute))

  expect(early).toEqual([])
  expect(late).toEqual([
    'The scheduler has not run since 2 January 1995, 14:30 IST: nothing is published or closed automatically. Restart the site.',
  ])
  expect(await alarmsAt(db, after(14 * minute))).toEqual([])
})

test('jobs that nobody does are reported, and one in progress is not', async ({ db }) => {
  await queueJob(db, 'test.kind', {}, monday)
  const late = await alarmsAt(db, after(13 * minute))
  await db
    .updateTable('job')
    .set({ leased_until: after(hour).getTime() })
    .execute()

  expect(late).toEqual([
    expect.stringMatching(/^One background job is overdue, the first since 2 January 1995, 14:30 IST/),
  ])
  expect(await alarmsAt(db, after(13 * minute))).toEqual([])
})

test('a mail server that accepts nothing is reported, one refused address is not', async ({ db }) => {
  captureLog()
  const office = await startMailServer()
  const post = { smtpUrl: office.url, mailFrom: 'office@example.org' }
  office.answer = { code: 550, says: 'no such user' }
  const refused = await writeLetter(db, monday)
  await sendMail(db, post, refused, monday).catch(() => undefined)
  await endJobs(db)
  const failing = await alarmsAt(db, after(10 * minute), office.url)
  office.answer = 'take'
  await sendMail(db, post, await writeLetter(db, after(11 * minute)), after(11 * minute))
  await endJobs(db)

  expect(failing).toEqual([
    expect.stringMatching(/^The mail server has not accepted email since .* one email could not/),
  ])
  expect(await alarmsAt(db, after(20 * minute), office.url)).toEqual([])
})

test('the dashboard warns while no anchor of the audit trail leaves the machine, and no letter does', async ({
  db,
}) => {
  await makeStaff(db, monday, { role: 'admin', email: 'asha@example.org' })
  const site = {
    ...folders(),
    smtpUrl: 'smtp://127.0.0.1:9',
    mailFrom: 'a@b.org',
    origin: 'https://iaps.example',
  }
  const warn = async (smtpUrl?: string) =>
    (await listAlarms(db, { ...site, smtpUrl }, monday)).find(({ name }) => name === 'anchors')?.sentence

  expect(await warn()).toMatch(/Set up a mail server \(SMTP_URL\)\. In the settings, enter an address/)
  expect(await warn(site.smtpUrl)).toMatch(
    /could rewrite the audit trail unnoticed\. In the settings, enter an address/,
  )
  await watch(db, site, monday)
  expect(await db.selectFrom('alarm').select('name').where('name', '=', 'anchors').execute()).toEqual([])
  await changeSettings(db, system, { auditMailTo: 'auditor@example.com' }, monday)
  expect(await warn(site.smtpUrl)).toBeUndefined()
  expect(await warn()).toMatch(/rewrite the audit trail unnoticed\. Set up a mail server \(SMTP_URL\)\.$/)
})

test('a disk is almost full when little of it is free and little is left', () => {
  expect(isFilling(30e9, 1000e9)).toBe(false)
  expect(isFilling(5e9, 20e9)).toBe(false)
  expect(isFilling(5e9, 100e9)).toBe(true)
})

test('a late or failed backup is reported, unless none are wanted', async ({ db }) => {
  await heartbeat(db, 'schedule')(monday)
  const beat = async (now: Date) => heartbeat(db, 'schedule')(now)
  await beat(after(30 * hour))
  const fresh = await alarmsAt(db, after(30 * hour))
  await beat(after(40 * hour))
  const late = await alarmsAt(db, after(40 * hour))
  await addBackup(db, 'failed', after(40 * hour))
  const failed = await alarmsAt(db, after(40 * hour))
  await addBackup(db, 'done', after(41 * hour))
  await beat(after(42 * hour))
  const well = await alarmsAt(db, after(42 * hour))
  await beat(after(90 * hour))
  const lateAgain = await alarmsAt(db, after(90 * hour))
  await changeSettings(db, system, { backupEveryHours: 0 }, monday)

  expect(fresh).toEqual([])
  expect(late).toEqual([
    expect.stringMatching(/^The last backup was made on 2 January 1995, 14:30 IST, which is too long ago/),
  ])
  expect(failed).toEqual(['The backup of 4 January 1995, 06:30 IST failed: The disk is full.'])
  expect(well).toEqual([])
  expect(lateAgain).toEqual([expect.stringMatching(/^The last backup was made on 4 January 1995, 07:30 IST/)])
  expect(await alarmsAt(db, after(90 * hour))).toEqual([])
})

test('administrators get one letter when something goes wrong and one when it is resolved, editors none', async ({
  db,
}) => {
  const office = await startMailServer()
  await makeStaff(db, monday, { role: 'admin', email: 'asha@example.org' })
  await makeStaff(db, monday, { role: 'editor' })
  const site = {
    ...folders(),
    smtpUrl: office.url,
    mailFrom: 'office@example.org',
    origin: 'https://iaps.example',
  }
  const beat = heartbeat(db, 'schedule')
  await beat(monday)
  const watchAt = async (minutes: number) => {
    const send = ({ mailId }: { mailId: string }) => sendMail(db, site, mailId, after(minutes * minute))
    await watch(db, site, after(minutes * minute))
    await runDueJobs(db, { [sendMailJob]: send }, () => after(minutes * minute))
  }
  for (const minutes of [1, 12, 13, 14]) await watchAt(minutes)
  const sentBefore = office.received.length
  await beat(after(20 * minute))
  for (const minutes of [20, 21]) await watchAt(minutes)

  expect(sentBefore).toBe(1)
  expect(office.recipients).toEqual(['asha@example.org', 'asha@example.org'])
  const letters = await db.selectFrom('mail').select(['subject', 'body_text']).orderBy('queued_at').execute()
  expect(letters[0]?.body_text).toContain('in docs/running.md, under “The scheduler has stopped”.')
  expect(letters.map(({ subject }) => subject.split(' – ')[0])).toEqual([
    'There is a problem with the site',
    'Solved: the problem with the site',
  ])
  const acts = await db
    .selectFrom('audit_entry')
    .select('action')
    .where('action', 'like', 'alarm.%')
    .orderBy('seq')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual(['alarm.raised', 'alarm.cleared'])
  expect(await db.selectFrom('alarm').selectAll().execute()).toEqual([])
})

test('if nobody does the jobs, the letter about it is still sent', async ({ db }) => {
  const office = await startMailServer()
  await makeStaff(db, monday, { role: 'admin', email: 'asha@example.org' })
  await queueJob(db, 'test.kind', {}, monday)
  const post = { smtpUrl: office.url, mailFrom: 'office@example.org', origin: 'https://iaps.example' }
  await watch(db, { ...folders(), ...post }, after(10 * minute))

  expect(office.received[0]?.raw).toMatch(/overdue/)
})

test('a store that fails or does not answer is reported, and one without the file is not', async ({ db }) => {
  expect(await findStoreProblem({ has: async () => false })).toBeUndefined()
  const storeProblem = await findStoreProblem({ has: () => Promise.reject(new Error('away')) })
  expect(await findStoreProblem({ has: () => new Promise(() => {}) })).toBe(storeProblem)
  const alarms = await listAlarms(db, { ...folders(), smtpUrl: undefined, storeProblem }, monday)
  expect(alarms.find(({ name }) => name === 'store')?.sentence).toMatch(/^The file store does not respond/)
})

test('the last known state of the store is available at once', async () => {
  const isUp = lastKnownStore({ has: () => Promise.reject(new Error('away')) })

  expect(isUp()).toBe(true)
  await expect.poll(isUp).toBe(false)
})

test('recovery points that stopped are reported after five minutes, on a site that takes them', async ({
  db,
}) => {
  await heartbeat(db, 'schedule')(after(minute))
  const site = { ...folders(), smtpUrl: undefined }
  const recoveryAt = async (ms: number, recoveryDays: number) =>
    (await listAlarms(db, { ...site, recoveryDays }, after(ms))).find(({ name }) => name === 'recovery')

  expect(await recoveryAt(5 * minute, 7)).toBeUndefined()
  expect((await recoveryAt(6 * minute, 7))?.sentence).toMatch(
    /^No recovery point has been stored since 2 January 1995, 14:31 IST/,
  )
  expect(await recoveryAt(6 * minute, 0)).toBeUndefined()
})

test('a certificate for PDF files that expires is reported a month before, and one that cannot be read', async ({
  db,
}) => {
  const site = { ...folders(), smtpUrl: undefined }
  const alarmAt = async (now: Date) =>
    (await listAlarms(db, site, now)).find(({ name }) => name === 'signer')?.sentence
  expect(await alarmAt(monday)).toBeUndefined()

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const end = after(60 * 24 * hour)
  const certificate = selfSigned(privateKey, 'Sample Academy', monday, end).toString('base64')
  const pem = `${privateKey.export({ type: 'pkcs8', format: 'pem' })}-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`
  writeFileSync(signerFile(site.dataDir), pem)
  expect(await alarmAt(after(29 * 24 * hour))).toBeUndefined()
  expect(await alarmAt(after(31 * 24 * hour))).toMatch(/expires on 3 March 1995, 14:30 IST/)
  expect(await alarmAt(after(61 * 24 * hour))).toMatch(/expired on 3 March 1995, 14:30 IST/)
  writeFileSync(signerFile(site.dataDir), 'no key')
  expect(await alarmAt(monday)).toMatch(/cannot be read: nobody can download a certificate as a PDF/)
})

async function alarmsAt(db: Db, now: Date, smtpUrl?: string): Promise<string[]> {
  const alarms = await listAlarms(db, { ...folders(), smtpUrl }, now)
  return alarms.filter(({ name }) => name !== 'disk' && name !== 'anchors').map(({ sentence }) => sentence)
}

function folders() {
  const dataDir = mkdtempSync(join(tmpdir(), 'watch-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return { dataDir, backupDir: join(dataDir, 'backups') }
}

function writeLetter(db: Db, now: Date) {
  const letter = { kind: 'test', to: 'asha@example.org', subject: 'A letter', text: 'Hello.', html: '' }
  return queueLetter(db, letter, now)
}

/** The letters themselves are not tested here. */
async function endJobs(db: Db) {
  await db.updateTable('job').set({ done_at: 1 }).execute()
}

async function addBackup(db: Db, state: 'done' | 'failed', now: Date) {
  const at = now.getTime()
  const ended = { ended_at: at, bytes: 9, problem: state === 'failed' ? 'The disk is full.' : null }
  await db
    .insertInto('backup')
    .values({ id: `${state}-${at}`, path: '/b', state, made_by: 'command', begun_at: at, ...ended })
    .execute()
}
