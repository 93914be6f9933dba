import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { caseOrigin as origin, changeAnswers, passerBy, reopen, tokenMailedTo } from '#test/makers/cases.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { monday } from '#test/harness/db.ts'
import { openLetters } from '#test/makers/letters.ts'
import { caseRow, test } from '#test/makers/sent-nomination.ts'
import { answerNomination } from './answering.server.ts'
import { declineToSecond, type Declined } from './declining.server.ts'
import { submitNomination } from './operations.server.ts'

const [proposer, nominee, seconder] = ['ben@example.org', 'asha@example.org', 'chitra@example.org'] as const

async function decline(db: Db, declined: Declined = 'declines') {
  const confirmedHash = (await caseRow(db)).answers_hash
  const answer = { declined, declineReason: 'I hardly know the work.' }
  const token = await tokenMailedTo(db, seconder)
  return declineToSecond(db, passerBy, origin, token, { answer, wording: 'No.', confirmedHash }, monday)
}

async function agree(db: Db, purpose: 'consent' | 'second', email: string) {
  const confirmedHash = (await caseRow(db)).answers_hash
  const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
  const token = await tokenMailedTo(db, email)
  expect(await answerNomination(db, passerBy, origin, purpose, token, answered, monday)).toEqual({ ok: true })
}

/** The proposer opens the form with the mailed link, changes it and submits it again. */
async function correct(db: Db, changes: Record<string, string>) {
  const reopened = await reopen(db, 'correct', await tokenMailedTo(db, proposer), monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  await changeAnswers(db, 'fellow', reopened.token, changes, monday)
  expect(await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)).toMatchObject({
    ok: true,
  })
}

async function stateOf(db: Db): Promise<string> {
  return (await caseRow(db)).state
}

test('a seconder who declines is replaced by the proposer, and only then the nomination continues', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, proposer, monday)
  await agree(db, 'consent', nominee)
  expect(await decline(db)).toEqual({ ok: true })
  expect(await stateOf(db)).toBe('submitted')

  await correct(db, { seconderName: 'Emil Sample', seconderEmail: 'emil@example.org' })
  expect(await stateOf(db)).toBe('submitted')
  await agree(db, 'second', 'emil@example.org')
  expect(await stateOf(db)).toBe('complete')
})

test.for([
  ['declines', 'has declined'],
  ['not-me', 'says that our email reached the wrong person'],
] as const)(
  'the proposer hears at once that the seconder %s, without the seconder’s words',
  async ([declined, said], { sent: db }) => {
    await confirmAsProposer(db, proposer, monday)
    await agree(db, 'consent', nominee)
    await decline(db, declined)

    const letter = (await openLetters(db, proposer)).find(
      ({ kind }) => kind === 'nomination.seconder-declined',
    )
    expect(letter?.body_text).toContain(said)
    expect(letter?.body_text).toContain('Name another seconder')
    expect(letter?.body_text).not.toContain('hardly know')
  },
)

test('a seconder who declined and is named again is asked again', async ({ sent: db }) => {
  await confirmAsProposer(db, proposer, monday)
  await agree(db, 'consent', nominee)
  await decline(db)
  await correct(db, { proposerPhone: '+91 532 7654321' })

  expect(await stateOf(db)).toBe('submitted')
  await agree(db, 'second', seconder)
  expect(await stateOf(db)).toBe('complete')
})

test('one answer counts: who has declined cannot second, and who has seconded cannot decline', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, proposer, monday)
  await agree(db, 'consent', nominee)
  const token = await tokenMailedTo(db, seconder)
  const confirmedHash = (await caseRow(db)).answers_hash
  await decline(db)
  const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
  expect(await answerNomination(db, passerBy, origin, 'second', token, answered, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
})
