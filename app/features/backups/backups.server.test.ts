import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { anchorKey } from '#features/audit/anchor-signatures.server.ts'
import { anchorFile, readAnchors, writeAnchor } from '#features/audit/anchors.server.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { statusLetterJob } from '#features/cases/jobs.ts'
import { linkLetterJob } from '#features/staff/joining/jobs.ts'
import { mailingJob, newsletterLetterJob } from '#features/newsletter/jobs.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { findMailHold } from '#server/mail/mail-hold.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { backUp, backupKey, dumpAll, test, writeOne, type EmptySite } from '#test/makers/backups.ts'
import { monday } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { objectsAt, startObjectServer } from '#test/harness/object-store.ts'
import { runProgram } from '#test/harness/processes.ts'
import { makeBackup } from './operations.server.ts'
import { checkBackup } from './read.server.ts'
import { restoreBackup } from './restore.server.ts'
import { ownCodeJob } from '#features/own-pages/jobs.ts'
import { letterJobs } from './restored-site.server.ts'
import { writeBackup } from './write.server.ts'
import { inShortOnlyOn } from '#test/harness/scale.ts'

const tuesday = new Date(monday.getTime() + 86_400_000)
/** What a restored site resets or adds to. */
const changed = [
  ...(['staff_session', 'staff_challenge', 'staff_link', 'throttle', 'backup', 'mail_hold', 'job'] as const),
  ...(['heartbeat', 'alarm'] as const),
  ...(['audit_entry', 'audit_detail', 'audit_head', 'content_version'] as const),
]

describe('a backup', () => {
  test('is restored completely: rows, files, keys, search and audit trail, on the same engine and on SQLite', async ({
    sourceSite,
    makeEmptySite,
  }) => {
    const auditKey = anchorKey('a secret of this test, long enough')
    await writeAnchor(sourceSite.db, sourceSite.dataDir, auditKey, monday)
    const path = await backUp(sourceSite)
    for (const target of [await makeEmptySite(), await makeEmptySite('sqlite')]) {
      await restoreBackup(target, path, backupKey, personalData, tuesday)

      expect(await dumpAll(target.database, changed)).toEqual(await dumpAll(sourceSite.database, changed))
      for (const folder of ['files', 'private'])
        expect(treeOf(target, folder)).toEqual(treeOf(sourceSite, folder))
      expect(readFileSync(join(target.dataDir, 'secret'))).toEqual(
        readFileSync(join(sourceSite.dataDir, 'secret')),
      )
      expect(readdirSync(target.dataDir)).not.toContain('.restoring')
      const db = openDatabase(target.database)
      expect(await searchOf(db)).toEqual(await searchOf(sourceSite.db))
      expect((await findInSearch(db, 'constitution', { limit: 5, offset: 0 })).total).toBeGreaterThan(0)
      expect(await verifyChain(db, await readAnchors(anchorFile(target.dataDir)))).toMatchObject({ ok: true })
      expect(await migrate(db, tuesday)).toEqual([])
      await db.destroy()
    }
  })

  test('of the embedded database can also be restored on the other engine', async ({
    sourceSite,
    makeEmptySite,
  }) => {
    const path = await backUp(sourceSite)
    const embedded = await makeEmptySite('sqlite')
    await restoreBackup(embedded, path, backupKey, personalData, tuesday)
    const again = join(sourceSite.backupDir, 'again.backup')
    await writeBackup({ ...embedded, ...openStores(embedded) }, again, backupKey, tuesday)
    const target = await makeEmptySite()
    await restoreBackup(target, again, backupKey, personalData, tuesday)

    expect(await dumpAll(target.database, changed)).toEqual(await dumpAll(sourceSite.database, changed))
  })

  test(
    'is restored with its files in an object store',
    inShortOnlyOn('sqlite'),
    async ({ sourceSite, makeEmptySite }) => {
      const target = await makeEmptySite()
      const server = await startObjectServer(join(sourceSite.dataDir, 'objects'))
      const objects = objectsAt(server.address, sourceSite.dataDir)
      await restoreBackup({ ...target, objects }, await backUp(sourceSite), backupKey, personalData, tuesday)

      const stores = openStores({ ...target, objects })
      for (const [folder, store] of [
        ['files', stores.files],
        ['private', stores.privateFiles],
      ] as const) {
        const names = []
        for await (const { name } of store.list()) names.push(join(name.slice(0, 2), name))
        expect(names.toSorted()).toEqual(treeOf(sourceSite, folder))
        expect(treeOf(target, folder)).toEqual([])
      }
      await server.stop()
    },
  )

  test(
    'that was restored has nobody signed in, no queued letter, and records it in the audit trail',
    inShortOnlyOn('sqlite'),
    async ({ sourceSite, makeEmptySite }) => {
      await writeOne(sourceSite.db, monday)
      const target = await makeEmptySite()
      await restoreBackup(target, await backUp(sourceSite), backupKey, personalData, tuesday)
      const db = openDatabase(target.database)

      expect(await db.selectFrom('staff_session').selectAll().execute()).toEqual([])
      expect(
        await db
          .selectFrom('job')
          .select('kind')
          .where('kind', '=', 'mail.send')
          .where('done_at', 'is', null)
          .execute(),
      ).toEqual([])
      expect(await findMailHold(db)).toEqual(tuesday)
      const last = await db
        .selectFrom('audit_entry')
        .select('action')
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      expect(last?.action).toBe('site.restored')
      await db.destroy()
    },
  )

  test('leaves out every job that writes a letter', () => {
    expect(letterJobs).toEqual([
      ...[sendMailJob, linkLetterJob, newsletterLetterJob, mailingJob, statusLetterJob],
      ownCodeJob,
    ])
  })

  test(
    'is made and restored by the commands, which say what they did',
    { timeout: 120_000, ...inShortOnlyOn('sqlite') },
    async ({ sourceSite, makeEmptySite }) => {
      const target = await makeEmptySite()
      const path = join(sourceSite.dataDir, 'by-command.backup')
      const onServer = (address: string) => (address.startsWith('postgres') ? { DATABASE_URL: address } : {})
      const run = (script: string, { database, dataDir }: EmptySite, key: string) =>
        runProgram(
          `scripts/${script}.ts`,
          { DATA_DIR: dataDir, BACKUP_KEY: key, ...onServer(database) },
          path,
        ).ended
      const backedUp = await run('backup', sourceSite, backupKey)
      const refused = await run('restore', target, `${backupKey}.`)
      const restored = await run('restore', target, backupKey)
      const again = await run('restore', target, backupKey)

      expect(backedUp).toMatchObject({
        code: 0,
        errors: '',
        lines: [expect.stringMatching(/^Backed up \d+ rows and \d+ files to /)],
      })
      expect(refused).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/^This backup was made with another key\./),
      })
      expect(restored).toMatchObject({
        code: 0,
        errors: '',
        lines: [
          expect.stringMatching(/^Restored \d+ rows/),
          expect.stringMatching(/^Deleted again: 0 of the 0 deletions listed in /),
          expect.stringMatching(/^The list is complete up to 20\d\d-/),
          expect.stringMatching(/^This copy sends no email/),
        ],
      })
      expect(again).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/^There is already a database here\./),
      })
      const mails = await sourceSite.db.selectFrom('mail').select('id').execute()
      const db = openDatabase(target.database)
      expect(await db.selectFrom('mail').select('id').execute()).toHaveLength(mails.length)
      await db.destroy()
    },
  )

  test('made while others write contains everything acknowledged before it started, and nothing half written', async ({
    sourceSite,
    makeEmptySite,
  }) => {
    let isOver = false
    const acknowledged: { id: string; at: number }[] = []
    const writing = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        acknowledged.push({ id: await writeOne(sourceSite.db, monday), at: performance.now() })
        await sleep(1)
      }
    })
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
    const started = performance.now()
    const path = await backUp(sourceSite)
    isOver = true
    await Promise.all(writing)
    const target = await makeEmptySite()
    await restoreBackup(target, path, backupKey, personalData, tuesday)
    const db = openDatabase(target.database)
    const there = new Set((await db.selectFrom('mail').select('id').execute()).map(({ id }) => id))
    const trail = await verifyChain(db)
    await db.destroy()

    expect(acknowledged.filter(({ at }) => at > started).length).toBeGreaterThan(0)
    expect(acknowledged.filter(({ id, at }) => at < started && !there.has(id))).toEqual([])
    expect(trail).toMatchObject({ ok: true })
  })

  test(
    'of an older site is restored and migrated',
    inShortOnlyOn('sqlite'),
    async ({ sourceSite, makeEmptySite }) => {
      const old = await makeEmptySite()
      const db = openDatabase(old.database)
      await migrate(db, monday, migrations.slice(0, 15))
      await db.insertInto('redirect').values({ from_path: '/old', to_path: '/iaps', created_at: 1 }).execute()
      await db.destroy()
      const path = join(sourceSite.dataDir, 'old.backup')
      await writeBackup({ ...old, ...openStores(old) }, path, backupKey, monday)
      const target = await makeEmptySite()
      await restoreBackup(target, path, backupKey, personalData, tuesday)
      const restored = openDatabase(target.database)

      expect(await restored.selectFrom('redirect').select('to_path').execute()).toEqual([
        { to_path: '/iaps' },
      ])
      expect(await migrate(restored, tuesday)).toEqual([])
      await restored.destroy()
    },
  )

  test('names files that are missing or damaged in the store, and contains all the others', async ({
    sourceSite,
  }) => {
    captureLog()
    const [one, other] = (
      await sourceSite.db.selectFrom('file').select('sha256').orderBy('sha256').execute()
    ).map(({ sha256 }) => join(sourceSite.dataDir, 'files', sha256.slice(0, 2), sha256)) as [string, string]
    const bytes = [readFileSync(one), readFileSync(other)] as const
    rmSync(one)
    writeFileSync(other, 'spoilt')
    const path = join(sourceSite.backupDir, 'lost.backup')
    const made = await makeBackup(sourceSite, { path }, () => monday)
    writeFileSync(one, bytes[0])
    writeFileSync(other, bytes[1])

    expect(made).toMatchObject({ ok: true, manifest: { lost: [expect.any(String), expect.any(String)] } })
    expect(
      await sourceSite.db
        .selectFrom('backup')
        .select(['state', 'problem'])
        .where('path', '=', path)
        .execute(),
    ).toEqual([
      {
        state: 'done',
        problem: '2 files are missing or damaged in the file store and could not be backed up.',
      },
    ])
    await expect(checkBackup(path, backupKey)).resolves.toBeDefined()
  })

  test('contains nothing that can be read without the key', async ({ sourceSite }) => {
    const bytes = readFileSync(await backUp(sourceSite))

    for (const word of ['asha@example.org', 'Physics', 'constitution', '%PDF'])
      expect(bytes.includes(word)).toBe(false)
    expect(statSync(await backUp(sourceSite)).mode & 0o777).toBe(0o600)
  })
})

function treeOf({ dataDir }: { dataDir: string }, folder: string): string[] {
  const path = join(dataDir, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => name.length > 60)
    .toSorted()
}

function searchOf(db: ReturnType<typeof openDatabase>) {
  return db
    .selectFrom('search_entry')
    .select(['subject', 'subject_id', 'title', 'sort_key', 'href', 'summary', 'section'])
    .orderBy('subject')
    .orderBy('subject_id')
    .execute()
}
