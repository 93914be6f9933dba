import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { test as base, expect, vi } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { openBackupKey } from '#features/backups/key.server.ts'
import { checkBackup } from '#features/backups/read.server.ts'
import { backupJobs, queueDueBackup } from '#features/backups/schedule.server.ts'
import { guessMapping } from '#features/people/import/fields.ts'
import { importJobs } from '#features/people/import/jobs.server.ts'
import { beginImport, mapColumns, startImport } from '#features/people/import/operations.server.ts'
import { findImport } from '#features/people/import/queries.server.ts'
import { beginCopy, copyFile } from '#features/site-copy/operations.server.ts'
import { findReadyCopy } from '#features/site-copy/queries.server.ts'
import { siteImportJobs } from '#features/site-copy/run-import.server.ts'
import { copyJobs } from '#features/site-copy/run.server.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { readConfig } from '#server/config/config.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { startMailServer } from '#test/harness/mail-server.ts'
import { RunningSite } from '#test/harness/running-server.ts'
import { onlyInFull } from '#test/harness/scale.ts'
import { openFilledSite } from '#test/harness/two-sites.ts'
import { listActions } from '#test/makers/staff.ts'
import { derivePictureJob } from '#features/media/jobs.ts'

/** The built site does heavy jobs in a process beside it, which is killed in the middle. */

type TestSite = Awaited<ReturnType<typeof openFilledSite>> & { site: RunningSite }

const test = base.extend<{ testSite: TestSite }>({
  testSite: [
    async ({}, use) => {
      const filled = await openFilledSite()
      const site = new RunningSite(filled.env)
      await site.start()
      await use({ ...filled, site })
      await site.stop()
      await filled.close()
    },
    { scope: 'file' },
  ],
})

/** On a busy machine processes of a lower priority take their time. */
const soon = { timeout: 100_000, interval: 20 }
const long = { timeout: 240_000 }
const count = 1200
const now = new Date()

test('without heavy jobs there is no such process', ({ testSite: { site } }) => {
  expect(heavyWorkers(site)).toEqual([])
})

test(
  'an import goes on after its process was killed, and after the whole site was killed, and adds each person once',
  { ...long, ...onlyInFull },
  async ({ testSite: { db, admin, site } }) => {
    const before = await countPeople(db)
    const id = await makeImport(db, admin.actor)
    await vi.waitFor(async () => expect(await findImport(db, id)).toMatchObject({ state: 'checked' }), soon)
    await startImport(db, admin.actor, id, now)
    const reached = (rows: number) =>
      vi.waitFor(async () => expect((await findImport(db, id))?.doneCount).toBeGreaterThan(rows), soon)

    await reached(0)
    const [worker = 0] = heavyWorkers(site)
    process.kill(worker, 'SIGKILL')
    const { doneCount: whenKilled = 0 } = (await findImport(db, id)) ?? {}
    await reached(whenKilled)
    const [second = 0] = heavyWorkers(site)
    await site.kill()
    await vi.waitFor(() => expect(() => process.kill(second, 0)).toThrow('ESRCH'), soon)
    expect(await findImport(db, id)).toMatchObject({ state: 'running' })
    await site.start()

    await vi.waitFor(async () => expect(await findImport(db, id)).toMatchObject({ state: 'done' }), soon)
    expect(await findImport(db, id)).toMatchObject({ added: count, failed: 0, doneCount: count })
    expect((await countPeople(db)) - before).toBe(count)
    expect((await listActions(db)).filter((action) => action === 'people.imported')).toHaveLength(1)
  },
)

test(
  'a backup whose process was killed is written anew, once, and can be read',
  long,
  async ({ testSite: { db, site, folder } }) => {
    const config = readConfig({ DATA_DIR: folder })
    await queueDueBackup(db, config, now)
    await queueDueBackup(db, config, now)
    await vi.waitFor(async () => expect(await backups(db)).toMatchObject([{ state: 'running' }]), soon)
    process.kill(heavyWorkers(site)[0] ?? 0, 'SIGKILL')

    await vi.waitFor(async () => expect(await backups(db)).toMatchObject([{ state: 'done' }]), soon)
    const path = (await backups(db))[0]?.path ?? ''
    expect((await checkBackup(path, openBackupKey(config).key)).lost).toEqual([])
    expect(readdirSync(config.backupDir).filter((name) => name.includes('iaps-'))).toEqual([basename(path)])
  },
)

test.for(['archive', 'static'] as const)(
  'an export as %s is made there',
  onlyInFull,
  async (kind, { testSite: { db, admin, folder } }) => {
    const started = await beginCopy(db, admin.actor, kind, new Date())
    if (!started.ok) throw new Error(started.reason)
    await vi.waitFor(
      async () => expect(await findReadyCopy(db, started.id)).toMatchObject({ state: 'done', problem: null }),
      soon,
    )
    expect(existsSync(copyFile(folder, started.id))).toBe(true)
  },
)

test('a letter does not wait behind pictures', long, async ({ testSite: { db, site } }) => {
  const mail = await startMailServer()
  await site.stop()
  const pictures = await db
    .updateTable('job')
    .set({ done_at: null, failed_at: null, attempts: 0, run_at: 0 })
    .where('kind', '=', derivePictureJob)
    .returning('id')
    .execute()
  expect(pictures.length).toBeGreaterThan(20)
  const letter = { kind: 'test', to: 'asha@example.org', subject: 'Good day', text: 'Good day.', html: '' }
  await queueLetter(db, letter, new Date())
  await site.start({ SMTP_URL: mail.url, MAIL_FROM: 'office@example.org' })

  await vi.waitFor(() => expect(mail.received.length).toBe(1), soon)
  const open = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', derivePictureJob)
    .where('done_at', 'is', null)
    .execute()
  expect(open.length).toBeGreaterThan(0)
  await site.kill()
  await db.updateTable('job').set({ done_at: 1 }).where('kind', '=', derivePictureJob).execute()
  await site.start()
})

test('the heavy worker can do every heavy job', async ({ testSite: { db, folder } }) => {
  const site = { ...readConfig({ DATA_DIR: folder }), db, ...openStores({ dataDir: folder }) }
  const ask = async () => new Response()
  const jobs = {
    ...importJobs(db),
    ...siteImportJobs({ ...site, obstacleWords }),
    ...copyJobs({ ...site, ask }),
    ...backupJobs(site),
  }
  const { heavyKinds } = (await import(resolve('heavy-work.ts'))) as { heavyKinds: string[] }
  expect(Object.keys(jobs).toSorted()).toEqual(heavyKinds.toSorted())
})

function backups(db: Db) {
  return db.selectFrom('backup').select(['state', 'path']).execute()
}

async function makeImport(db: Db, actor: Parameters<typeof beginImport>[1]): Promise<string> {
  const rows = Array.from({ length: count }, (_, at) => `H-${at},Person ${words(at)},1994`)
  const bytes = Buffer.from(`No,Name,Year\n${rows.join('\n')}\n`)
  const started = await beginImport(db, actor, { name: 'h.csv', bytes, sheet: '' }, now)
  if (!started.ok) throw new Error(started.sentence)
  await mapColumns(db, actor, started.id, guessMapping(['No', 'Name', 'Year']), now)
  return started.id
}

/** Names that are not similar to each other. */
function words(number: number) {
  return [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit)).repeat(2)).join('k')
}

/** The heavy workers among the child processes of the site. */
function heavyWorkers(site: RunningSite): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return all.flatMap((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === site.pid && args.includes('heavy-worker') ? [Number(pid)] : []
  })
}

async function countPeople(db: Db): Promise<number> {
  const { people } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  return people
}
