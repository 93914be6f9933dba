import { expect } from 'vitest'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { correctAddressAsStaff } from '#features/casework/address-correction.server.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { findConfirmation } from '#features/cases/confirmations.server.ts'
import { caseOrigin as origin, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import { monday } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { openLetters } from '#test/makers/letters.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { caseRow, test } from '#test/makers/sent-nomination.ts'
import { correctAddressByLink, type AddressCorrection } from './address-correction.server.ts'

const reference = 'FN-1995-0001'
const [proposer, nominee, seconder] = ['ben@example.org', 'asha@example.org', 'chitra@example.org'] as const
const right = 'asha.sample@example.org'

async function byProposer(db: Db, correction: AddressCorrection) {
  const { id: caseId } = await caseRow(db)
  const request = { caseId, purpose: 'status', name: 'Ben', email: proposer } as const
  const link = await askConfirmation(db, origin, request, monday)
  return correctAddressByLink(db, passerBy, origin, link.split('token=')[1] ?? '', correction, monday)
}

test('the office corrects the address of a nominee: the old link is dead, the new address is emailed', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, proposer, monday)
  const old = await tokenMailedTo(db, nominee)
  const actor = await makeCaseworker(db, monday)
  const correction = { whose: 'nominee', email: ' Asha.Sample@example.org ' } as const

  expect(await correctAddressAsStaff(db, actor, origin, reference, correction, monday)).toEqual({ ok: true })
  expect(await findConfirmation(db, 'consent', old, monday)).toBeUndefined()
  expect(await openLetters(db, nominee)).toEqual([])
  expect((await openLetters(db, right)).map(({ kind }) => kind)).toEqual(['nomination.consent'])
  expect(await caseRow(db)).toMatchObject({ subject_key: right, state: 'submitted' })
  const addresses = await db.selectFrom('dossier_address').select('address').execute()
  expect(addresses.map(({ address }) => address)).toEqual(expect.arrayContaining([right, seconder]))
  expect(addresses.map(({ address }) => address)).not.toContain(nominee)
  const read = await readCase(db, actor, reference, monday)
  expect(read?.isUnchanged).toBe(true)
  expect(read?.moves[0]).toMatchObject({ move: 'correct-address', facts: { whose: 'nominee' } })
  expect(await listActions(db)).toContain('case.moved')

  await answerAs(db, 'consent', right, monday)
  await answerAs(db, 'second', seconder, monday)
  expect(await caseRow(db)).toMatchObject({ state: 'complete' })
})

test('a proposer corrects a seconder before it is their turn, and the nominee is not asked again', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, proposer, monday)
  const { due_at } = await caseRow(db)
  const correction = { whose: 'seconder', email: 'c.sample@example.org' } as const

  expect(await byProposer(db, correction)).toEqual({ ok: true })
  expect(await openLetters(db, 'c.sample@example.org')).toEqual([])
  expect(await caseRow(db)).toMatchObject({ due_at })
  expect((await openLetters(db, nominee)).map(({ kind }) => kind)).toEqual(['nomination.consent'])
  await answerAs(db, 'consent', nominee, monday)
  expect((await openLetters(db, 'c.sample@example.org')).map(({ kind }) => kind)).toEqual([
    'nomination.second',
  ])
  expect(await openLetters(db, seconder)).toEqual([])
})

test('an address that has answered, belongs to someone else or is the same cannot be put in', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, proposer, monday)
  expect(await byProposer(db, { whose: 'nominee', email: nominee })).toMatchObject({ reason: 'as-it-was' })
  for (const email of [proposer, seconder, 'dev@far.example'])
    expect(await byProposer(db, { whose: 'nominee', email })).toMatchObject({ reason: 'has-other-role' })
  await answerAs(db, 'consent', nominee, monday)
  expect(await byProposer(db, { whose: 'nominee', email: right })).toMatchObject({ reason: 'not-open' })
  expect(fromJson<{ email: string }>((await caseRow(db)).answers).email).toBe(nominee)
})

test('a proposer cannot email one stranger after the other by correcting', async ({ sent: db }) => {
  await confirmAsProposer(db, proposer, monday)
  for (let at = 0; at < 5; at++)
    expect(await byProposer(db, { whose: 'nominee', email: `n${at}@example.org` })).toEqual({ ok: true })
  expect(await byProposer(db, { whose: 'nominee', email: 'n9@example.org' })).toMatchObject({
    reason: 'too-often',
  })
})
