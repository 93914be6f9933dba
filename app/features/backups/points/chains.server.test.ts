import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { readConfig } from '#server/config/config.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { backupKey } from '#test/makers/backups.ts'
import { contents, day, restoreAt, takePoint, test, withOwnPoints } from '#test/makers/recovery-points.ts'
import { openBackupStore } from '#features/backups/backup-store.server.ts'
import { PageHashes } from './page-hashes.ts'
import { chainsPrefix, pointsPrefix, type NamedPoint } from './point.ts'
import { outdated } from './remove-old.server.ts'
import { startRecoveryPoints } from './schedule.server.ts'

test('with another store or key, or where the store was emptied, a chain of its own begins, with all files', async ({
  living,
  makeEmptySite,
}) => {
  const site = withOwnPoints(living, 'before-the-move')
  const moved = { ...site, backupDir: join(living.dataDir, 'after-the-move') }
  const otherKey = 'another key of a test, also long enough'
  const empty = () => rmSync(moved.backupDir, { recursive: true })
  await takePoint(site)
  for (const [key, change] of [
    [backupKey, () => undefined],
    [otherKey, () => undefined],
    [otherKey, empty],
  ] as const) {
    change()
    const { at, written } = await takePoint(moved, key)
    const target = await makeEmptySite('sqlite')
    const { lost } = await restoreAt(target, moved, at, key)

    expect(written).toMatchObject({ isFirst: true })
    expect(lost).toEqual([])
    expect(await contents(target.database)).toEqual(await contents(living.database))
  }
})

test('a new chain begins after a day', async ({ living, makeEmptySite }) => {
  const site = withOwnPoints(living, 'next-day')
  await takePoint(site)
  const note = join(living.dataDir, 'recovery-point')
  const text = readFileSync(note, 'latin1')
  writeFileSync(note, text.replace(/"startedAt":\d+/, `"startedAt":${Date.now() - day - 1}`), 'latin1')
  const next = await takePoint(site)
  const target = await makeEmptySite('sqlite')
  await restoreAt(target, site, next.at)

  expect(next.written).toMatchObject({ isFirst: true })
  expect(new Set((await openBackupStore(site).list(chainsPrefix)).map((name) => dirname(name))).size).toBe(2)
  expect(await contents(target.database)).toEqual(await contents(living.database))
})

test('a new chain begins if the clock was set back', async ({ living }) => {
  const site = withOwnPoints(living, 'clock-back')
  await takePoint(site)
  const note = join(living.dataDir, 'recovery-point')
  const text = readFileSync(note, 'latin1')
  writeFileSync(note, text.replace(/"at":\d+/, `"at":${Date.now() + 3_600_000}`), 'latin1')

  expect((await takePoint(site)).written).toMatchObject({ isFirst: true })
})

test('without RECOVERY_DAYS a start removes the points that the site has taken, and no others', async ({
  living,
}) => {
  const logged = captureLog()
  const site = withOwnPoints(living, 'switched-off')
  const { dataDir, backupDir } = site
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: backupDir, BACKUP_KEY: backupKey })
  const stored = () => openBackupStore(site).list(pointsPrefix)
  const start = () => startRecoveryPoints(config)
  await takePoint(site)
  const note = join(dataDir, 'recovery-point')
  copyFileSync(note, `${note}.aside`)
  rmSync(note)
  await start()()
  expect((await stored()).length).toBeGreaterThan(1)

  copyFileSync(`${note}.aside`, note)
  const stop = start()
  await expect.poll(() => existsSync(note), { timeout: 30_000 }).toBe(false)
  await stop()
  expect(await stored()).toEqual([])
  expect(logged.map(({ event }) => event)).toEqual(['recovery.removed'])
})

test('the page that SQLite never writes makes no difference', () => {
  const pageSize = 65_536
  const [partial, whole] = [new PageHashes(), new PageHashes()]
  for (const hashes of [partial, whole]) hashes.resize(2 ** 30 / pageSize + 2)
  whole.take(2 ** 30 / pageSize + 1, Buffer.alloc(pageSize))

  expect(partial.digest()).toBe(whole.digest())
})

test('chains are removed once every moment of the days is in later ones', () => {
  const point = (chain: string, at: number): NamedPoint => ({ name: `${chain}${at}`, chain, number: 1, at })
  const points = [point('a', 1), point('a', 5), point('b', 10), point('b', 15), point('c', 20)]
  const removedAt = (limit: number) => outdated(points, limit).map(({ name }) => name)

  expect(removedAt(9)).toEqual([])
  expect(removedAt(12)).toEqual(['a1', 'a5'])
  expect(removedAt(20)).toEqual(['a1', 'a5', 'b10', 'b15'])
})
