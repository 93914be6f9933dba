import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { changeWording } from '#features/letters/wording-operations.server.ts'
import { membershipLetters } from '#features/memberships/letters.ts'
import { nominationLetters } from '#features/nominations/letters.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { caseOrigin as origin } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker, readDecisionHash } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { moveCases, previewMoves } from './bulk-moves.server.ts'
import { moveCase } from './casework.server.ts'
import { releaseDecision, releaseDueDecisions, withdrawDecision } from './decisions.server.ts'
import { readCaseDesk } from './desk.server.ts'
import { countDecisions } from './releasing/queries.server.ts'
import { previewMove } from './preview.server.ts'
import { readCase } from './reading.server.ts'
import { recordDecision } from '#features/casework/deciding/recording.server.ts'

const hours = (count: number) => new Date(monday.getTime() + count * 3_600_000)
const typed = { meeting: 'Council', electedOn: '1995-01-02', citation: 'For light.' }

async function officers(db: Db): Promise<[StaffActor, StaffActor]> {
  return [await makeCaseworker(db, monday, { role: 'admin' }), await makeCaseworker(db, monday)]
}

async function stateOf(db: Db, reference: string) {
  const row = db.selectFrom('dossier').select(['state', 'version']).where('reference', '=', reference)
  return (await row.executeTakeFirstOrThrow()).state
}

async function listLetters(db: Db) {
  return (await db.selectFrom('mail').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
}

async function fillCap(db: Db) {
  await makeCase(db, monday, { state: 'elected' })
  await changeSettings(db, system, { capFellows: 1 }, monday)
}

async function makeRecommended(db: Db) {
  const reference = await makeCase(db, monday, { state: 'recommended' })
  return { reference, move: 'elect', typed, seen: 1, override: 'The council knows.' }
}

async function release(db: Db, officer: StaffActor, reference: string, now: Date) {
  const shownHash = await readDecisionHash(db, reference)
  return releaseDecision(db, officer, origin, { reference, shownHash }, now)
}

test('a preview shows every email with its recipient and changes nothing', async ({ db }) => {
  const [admin] = await officers(db)
  const moving = await makeRecommended(db)
  const before = await listActions(db)
  const { outcome, letters } = await previewMove(db, admin, origin, moving, monday)

  expect(outcome).toMatchObject({ ok: true, to: 'elected' })
  expect(letters.map(({ to }) => to)).toEqual([
    expect.stringContaining('@example.org'),
    'ben@example.org',
    'chitra@example.org',
  ])
  expect(letters[0]?.text).toContain('Congratulations')
  expect(JSON.stringify(letters)).not.toMatch(/token=[\w-]{43}/)
  expect(await stateOf(db, moving.reference)).toBe('recommended')
  expect([await listLetters(db), await listActions(db)]).toEqual([[], before])
})

test('an election waits until another officer releases it, and then happens as it was previewed', async ({
  db,
}) => {
  const [admin, clerk] = await officers(db)
  const moving = await makeRecommended(db)
  expect(await moveCase(db, admin, origin, moving, monday)).toEqual({ ok: false, reason: 'needs-release' })
  expect(await recordDecision(db, admin, origin, moving, monday)).toMatchObject({ ok: true })

  expect([await stateOf(db, moving.reference), await listLetters(db)]).toEqual(['recommended', []])
  expect((await readCaseDesk(db, clerk, monday)).decisions.count).toBe(1)
  const defer = { ...moving, move: 'defer', typed: {} }
  expect(await moveCase(db, admin, origin, defer, monday)).toMatchObject({ reason: 'decision-waits' })
  expect(await recordDecision(db, admin, origin, moving, monday)).toMatchObject({
    reason: 'decision-waits',
  })
  expect(await release(db, admin, moving.reference, monday)).toMatchObject({
    reason: 'own-decision',
  })
  await releaseDueDecisions(db, origin, hours(1000))
  expect(await stateOf(db, moving.reference)).toBe('recommended')

  expect(await release(db, clerk, moving.reference, hours(1))).toEqual({ ok: true })
  expect(await stateOf(db, moving.reference)).toBe('elected')
  expect(await listLetters(db)).toEqual([
    'nomination.elected',
    'nomination.elected-others',
    'nomination.elected-others',
  ])
  const read = await readCase(db, clerk, moving.reference, monday)
  expect(read?.moves[0]).toMatchObject({ move: 'elect', by: expect.any(String) })
  expect(read?.moves[0]?.facts).toHaveProperty('releasedBy')
  expect(await release(db, clerk, moving.reference, hours(1))).toMatchObject({
    reason: 'not-found',
  })
  expect(await listActions(db)).toEqual(
    expect.arrayContaining(['case.decision-recorded', 'case.moved', 'case.decision-released']),
  )
})

test('a decision is withdrawn without a trace in the mail or the register', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const moving = await makeRecommended(db)
  await recordDecision(db, admin, origin, moving, monday)
  expect(await withdrawDecision(db, admin, moving, monday)).toEqual({ ok: true })
  expect(await withdrawDecision(db, admin, moving, monday)).toMatchObject({ reason: 'not-found' })

  expect(await release(db, clerk, moving.reference, monday)).toMatchObject({
    reason: 'not-found',
  })
  expect([await stateOf(db, moving.reference), await listLetters(db)]).toEqual(['recommended', []])
})

test('Undo does not withdraw a decision that someone else has recorded since', async ({ db }) => {
  const [admin] = await officers(db)
  const colleague = await makeCaseworker(db, monday, { role: 'admin' })
  const moving = await makeRecommended(db)
  const { reference } = moving
  const mine = await recordDecision(db, admin, origin, moving, monday)
  await withdrawDecision(db, colleague, moving, monday)
  const theirs = await recordDecision(db, colleague, origin, moving, monday)
  if (!mine.ok || !theirs.ok) throw new Error('Nothing was decided.')
  const undo = ({ shownHash }: typeof mine) => withdrawDecision(db, admin, { reference, shownHash }, monday)

  expect(await undo(mine)).toEqual({ ok: false, reason: 'conflict' })
  expect(await readDecisionHash(db, reference)).not.toMatch(/^0+$/)
  expect(await undo(theirs)).toEqual({ ok: true })
})

test('if an email was reworded meanwhile, the other officer reads it again before the release', async ({
  db,
}) => {
  const [admin, clerk] = await officers(db)
  const moving = await makeRecommended(db)
  await recordDecision(db, admin, origin, moving, monday)
  const wording = { subject: 'Elected', body: 'A new text.' }
  await changeWording(db, admin, nominationLetters.electedOthers, wording, monday)

  expect(await release(db, clerk, moving.reference, monday)).toMatchObject({
    reason: 'letters-changed',
  })
  expect(await listLetters(db)).toEqual([])
  const read = await readCase(db, clerk, moving.reference, monday)
  expect(read?.decision?.letters[1]?.text).toContain('A new text.')
  expect(await release(db, clerk, moving.reference, monday)).toEqual({ ok: true })
})

test('a decision that replaced the one that was read is not released', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const moving = await makeRecommended(db)
  const { reference } = moving
  await recordDecision(db, admin, origin, moving, monday)
  const shownHash = await readDecisionHash(db, reference)
  await withdrawDecision(db, admin, { reference }, monday)
  const others = [
    { ...moving, move: 'not-elect', typed: { meeting: 'Council' } },
    { ...moving, typed: { ...typed, citation: 'For sound.' } },
  ]
  for (const other of others) {
    expect(await recordDecision(db, admin, origin, other, monday)).toMatchObject({ ok: true })
    expect(await releaseDecision(db, clerk, origin, { reference, shownHash }, monday)).toEqual({
      ...{ ok: false, reason: 'decision-changed' },
    })
    await withdrawDecision(db, admin, { reference }, monday)
  }
  expect([await stateOf(db, reference), await listLetters(db)]).toEqual(['recommended', []])
})

test('the second officer reads what the first one typed', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const moving = await makeRecommended(db)
  await recordDecision(db, admin, origin, moving, monday)
  const read = await readCase(db, clerk, moving.reference, monday)
  expect(read?.decision?.facts).toContainEqual({ label: 'Final citation', text: 'For light.' })
})

test('a wrong hash changes neither the delay nor the emails', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  const moving = await makeRecommended(db)
  const { reference } = moving
  await recordDecision(db, admin, origin, moving, monday)
  const stored = db.selectFrom('case_decision').selectAll()
  const before = await stored.execute()
  const right = await readDecisionHash(db, reference)
  for (const shownHash of ['', '0'.repeat(40), right.slice(0, 20) + '0'.repeat(20)])
    expect(await releaseDecision(db, clerk, origin, { reference, shownHash }, monday)).toMatchObject({
      ok: false,
    })
  expect(await stored.execute()).toEqual(before)
})

test('an office with one officer sets a delay: until it is over the decision can be undone', async ({
  db,
}) => {
  const [admin] = await officers(db)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  const [one, two] = [await makeRecommended(db), await makeRecommended(db)]
  for (const moving of [one, two]) await recordDecision(db, admin, origin, moving, monday)
  await releaseDueDecisions(db, origin, hours(23))
  expect(await listLetters(db)).toEqual([])
  await withdrawDecision(db, admin, one, hours(23))
  await releaseDueDecisions(db, origin, hours(24))

  expect([await stateOf(db, one.reference), await stateOf(db, two.reference)]).toEqual([
    'recommended',
    'elected',
  ])
})

test('what is no longer possible when the delay is over waits for an officer, with a note', async ({
  db,
}) => {
  const [admin] = await officers(db)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  const moving = await makeRecommended(db)
  await recordDecision(db, admin, origin, moving, monday)
  await fillCap(db)
  await releaseDueDecisions(db, origin, hours(24))

  expect(await stateOf(db, moving.reference)).toBe('recommended')
  const read = await readCase(db, admin, moving.reference, monday)
  expect(read?.decision).toMatchObject({ releaseAt: null })
  expect(read?.notes[0]?.body).toContain('No place is left.')
})

test('a decision that the officer could not make is not recorded', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const moving = await makeRecommended(db)
  expect(await recordDecision(db, clerk, origin, moving, monday)).toMatchObject({
    reason: 'for-administrators',
  })
  expect(await recordDecision(db, admin, origin, { ...moving, typed: {} }, monday)).toMatchObject({
    reason: 'faulty',
  })
  await fillCap(db)
  expect(await recordDecision(db, admin, origin, moving, monday)).toMatchObject({ reason: 'cap-reached' })
  expect(await countDecisions(db, { id: admin.id, day: '1995-01-02' })).toMatchObject({ count: 0 })
})

test('several enrolments are previewed, recorded together and released one by one', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const made = { process: 'membership', state: 'approved' } as const
  const lines = [await makeCase(db, monday, made), await makeCase(db, monday, made)].map((reference) => ({
    reference,
    seen: 1,
  }))
  const enrol = { move: 'enrol', typed: { validFrom: '1995-01-01' }, grave: true }
  const previews = await previewMoves(
    db,
    admin,
    origin,
    [...lines, { reference: 'x', seen: 1 }],
    enrol,
    monday,
  )
  expect(previews.map(({ letters }) => letters.length)).toEqual([1, 1, 0])
  expect(previews[2]?.sentence).toBe('This case does not exist.')
  expect(previews[0]?.letters[0]?.subject).toContain(
    membershipLetters.enrolled.subject.replace('{category}', 'Life member'),
  )
  expect(await moveCases(db, admin, origin, lines, enrol, monday)).toEqual({ moved: 2, left: [] })
  expect(await db.selectFrom('person').select('id').execute()).toEqual([])

  // The first takes the number that both previews had; the second is read again with its own.
  const [one, two] = lines.map(({ reference }) => reference) as [string, string]
  expect(await release(db, clerk, one, monday)).toEqual({ ok: true })
  expect(await release(db, clerk, two, monday)).toMatchObject({ reason: 'letters-changed' })
  expect(await release(db, clerk, two, monday)).toEqual({ ok: true })
  expect(await db.selectFrom('person').select('id').execute()).toHaveLength(2)
})
