import { expect } from 'vitest'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { correctAddressAsStaff } from '#features/casework/address-correction.server.ts'
import { caseTasks } from '#features/casework/desk-tasks.ts'
import { readCaseDesk } from '#features/casework/desk.server.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { viewCase } from '#features/casework/case-view.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { listOwnCases } from '#features/cases/own-cases.server.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { correctAddressByLink } from '#features/nominations/address-correction.server.ts'
import type { Declined } from '#features/nominations/declining.server.ts'
import { readShownHash } from '#features/nominations/shown-nomination.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { caseOrigin as origin, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import { monday } from '#test/harness/db.ts'
import { openLetters } from '#test/makers/letters.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { caseRow, test } from '#test/makers/sent-nomination.ts'
import { declineProposal, notTheNominee } from './operations.server.ts'

/** A request that reached the wrong person ends nothing; one that is declined may give a reason. */

const reference = 'FN-1995-0001'
const [proposer, nominee, right] = ['ben@example.org', 'asha@example.org', 'asha.sample@example.org'] as const
const why = { declineReason: 'A namesake at another institute.' }

async function sayNotMe(db: Db) {
  const confirmedHash = await readShownHash(db, 'consent', await caseRow(db))
  const answered = { answer: { willing: 'not-me', ...why }, wording: 'Not me.', confirmedHash }
  return notTheNominee(db, passerBy, origin, await tokenMailedTo(db, nominee), answered, monday)
}

async function answerProposal(db: Db, declined: Declined) {
  const confirmedHash = (await caseRow(db)).answers_hash
  const answered = { answer: { declined, ...why }, wording: 'No.', confirmedHash }
  return declineProposal(db, passerBy, origin, await tokenMailedTo(db, proposer), answered, monday)
}

async function statusLink(db: Db) {
  const { id: caseId } = await caseRow(db)
  const request = { caseId, purpose: 'status', name: 'Ben', email: proposer } as const
  return (await askConfirmation(db, origin, request, monday)).split('token=')[1] ?? ''
}

async function correct(db: Db, email: string) {
  const correction = { whose: 'nominee', email } as const
  return correctAddressByLink(db, passerBy, origin, await statusLink(db), correction, monday)
}

async function kindsTo(db: Db, email: string) {
  return (await openLetters(db, email)).map(({ kind }) => kind)
}

test('a stranger at a wrong address does not end the nomination, and the proposer corrects the address', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, proposer, monday)
  expect(await sayNotMe(db)).toEqual({ ok: true })
  expect(await caseRow(db)).toMatchObject({ state: 'submitted', ended_at: null, subject_confirmed_at: null })

  const letter = (await openLetters(db, proposer)).find(({ kind }) => kind === 'nomination.nominee-not-me')
  expect(letter?.body_text).toContain('reached someone who says that they are not the nominee')
  expect(letter?.body_text).not.toContain('namesake')
  expect(await correct(db, nominee)).toEqual({ ok: false, reason: 'as-it-was' })
  expect(await correct(db, right)).toEqual({ ok: true })
  expect(await kindsTo(db, right)).toEqual(['nomination.consent'])
  await answerAs(db, 'consent', right, monday)
  await answerAs(db, 'second', 'chitra@example.org', monday)
  expect((await caseRow(db)).state).toBe('complete')
})

test('the office finds it on its desk with the reason, and emails the same address again if it knows better', async ({
  sent: db,
}) => {
  const actor = await makeCaseworker(db, monday)
  await confirmAsProposer(db, proposer, monday)
  const onDesk = async () =>
    caseTasks(await readCaseDesk(db, actor, monday)).find(({ id }) => id === `misdirected-${reference}`)
  expect(await onDesk()).toBeUndefined()
  await sayNotMe(db)

  expect(await onDesk()).toMatchObject({ meta: 'An email reached the wrong person' })
  const read = await readCase(db, actor, reference, monday)
  if (!read) throw new Error('The case is gone.')
  expect(read.notes[0]?.body).toContain(`Our email to ${nominee} reached someone who says`)
  expect(read.correctable).toContainEqual({ whose: 'nominee', email: nominee, isWrong: true })
  const { confirmations } = viewCase(read, await readSettings(db), 'editor', monday)
  expect(JSON.stringify(confirmations)).toContain(why.declineReason)

  const again = { whose: 'nominee', email: nominee } as const
  expect(await correctAddressAsStaff(db, actor, origin, reference, again, monday)).toEqual({ ok: true })
  expect(await kindsTo(db, nominee)).toEqual(['nomination.consent'])
  expect(await onDesk()).toBeUndefined()
})

test('nobody at the wrong address is emailed again when something else of the nomination changes', async ({
  sent: db,
}) => {
  const actor = await makeCaseworker(db, monday)
  await confirmAsProposer(db, proposer, monday)
  await sayNotMe(db)
  const seconder = { whose: 'seconder', email: 'c.sample@example.org' } as const
  expect(await correctAddressAsStaff(db, actor, origin, reference, seconder, monday)).toEqual({ ok: true })
  expect(await kindsTo(db, nominee)).toEqual(['nomination.consent'])
  expect(await kindsTo(db, 'c.sample@example.org')).toEqual([])
})

test('whoever is not the nominee does not find the nomination among their own', async ({ sent: db }) => {
  const reader = { personId: 'someone', email: nominee, isShared: false }
  const own = async () => (await listOwnCases(db, caseTypeOf, reader)).cases.length
  await confirmAsProposer(db, proposer, monday)
  expect(await own()).toBe(1)
  await sayNotMe(db)
  expect(await own()).toBe(0)
})

test('someone in whose name a nomination came declines it, and nobody else is emailed', async ({
  sent: db,
}) => {
  const token = await tokenMailedTo(db, proposer)
  expect(await answerProposal(db, 'declines')).toEqual({ ok: true })
  expect((await caseRow(db)).state).toBe('withdrawn')
  const letters = await db.selectFrom('mail').select('recipient').execute()
  expect(new Set(letters.map(({ recipient }) => recipient))).toEqual(new Set([proposer]))
  expect(
    await db.selectFrom('confirmation').select('id').where('voided_at', 'is not', null).execute(),
  ).toEqual([])
  const answer = await db.selectFrom('confirmation').select('answer').executeTakeFirstOrThrow()
  expect(fromJson(answer.answer ?? '')).toEqual({ declined: 'declines', ...why })
  const answered = { answer: { declined: 'not-me' }, wording: 'No.', confirmedHash: '' } as const
  expect(await declineProposal(db, passerBy, origin, token, answered, monday)).toMatchObject({ ok: false })
})

test('a nomination whose proposer has a wrong address waits for the office to correct it', async ({
  sent: db,
}) => {
  const actor = await makeCaseworker(db, monday)
  expect(await answerProposal(db, 'not-me')).toEqual({ ok: true })
  expect(await caseRow(db)).toMatchObject({ state: 'submitted', sender_confirmed_at: null })
  const read = await readCase(db, actor, reference, monday)
  expect(read?.notes[0]?.body).toContain('they are not the proposer')
  const link = await statusLink(db)
  const correction = { whose: 'proposer', email: 'ben.sample@example.org' } as const
  expect(await correctAddressByLink(db, passerBy, origin, link, correction, monday)).toMatchObject({
    reason: 'not-open',
  })

  expect(await correctAddressAsStaff(db, actor, origin, reference, correction, monday)).toEqual({ ok: true })
  expect(await kindsTo(db, correction.email)).toEqual(['nomination.received'])
  // The stranger has no more links to it.
  expect(await correctAddressByLink(db, passerBy, origin, link, correction, monday)).toMatchObject({
    reason: 'not-found',
  })
  expect(await confirmAsProposer(db, correction.email, monday)).toEqual({ ok: true })
  expect(await kindsTo(db, nominee)).toEqual(['nomination.consent'])
})
