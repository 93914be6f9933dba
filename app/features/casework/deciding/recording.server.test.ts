import type { StaffActor } from '#features/audit/actor.ts'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { lockCase } from '#features/cases/operations.server.ts'
import { viewCase } from '#features/casework/case-view.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { caseOrigin as origin } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { objectionsTo } from './objections.ts'
import { previewDecision, recordDecision } from './recording.server.ts'

const typed = { meeting: 'Council', electedOn: '1995-01-02', citation: 'For light.' }

async function officers(db: Db): Promise<[StaffActor, StaffActor]> {
  return [await makeCaseworker(db, monday, { role: 'admin' }), await makeCaseworker(db, monday)]
}

async function makeRecommended(db: Db) {
  const reference = await makeCase(db, monday, { state: 'recommended' })
  return { reference, move: 'elect', typed, seen: 1, override: 'The council knows.' }
}

test('objections to an election are listed before it is recorded', async ({ db }) => {
  const [admin] = await officers(db)
  const { reference } = await makeRecommended(db)
  const read = await readCase(db, admin, reference, monday)
  if (!read) throw new Error('The case is gone.')
  const view = viewCase(read, await readSettings(db), 'admin', monday)

  expect(objectionsTo('elect', read, view)).toEqual(
    expect.arrayContaining([
      'The nominee has not confirmed the nomination.',
      'The seconder has not confirmed the nomination.',
      'The nominee gave the membership number LM-12, which is not in the register.',
    ]),
  )
  expect(objectionsTo('not-elect', read, view)).toEqual([])
})

test('an officer who goes ahead in spite of objections says why, and both are recorded', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const { override, ...moving } = await makeRecommended(db)
  const decide = (why: string) => recordDecision(db, admin, origin, { ...moving, override: why }, monday)
  const unexplained = { ok: false, reason: 'needs-override' }

  expect(await previewDecision(db, admin, origin, moving, monday)).toEqual(unexplained)
  expect([await decide(''), await decide('Because.')]).toEqual([unexplained, unexplained])
  expect(await decide(override)).toMatchObject({ ok: true, to: 'elected', needsRelease: true })
  const read = await readCase(db, clerk, moving.reference, monday)
  expect(read?.decision?.recorded).toEqual({
    knownObjections: expect.stringContaining('The seconder has not confirmed the nomination.'),
    overrideReason: override,
  })
})

test('a case that changes while its decision is recorded is decided by nobody', async ({ db }) => {
  const [admin] = await officers(db)
  const { reference } = await makeRecommended(db)
  const isChanged = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const moving = { reference, move: 'not-elect', typed: { meeting: 'Council' } }
  const changing = inTransaction(db, async (db) => {
    await lockCase(db, reference)
    isChanged.resolve()
    await mayGoOn.promise
    await db.updateTable('dossier').set({ version: 2 }).where('reference', '=', reference).execute()
  })
  await isChanged.promise
  const recording = recordDecision(db, admin, origin, { ...moving, seen: 1 }, monday)
  mayGoOn.resolve()
  await changing

  expect(await recording).toEqual({ ok: false, reason: 'seen-old' })
})
