import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { backupKey } from '#test/makers/backups.ts'
import { contents, day, restoreAt, takePoint, test, withOwnPoints } from '#test/makers/recovery-points.ts'
import { openBackupStore } from '#features/backups/backup-store.server.ts'
import { PageHashes } from './page-hashes.ts'
import { chainsPrefix, pointsPrefix, type NamedPoint } from './point.ts'
import { outdated } from './remove-old.server.ts'
import { removeAllPoints } from './remove-all.server.ts'
import { onlyInFull } from '#test/harness/scale.ts'

test(
  'with another store or key, or where the store was emptied, a chain of its own begins, with all files',
  onlyInFull,
  async ({ sourceSite, makeEmptySite }) => {
    const site = withOwnPoints(sourceSite, 'before-the-move')
    const moved = { ...site, backupDir: join(sourceSite.dataDir, 'after-the-move') }
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
      expect(await contents(target.database)).toEqual(await contents(sourceSite.database))
    }
  },
)

test('a new chain begins after a day', async ({ sourceSite, makeEmptySite }) => {
  const site = withOwnPoints(sourceSite, 'next-day')
  await takePoint(site)
  const note = join(sourceSite.dataDir, 'recovery-point')
  const text = readFileSync(note, 'latin1')
  writeFileSync(note, text.replace(/"startedAt":\d+/, `"startedAt":${Date.now() - day - 1}`), 'latin1')
  const next = await takePoint(site)
  const target = await makeEmptySite('sqlite')
  await restoreAt(target, site, next.at)

  expect(next.written).toMatchObject({ isFirst: true })
  expect(new Set((await openBackupStore(site).list(chainsPrefix)).map((name) => dirname(name))).size).toBe(2)
  expect(await contents(target.database)).toEqual(await contents(sourceSite.database))
})

test('a new chain begins if the clock was set back', async ({ sourceSite }) => {
  const site = withOwnPoints(sourceSite, 'clock-back')
  await takePoint(site)
  const note = join(sourceSite.dataDir, 'recovery-point')
  const text = readFileSync(note, 'latin1')
  writeFileSync(note, text.replace(/"at":\d+/, `"at":${Date.now() + 3_600_000}`), 'latin1')

  expect((await takePoint(site)).written).toMatchObject({ isFirst: true })
})

test('a site that has taken no points for a week loses them, and no site loses those of another', async ({
  sourceSite,
}) => {
  const site = withOwnPoints(sourceSite, 'switched-off')
  const { dataDir } = site
  const store = openBackupStore(site)
  const stored = async () => (await store.list(pointsPrefix)).length
  await takePoint(site)
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  expect(await removeAllPoints(dataDir, store, days(6))).toBe(0)

  const note = join(dataDir, 'recovery-point')
  renameSync(note, `${note}.aside`)
  expect(await removeAllPoints(dataDir, store, days(8))).toBe(0)
  expect(await stored()).toBeGreaterThan(1)

  renameSync(`${note}.aside`, note)
  expect(await removeAllPoints(dataDir, store, days(8))).toBeGreaterThan(1)
  expect(await stored()).toBe(0)
  expect(existsSync(note)).toBe(false)
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
