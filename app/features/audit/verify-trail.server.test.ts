import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { afterDays, fillDays, tryAnchorHarms } from '#test/anchor-harms.ts'
import { dropChecks, picker } from '#test/audit-trail.ts'
import { test as base } from '#test/db.ts'
import { anchorKey } from './anchor-signatures.server.ts'
import { anchorFile, writeAnchor } from './anchors.server.ts'
import { verifyTrail } from './verify-trail.server.ts'

/** Finding 11: anchors are signed, and one that is due and missing is told. */

const key = anchorKey('the secret of this site, which no database holds')
const hour = 3_600_000
const later = (hours: number) => new Date(afterDays.getTime() + hours * hour)
const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'trail-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

test('a trail with its anchors is whole, until a day goes by without one', async ({ db, folder }) => {
  const file = anchorFile(folder)
  expect(await verifyTrail(db, file, key, afterDays)).toMatchObject({ ok: true, anchors: 0 })
  await fillDays(db, folder, key)

  expect(await verifyTrail(db, file, key, afterDays)).toMatchObject({ ok: true, entries: 48, anchors: 24 })
  expect(await verifyTrail(db, file, key, later(20))).toMatchObject({ ok: true })
  expect(await verifyTrail(db, file, key, later(48))).toEqual({
    ok: false,
    anchors: 24,
    witness: expect.stringMatching(
      /^An anchor is due and missing: there is none after 1995-01-07 at 19:00 UTC/,
    ),
  })
})

test('a site that stood still for a week and then wrote an anchor is not suspected', async ({
  db,
  folder,
}) => {
  await fillDays(db, folder, key)
  await writeAnchor(db, folder, key, later(200))

  expect(await verifyTrail(db, anchorFile(folder), key, later(201))).toMatchObject({ ok: true, anchors: 25 })
})

test('lines from before anchors were signed count where a signed one follows, and not alone', async ({
  db,
  folder,
}) => {
  const file = anchorFile(folder)
  await fillDays(db, folder, key)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const old = lines.map((line) => {
    const { before: _, signature: __, ...anchor } = JSON.parse(line) as Record<string, unknown>
    return `${JSON.stringify(anchor)}\n`
  })
  await writeFile(file, old.join(''))
  expect(await verifyTrail(db, file, key, afterDays)).toMatchObject({
    witness: 'None of the anchors is signed.',
  })

  await writeAnchor(db, folder, key, later(10))
  expect(await verifyTrail(db, file, key, later(10))).toMatchObject({ ok: true, anchors: 25 })
  await writeFile(file, (await readFile(file, 'utf8')).replace('"hour":9', '"hour":8'))
  expect(await verifyTrail(db, file, key, later(10))).toMatchObject({
    witness: 'A line before line 25 was changed or is missing.',
  })
})

test('whatever is done to anchors without the secret is found (seed 11)', async ({ db, folder }) => {
  await fillDays(db, folder, key)
  await dropChecks(db)
  const { tried, missed } = await tryAnchorHarms(db, folder, key, 60, picker(11))

  expect(missed).toEqual([])
  expect(Object.keys(tried)).toHaveLength(10)
})
