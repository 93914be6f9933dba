import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { afterDays, fillDays, tryAnchorHarms } from '#test/hostile/anchor-harms.ts'
import { dropChecks, picker, readTrail, withTrail } from '#test/makers/audit-trail.ts'
import { rewriteWithout } from '#test/makers/audit-harms.ts'
import { caseOrigin, makeFilledDraft, passerBy } from '#test/makers/cases.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { sendOne } from '#test/makers/enquiries.ts'
import { makeStaff } from '#test/makers/staff.ts'
import { anchorKey } from './anchor-signatures.server.ts'
import { anchorFile, writeAnchor } from './anchors.server.ts'
import { verifyTrail } from './verify-trail.server.ts'

/** Finding 11: anchors are signed, and a missing one is reported. */

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

test('a trail with its anchors is valid, until a day passes without one', async ({ db, folder }) => {
  const file = anchorFile(folder)
  expect(await verifyTrail(db, file, key, monday)).toMatchObject({ ok: true, anchors: 0 })
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

test('a site that was stopped for a week and then wrote an anchor is not suspected', async ({
  db,
  folder,
}) => {
  await fillDays(db, folder, key)
  await writeAnchor(db, folder, key, later(200))

  expect(await verifyTrail(db, anchorFile(folder), key, later(201))).toMatchObject({ ok: true, anchors: 25 })
})

test('lines from before anchors were signed count if a signed one follows, and not alone', async ({
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

const tooYoung = {
  ok: false,
  seq: 1,
  why: 'Entries are missing at the start of the trail: the site has run since 1995-01-02 at 09:00 UTC.',
}

test('a trail without the entries older than a day, renumbered and rehashed, does not pass as that of a young site', async ({
  db,
  folder,
}) => {
  const file = anchorFile(folder)
  await fillDays(db, folder, key)
  await rm(file)
  await dropChecks(db)
  const trail = await readTrail(db)
  while (trail.entries[0]!.at < later(-24).getTime()) rewriteWithout(trail, 0)

  await withTrail(db, trail, async (db) => {
    expect(await verifyTrail(db, file, key, afterDays), 'no anchors').toMatchObject(tooYoung)
    await writeAnchor(db, folder, key, afterDays)
    expect(await verifyTrail(db, file, key, afterDays), 'new ones').toMatchObject(tooYoung)
  })
})

test('an emptied trail does not pass as that of a new site', async ({ db, folder }) => {
  expect(await verifyTrail(db, anchorFile(folder), key, afterDays)).toMatchObject(tooYoung)
})

const oldRows: Record<string, (db: Db) => Promise<unknown>> = {
  'a staff account': (db) => makeStaff(db, monday),
  'a case': async (db) => {
    const token = await makeFilledDraft(db, 'membership', monday, { email: 'tara@example.org' })
    expect(await submitApplication(db, passerBy, caseOrigin, token, monday)).toMatchObject({ ok: true })
  },
  'a message': (db) => sendOne(db, monday),
}

test.for(Object.keys(oldRows))(
  '%s that is older than the trail shows that entries are missing',
  async (name, { db, folder }) => {
    const check = (db: Db) => verifyTrail(db, anchorFile(folder), key, afterDays)
    await sql`update migration set run_at = ${afterDays.getTime()}`.execute(db)
    await dropChecks(db)
    const empty = await readTrail(db)
    expect(await withTrail(db, empty, check)).toMatchObject({ ok: true })

    await oldRows[name]!(db)
    expect(await withTrail(db, empty, check)).toMatchObject(tooYoung)
  },
)

test('a database that was moved to another engine after years is not suspected', async ({ db, folder }) => {
  await fillDays(db, folder, key)
  await sql`update migration set run_at = ${afterDays.getTime()}`.execute(db)

  expect(await verifyTrail(db, anchorFile(folder), key, afterDays)).toMatchObject({ ok: true })
})

test('every manipulation of anchors without the secret is detected (seed 11)', async ({ db, folder }) => {
  await fillDays(db, folder, key)
  await dropChecks(db)
  const { tried, missed } = await tryAnchorHarms(db, folder, key, 60, picker(11))

  expect(missed).toEqual([])
  expect(Object.keys(tried)).toHaveLength(10)
})
