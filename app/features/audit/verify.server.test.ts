import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { isPostgresUrl } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { dropChecks, fillTrail, picker, tryHarms } from '#test/makers/audit-trail.ts'
import { monday, sharedTest, test } from '#test/harness/db.ts'
import { runOther, runProgram } from '#test/harness/processes.ts'
import { inShortOnlyOn, repeat } from '#test/harness/scale.ts'
import { system } from './actor.ts'
import { anchorKey } from './anchor-signatures.server.ts'
import { writeAnchor } from './anchors.server.ts'
import { record } from './operations.server.ts'
import { verifyChain } from './verify.server.ts'
import { thingChanged } from '#test/makers/any-action.ts'

test('an empty trail is valid', async ({ db }) => {
  expect(await verifyChain(db)).toEqual({ ok: true, entries: 0, head: '' })
})

test('a trail with erasures is valid and matches its anchors', async ({ db }) => {
  const anchors = await fillTrail(db, 60)

  expect(await verifyChain(db, anchors)).toEqual({ ok: true, entries: 60, head: anchors.at(-1)?.hash })
})

test('random manipulations are all detected, at the right entry', inShortOnlyOn('sqlite'), async ({ db }) => {
  const anchors = await fillTrail(db, 60)
  await dropChecks(db)

  expect((await tryHarms(db, anchors, repeat({ short: 50, full: 300 }), picker(1995))).missed).toEqual([])
  expect(await verifyChain(db, anchors)).toMatchObject({ ok: true })
})

test('details that are missing without an erasure are noticed', async ({ db }) => {
  await fillTrail(db, 30)
  await db.deleteFrom('audit_detail').where('seq', '=', 9).execute()

  expect(await verifyChain(db)).toEqual({
    ok: false,
    seq: 9,
    why: 'Its details are missing, and no deletion is recorded.',
  })
})

sharedTest('two processes that append in parallel make one chain without a gap', async ({ db, address }) => {
  const other = runOther('record', address, '100')
  await other.line(/started/)
  for (let time = 0; time < 100; time++) await append(db)
  const { code, errors } = await other.ended

  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(await verifyChain(db)).toMatchObject({ ok: true, entries: 200 })
})

sharedTest('a trail that grows during the check is valid', async ({ db, address }) => {
  await fillTrail(db, 20)
  const other = runOther('record', address, '60')
  await other.line(/started/)
  const verdicts = []
  for (let time = 0; time < 20; time++) verdicts.push(await verifyChain(db))
  await other.ended

  expect(verdicts.filter((verdict) => !verdict.ok)).toEqual([])
  expect(await verifyChain(db)).toMatchObject({ ok: true, entries: 80 })
})

sharedTest(
  'the command says that the trail is valid, or where it is broken',
  inShortOnlyOn('sqlite'),
  async ({ db, address, folder }) => {
    const secret = 'the secret of this site, which no database holds'
    const database = isPostgresUrl(address) ? { DATABASE_URL: address } : {}
    const env = { DATA_DIR: folder, SECRET: secret, ...database }
    const then = ['--until', '1995-01-02T12:00Z']
    await fillTrail(db, 20)
    await writeAnchor(db, folder, anchorKey(secret), monday)
    const whole = await runProgram('scripts/verify-audit.ts', env, ...then).ended
    expect(whole).toMatchObject({ code: 0, errors: '' })
    expect(whole.lines).toEqual([
      expect.stringMatching(
        /^The audit trail is intact: 20 entries, 1 anchor, [\d.]+ s, head [\da-f]{64}\.$/,
      ),
    ])

    await writeFile(join(folder, 'other.jsonl'), `{"day":"1995-01-01","seq":7,"hash":"${'0'.repeat(64)}"}\n`)
    const other = await runProgram(
      'scripts/verify-audit.ts',
      env,
      ...then,
      '--anchors',
      join(folder, 'other.jsonl'),
    ).ended
    expect(other).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/broken at entry 7: .*since 1995-01-01\./)],
    })

    await rename(join(folder, 'audit-heads.jsonl'), join(folder, 'away'))
    const until = ['--until', '1995-01-04T12:00Z']
    const unwitnessed = await runProgram('scripts/verify-audit.ts', env, ...until).ended
    expect(unwitnessed).toMatchObject({
      code: 1,
      lines: [
        expect.stringMatching(/^The anchors of the audit trail are broken: An anchor is due and missing/),
      ],
    })
    await rename(join(folder, 'away'), join(folder, 'audit-heads.jsonl'))

    await db.updateTable('audit_entry').set({ actor: 'staff:nobody' }).where('seq', '=', 5).execute()
    const broken = await runProgram('scripts/verify-audit.ts', env, ...then).ended
    expect(broken).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/broken at entry 5: It was changed\./)],
    })

    const missing = await runProgram(
      'scripts/verify-audit.ts',
      env,
      ...then,
      '--anchors',
      join(folder, 'none'),
    ).ended
    expect(missing).toMatchObject({ code: 1, lines: [] })
    expect(missing.errors).toMatch(/^There is no anchor file at/)
  },
)

function append(db: Db) {
  return inTransaction(db, (db) => record(db, system, thingChanged, 'thing:1', {}, monday))
}
