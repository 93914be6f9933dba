import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { writeErasureList } from '#features/erasures/erasure-list.server.ts'
import { leaveAddress, leaveNewsletter } from '#features/newsletter/operations.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { isMailHeld } from '#server/mail/mail-hold.server.ts'
import { monday } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { objectsAt, startObjectServer } from '#test/harness/object-store.ts'
import { runProgram } from '#test/harness/processes.ts'
import { backupKey, dumpAll, writeOne } from '#test/makers/backups.ts'
import { caseOrigin, passerBy } from '#test/makers/cases.ts'
import { addSubscribers } from '#test/makers/newsletters.ts'
import {
  contents,
  day,
  restoreAt,
  takePoint,
  test,
  tuesday,
  withOwnPoints,
} from '#test/makers/recovery-points.ts'
import { openBackupStore, type BackupStore } from '#features/backups/backup-store.server.ts'
import { readChainState } from './chain-state.server.ts'
import { chainsPrefix, pointFilesPrefix } from './point.ts'
import { findLastPoint } from './queries.server.ts'
import { restorePoint } from './restore-point.server.ts'
import { startRecoveryPoints } from './schedule.server.ts'
import { onlyInFull } from '#test/harness/scale.ts'

test('a site is restored as it was at any moment, with its files and keys, and nothing that came later', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const site = withOwnPoints(sourceSite, 'any-moment')
  const first = await takePoint(site)
  const atFirst = await contents(sourceSite.database)
  await writeOne(sourceSite.db, monday)
  const second = await takePoint(site)
  const atSecond = await contents(sourceSite.database)
  await sourceSite.db.deleteFrom('mail').execute()
  await takePoint(site)

  expect(atSecond).not.toEqual(atFirst)
  expect(first.written).toMatchObject({ isFirst: true })
  expect(second.written).toMatchObject({ isFirst: false })
  expect(second.written!.pages).toBeLessThan(first.written!.pages / 5)
  for (const [{ at }, expected] of [
    [first, atFirst],
    [second, atSecond],
  ] as const) {
    const target = await makeEmptySite('sqlite')
    const { lost } = await restoreAt(target, site, at)
    expect(lost).toEqual([])
    expect(await contents(target.database)).toEqual(expected)
    expect(readFileSync(join(target.dataDir, 'secret'))).toEqual(
      readFileSync(join(sourceSite.dataDir, 'secret')),
    )
    const db = openDatabase(target.database)
    expect(await isMailHeld(db)).toBe(true)
    for (const { sha256 } of await db.selectFrom('file').select('sha256').execute())
      expect(fileOf(target, 'files', sha256)).toEqual(await sourceSite.files.read(sha256))
    const attached = await db.selectFrom('attachment').select('sha256').execute()
    expect(attached).toHaveLength(1)
    for (const { sha256 } of attached)
      expect(fileOf(target, 'private', sha256)).toEqual(await sourceSite.privateFiles.read(sha256))
    await db.destroy()
  }
})

function fileOf({ dataDir }: { dataDir: string }, folder: string, sha256: string): Buffer {
  return readFileSync(join(dataDir, folder, sha256.slice(0, 2), sha256))
}

test('nothing is written while nothing changes', async ({ sourceSite }) => {
  const site = withOwnPoints(sourceSite, 'unchanged')
  await takePoint(site)
  const again = await takePoint(site)

  expect(again.written).toBeUndefined()
  expect((await readChainState(sourceSite.dataDir))?.state).toMatchObject({ at: again.at, number: 1 })
  expect(await openBackupStore(site).list(chainsPrefix)).toHaveLength(1)
})

test('a damaged file is named and blocks no restore; a store that does not answer does', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const site = withOwnPoints(sourceSite, 'damaged-file')
  const { at } = await takePoint(site)
  const store = openBackupStore(site)
  const names = await store.list(pointFilesPrefix)
  const name = names.find((name) => name.includes('/files/', pointFilesPrefix.length)) ?? ''
  const path = join(site.backupDir, name)
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200)
  writeFileSync(path, bytes)
  const away: BackupStore = {
    ...store,
    read: (name, ...rest) =>
      name.startsWith(pointFilesPrefix) ? Promise.reject(new Error('away')) : store.read(name, ...rest),
  }
  const target = await makeEmptySite('sqlite')
  const restore = (from: BackupStore) =>
    restorePoint(target, { store: from, key: backupKey, moment: new Date(at) }, personalData, tuesday)

  await expect(restore(away)).rejects.toThrow('away')
  const { lost, files } = await restore(store)
  expect(lost).toEqual([name.split('/').slice(-2).join('/')])
  expect(files).toBe(names.length - 1)
  expect(existsSync(join(target.dataDir, 'files', lost[0]!.slice(6, 8), lost[0]!.slice(6)))).toBe(false)
})

test('a missing, changed or foreign point is noticed, and nothing is restored', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const site = withOwnPoints(sourceSite, 'harmed')
  for (let count = 0; count < 3; count++) {
    await takePoint(site)
    await writeOne(sourceSite.db, monday)
  }
  const names = await openBackupStore(site).list(chainsPrefix)
  const path = join(site.backupDir, names[1]!)
  const bytes = readFileSync(path)
  const target = await makeEmptySite('sqlite')
  const now = Date.now()

  await expect(restoreAt(target, site, now, 'another key that is long enough')).rejects.toThrow(/another key/)
  await expect(restoreAt(target, site, now - day)).rejects.toThrow(/^The earliest moment/)
  await expect(restoreAt(target, { ...site, backupDir: target.dataDir }, now)).rejects.toThrow(
    /^There are no recovery points here/,
  )
  const changedBytes = Buffer.from(bytes)
  changedBytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200)
  writeFileSync(path, changedBytes)
  await expect(restoreAt(target, site, now)).rejects.toThrow(/damaged/)
  rmSync(path)
  await expect(restoreAt(target, site, now)).rejects.toThrow(/is missing/)
  writeFileSync(path, bytes)
  await restoreAt(target, site, now)
})

test(
  'after a kill between a point and the note of it, both continuations can be restored',
  onlyInFull,
  async ({ sourceSite, makeEmptySite }) => {
    const site = withOwnPoints(sourceSite, 'killed')
    await takePoint(site)
    const note = join(sourceSite.dataDir, 'recovery-point')
    copyFileSync(note, `${note}.earlier`)
    await writeOne(sourceSite.db, monday)
    await takePoint(site)
    copyFileSync(`${note}.earlier`, note)
    await writeOne(sourceSite.db, monday)
    await takePoint(site)
    await writeOne(sourceSite.db, monday)
    const last = await takePoint(site)
    const target = await makeEmptySite('sqlite')
    await restoreAt(target, site, last.at)

    expect(await openBackupStore(site).list(chainsPrefix)).toHaveLength(4)
    expect(await contents(target.database)).toEqual(await contents(sourceSite.database))
  },
)

test('what was erased after the moment is erased again', async ({ sourceSite, makeEmptySite }) => {
  const site = withOwnPoints(sourceSite, 'erased')
  const [email = ''] = await addSubscribers(sourceSite.db, 1, monday)
  const { id } = await sourceSite.db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { at } = await takePoint(site)
  const token = new URL(await leaveAddress(sourceSite.db, caseOrigin, id)).searchParams.get('token') ?? ''
  expect(await leaveNewsletter(sourceSite.db, passerBy, token, monday)).toMatchObject({ ok: true })
  await writeErasureList(sourceSite.db, [site.backupDir], monday)
  const target = await makeEmptySite('sqlite')
  const restored = await restorePoint(
    { ...target, backupDir: site.backupDir },
    { store: openBackupStore(site), key: backupKey, moment: new Date(at) },
    personalData,
    tuesday,
  )

  expect(restored.repeated).toBeGreaterThan(0)
  expect(JSON.stringify(await dumpAll(target.database))).not.toContain(email)
})

test(
  'points in an object store are restored by the command',
  onlyInFull,
  async ({ sourceSite, makeEmptySite }) => {
    const server = await startObjectServer(join(sourceSite.dataDir, 'objects'))
    onTestFinished(server.stop)
    const backupObjects = objectsAt(server.address, sourceSite.dataDir)
    const site = { ...withOwnPoints(sourceSite, 'none'), backupObjects }
    await takePoint(site)
    await writeOne(sourceSite.db, monday)
    const { at } = await takePoint(site)
    const target = await makeEmptySite('sqlite')
    const env = { DATA_DIR: target.dataDir, BACKUP_KEY: backupKey, BACKUP_URL: server.address }
    const restore = (...args: string[]) => runProgram('scripts/restore.ts', env, ...args).ended

    expect(await restore('--at', 'yesterday')).toMatchObject({
      code: 1,
      errors:
        '"yesterday" is not a moment such as "2026-11-15 14:02" (Indian Standard Time) or 2026-11-15T08:32:10Z.\n',
    })
    const { code, lines, errors } = await restore('--at', new Date(at).toISOString())
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(lines[0]).toMatch(/^Restored the site with \d+ files as of /)
    const db = openDatabase(target.database)
    const letters = await lettersIn(db)
    await db.destroy()
    expect(letters).toEqual(await lettersIn(sourceSite.db))
    expect(letters.length).toBeGreaterThan(0)
  },
)

/** Not those about cases, which are erased after their time. */
function lettersIn(db: Db) {
  return db.selectFrom('mail').select('id').where('kind', '=', 'test').orderBy('id').execute()
}

test('a site takes points until it is stopped, and logs the first of a chain and what fails', async ({
  sourceSite,
}) => {
  const log = captureLog()
  const { dataDir, backupDir } = withOwnPoints(sourceSite, 'scheduled')
  const blocked = join(dataDir, 'no-folder')
  writeFileSync(blocked, '')
  const env = { DATA_DIR: dataDir, BACKUP_KEY: backupKey, RECOVERY_DAYS: '7' }
  const stop = startRecoveryPoints(readConfig({ ...env, BACKUP_DIR: backupDir }), 50)
  const isLogged = (event: string) => log.some((line) => line.event === event)
  await expect.poll(() => isLogged('recovery.begun'), { timeout: 30_000 }).toBe(true)
  await stop()
  expect(await findLastPoint(dataDir)).toBeGreaterThan(Date.now() - day)
  const stopBlocked = startRecoveryPoints(readConfig({ ...env, BACKUP_DIR: join(blocked, 'below') }), 50)
  await writeOne(sourceSite.db, monday)
  await expect.poll(() => isLogged('recovery.failed'), { timeout: 30_000 }).toBe(true)
  await stopBlocked()

  expect(log.filter(({ event }) => event === 'recovery.begun')).toHaveLength(1)
})
