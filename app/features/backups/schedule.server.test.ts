import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { holdMail, isMailHeld } from '#server/mail/mail-hold.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { sendMail } from '#server/mail/mail.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { backUpWhenDue, test, writeOne } from '#test/makers/backups.ts'
import { listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { monday } from '#test/harness/db.ts'
import { objectsAt } from '#test/harness/object-store.ts'
import { startMailServer } from '#test/harness/mail-server.ts'
import { inShortOnlyOn } from '#test/harness/scale.ts'
import { backupPath } from './backup-store.server.ts'
import { drillWhenDue } from './drill.server.ts'
import { makeBackup } from './operations.server.ts'
import { releaseMail } from './release.server.ts'
import { readBackups } from './queries.server.ts'
import { scheduledTimeAt } from './schedule.server.ts'

const hour = 3_600_000
/** After two in the morning in office time, on different days for different tests. */
const night = (day: number) => new Date(Date.parse('1995-02-01T20:45:00Z') + day * 24 * hour)

test('scheduled backups are a number of hours apart, one of them at the given hour', () => {
  const iso = (text: string, every: number) =>
    new Date(scheduledTimeAt(new Date(text), every, 2)).toISOString()

  expect(iso('1995-02-01T20:29:59Z', 24)).toBe('1995-01-31T20:30:00.000Z')
  expect(iso('1995-02-01T20:30:00Z', 24)).toBe('1995-02-01T20:30:00.000Z')
  expect(iso('1995-02-01T10:29:00Z', 1)).toBe('1995-02-01T09:30:00.000Z')
})

test('one backup is made for each scheduled time, by whichever process comes first', async ({
  sourceSite,
}) => {
  captureLog()
  const before = await count(sourceSite.db)
  await Promise.all([1, 2, 3].map(() => backUpWhenDue(sourceSite, () => night(1))))
  await backUpWhenDue(sourceSite, () => new Date(night(1).getTime() + 5 * hour))

  expect((await count(sourceSite.db)) - before).toBe(1)
  expect((await readBackups(sourceSite.db)).lastMadeAt).toEqual(night(1))
})

test('a failed backup is retried after an hour, and staff see why', async ({ sourceSite }) => {
  captureLog()
  const blocked = join(sourceSite.dataDir, 'blocked')
  writeFileSync(blocked, '')
  const site = { ...sourceSite, backupDir: join(blocked, 'below') }
  await backUpWhenDue(site, () => night(2))
  const [failed] = (await readBackups(sourceSite.db)).latest
  const later = (ms: number) => () => new Date(night(2).getTime() + ms)
  await backUpWhenDue(sourceSite, later(hour / 2))
  const between = (await readBackups(sourceSite.db)).latest
  await backUpWhenDue(sourceSite, later(hour))

  expect(failed).toMatchObject({ state: 'failed', problem: expect.stringMatching(/ENOTDIR|EEXIST/) })
  expect(between[0]?.id).toBe(failed?.id)
  expect((await readBackups(sourceSite.db)).latest[0]).toMatchObject({ state: 'done' })
})

test('a killed process leaves the scheduled time to the next', async ({ sourceSite }) => {
  captureLog()
  const at = night(3).getTime()
  const killed = { id: 'killed', path: '/gone', state: 'running', made_by: 'schedule' } as const
  const slot = scheduledTimeAt(night(3), 24, 2)
  await sourceSite.db
    .insertInto('backup')
    .values({ ...killed, slot, begun_at: at, busy_until: at + 1 })
    .execute()
  await backUpWhenDue(sourceSite, () => new Date(at + 10))
  await backUpWhenDue(sourceSite, () => new Date(at + 10 + hour))
  const [made, lost] = (await readBackups(sourceSite.db)).latest

  expect(lost).toMatchObject({ state: 'failed', problem: 'The site was stopped in the meantime.' })
  expect(made).toMatchObject({ state: 'done' })
})

test(
  'as many are retained as the settings say, and none are made if they say so',
  inShortOnlyOn('sqlite'),
  async ({ sourceSite }) => {
    captureLog()
    await changeSettings(sourceSite.db, system, { backupsKept: 2 }, monday)
    for (const day of [4, 5, 6]) await backUpWhenDue(sourceSite, () => night(day))
    const files = readdirSync(sourceSite.backupDir)
    await changeSettings(sourceSite.db, system, { backupEveryHours: 0 }, monday)
    await backUpWhenDue(sourceSite, () => night(7))

    expect(files).toEqual([
      'erasures.jsonl',
      'iaps-1995-02-06T20-45-00Z.backup',
      'iaps-1995-02-07T20-45-00Z.backup',
    ])
    expect(readdirSync(sourceSite.backupDir)).toEqual(files)
    await changeSettings(sourceSite.db, system, { backupEveryHours: 24, backupsKept: 14 }, monday)
  },
)

test(
  'the drill restores the newest backup once a week, and reports when and what it found',
  inShortOnlyOn('sqlite'),
  async ({ sourceSite }) => {
    captureLog()
    await backUpWhenDue(sourceSite, () => night(8))
    await drillWhenDue(sourceSite, () => night(8))
    const first = (await readBackups(sourceSite.db)).drill
    await backUpWhenDue(sourceSite, () => night(14))
    await drillWhenDue(sourceSite, () => night(14))
    const second = (await readBackups(sourceSite.db)).drill
    const [newest] = (await readBackups(sourceSite.db)).latest
    appendFileSync(newest?.path ?? '', 'x')
    await drillWhenDue(sourceSite, () => night(15))

    expect(first).toEqual({ at: night(8), ofBackup: night(8), problem: null })
    expect(second).toEqual(first)
    expect((await readBackups(sourceSite.db)).drill).toEqual({
      at: night(15),
      ofBackup: night(14),
      problem: 'This backup is longer than it should be. Use another copy of it.',
    })
    expect(existsSync(join(sourceSite.dataDir, '.drill'))).toBe(false)
  },
)

test('a restored copy sends nothing until an administrator allows it, and then what was written since', async ({
  sourceSite,
}) => {
  captureLog()
  const office = await startMailServer()
  await sourceSite.db.updateTable('job').set({ done_at: 1 }).where('kind', '=', sendMailJob).execute()
  await writeOne(sourceSite.db, monday)
  await sourceSite.db.updateTable('job').set({ done_at: 1 }).where('kind', '=', sendMailJob).execute()
  await holdMail(sourceSite.db, night(1))
  const mailId = await writeOne(sourceSite.db, night(2))
  const post = { smtpUrl: office.url, mailFrom: 'office@example.org' }
  const handlers = {
    [sendMailJob]: ({ mailId }: { mailId: string }) => sendMail(sourceSite.db, post, mailId, night(2)),
  }
  await runDueJobs(sourceSite.db, handlers, () => night(2))
  const whileHeld = office.received.length
  const released = await releaseMail(sourceSite.db, system, night(3))
  await runDueJobs(sourceSite.db, handlers, () => night(3))
  const again = await releaseMail(sourceSite.db, system, night(3))

  expect(whileHeld).toBe(0)
  expect([released, again]).toEqual([{ ok: true }, { ok: false, reason: 'not-held' }])
  expect(await isMailHeld(sourceSite.db)).toBe(false)
  expect(office.received).toHaveLength(1)
  const sent = await sourceSite.db.selectFrom('mail').select('id').where('sent_at', 'is not', null).execute()
  expect(sent).toEqual([{ id: mailId }])
})

test('a backup under way says how much of it is written, compared with the last one', async ({
  sourceSite,
}) => {
  captureLog()
  await backUpWhenDue(sourceSite, () => night(30))
  const [last] = (await readBackups(sourceSite.db)).latest
  const interrupted = new AbortController()
  let seconds = 0
  const clock = () => {
    seconds += 6
    if (seconds > 120) interrupted.abort()
    return new Date(night(31).getTime() + seconds * 1000)
  }
  const wanted = { path: join(sourceSite.backupDir, 'interrupted.backup') }
  await expect(makeBackup(sourceSite, wanted, clock, interrupted.signal)).rejects.toThrow(/abort/)
  const [underWay] = (await readBackups(sourceSite.db)).latest

  expect(last).toMatchObject({ state: 'done', expected: null })
  expect(underWay).toMatchObject({ state: 'running', expected: { rows: last?.rows, files: last?.files } })
  expect(underWay?.rows).toBeGreaterThan(0)
  expect(underWay?.rows).toBeLessThan(last?.rows ?? 0)

  // Nothing of a backup that is not there counts.
  await backUpWhenDue(sourceSite, () => night(32))
  const lost = (await readBackups(sourceSite.db)).latest.find(({ id }) => id === underWay?.id)
  expect(lost).toMatchObject({ state: 'failed', rows: null, files: null })
})

test(
  'a backup that takes long to send is not taken for one that was lost',
  inShortOnlyOn('sqlite'),
  async ({ sourceSite }) => {
    captureLog()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let now = night(40)
    const sending = Promise.withResolvers<() => void>()
    const store = createServer((request, response) => {
      request.resume().on('end', () => sending.resolve(() => response.end()))
    })
    onTestFinished(() => {
      store.closeAllConnections()
      store.close()
    })
    const address = `http://S3RVER:S3RVER@127.0.0.1:${await listen(store)}/academy/site?region=eu-central-1`
    const site = { ...sourceSite, backupObjects: objectsAt(address, sourceSite.dataDir) }
    const made = makeBackup(site, { path: backupPath(site, now) }, () => now)
    const answer = await sending.promise
    const [running] = (await readBackups(sourceSite.db)).latest

    now = new Date(now.getTime() + 4 * 60_000)
    vi.advanceTimersByTime(60_000)
    const busyUntil = () =>
      sourceSite.db
        .selectFrom('backup')
        .select('busy_until')
        .where('id', '=', running?.id ?? '')
        .executeTakeFirstOrThrow()
    await expect.poll(busyUntil).toEqual({ busy_until: now.getTime() + 5 * 60_000 })
    answer()
    expect(await made).toMatchObject({ ok: true, id: running?.id })
  },
)

async function count(db: Db): Promise<number> {
  const rows = await db.selectFrom('backup').select('id').execute()
  return rows.length
}
