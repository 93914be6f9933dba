import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { caseOrigin as origin, changeAnswers, passerBy, reopen, tokenMailedTo } from '#test/makers/cases.ts'
import { makeCase } from '#test/makers/casework.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { openLetters } from '#test/makers/letters.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { caseRow, test } from '#test/makers/sent-nomination.ts'
import { answerNomination, confirmProposal } from './answering.server.ts'
import { askForCorrections, findLastWish } from './declining.server.ts'
import { submitNomination } from './operations.server.ts'

const [proposer, nominee, seconder] = ['ben@example.org', 'asha@example.org', 'chitra@example.org'] as const

async function wish(db: Db, corrections: string) {
  const token = await tokenMailedTo(db, nominee)
  const confirmedHash = (await findConfirmationCase(db, 'consent', token, monday))?.caseRow.answers_hash ?? ''
  const answered = { answer: { willing: 'correct', corrections }, wording: 'No.', confirmedHash }
  return askForCorrections(db, passerBy, origin, token, answered, monday)
}

test('a nominee asks for a correction, reads the corrected text and agrees; only then the seconder is asked', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, proposer, monday)
  expect(await wish(db, 'I left the institute in 1990.')).toEqual({ ok: true })
  const { id } = await caseRow(db)
  expect(await findLastWish(db, id)).toEqual({ of: 'nominee', corrections: 'I left the institute in 1990.' })
  const letter = (await openLetters(db, proposer)).find(({ kind }) => kind === 'nomination.nominee-corrects')
  expect(letter?.body_text).toContain('Read and correct')
  expect(letter?.body_text).not.toContain('1990')
  expect(await caseRow(db)).toMatchObject({ state: 'submitted', subject_confirmed_at: null })

  const reopened = await reopen(db, 'correct', await tokenMailedTo(db, proposer), monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  await changeAnswers(db, 'fellow', reopened.token, { institution: 'New Institute' }, monday)
  await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)
  expect(await openLetters(db, seconder)).toEqual([])

  expect(await answerAs(db, 'consent', nominee, monday)).toEqual({ ok: true })
  expect(await answerAs(db, 'second', seconder, monday)).toEqual({ ok: true })
  expect(await caseRow(db)).toMatchObject({ state: 'complete' })
})

test('each person has 30 days from the day of their own email', async ({ sent: db }) => {
  const later = new Date(monday.getTime() + 29 * 86_400_000)
  await confirmAsProposer(db, proposer, later)

  expect(await caseRow(db)).toMatchObject({ due_at: later.getTime() + 30 * 86_400_000 })
})

base(
  'a nomination from before this order, with three open requests, is completed in any order',
  async ({ db }) => {
    const orders = [
      ['verify', 'second', 'consent'],
      ['second', 'consent', 'verify'],
      ['consent', 'verify', 'second'],
    ] as const
    for (const order of orders) {
      const reference = await makeCase(db, monday)
      const { id } = await db
        .selectFrom('dossier')
        .select('id')
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow()
      const links = { verify: '', consent: '', second: '' }
      const { answers } = await db
        .selectFrom('dossier')
        .select('answers')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const { email } = JSON.parse(answers) as { email: string }
      for (const [purpose, to] of [
        ['verify', proposer],
        ['consent', email],
        ['second', seconder],
      ] as const) {
        const request = { caseId: id, purpose, name: 'Sample', email: to }
        links[purpose] = (await askConfirmation(db, origin, request, monday)).split('token=')[1] ?? ''
      }
      for (const purpose of order) await answerWith(db, purpose, links[purpose])

      expect(
        await db.selectFrom('dossier').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
        order.join(),
      ).toEqual({ state: 'complete' })
      expect(await openLetters(db, seconder)).toEqual([])
    }
  },
)

async function answerWith(db: Db, purpose: 'verify' | 'consent' | 'second', token: string) {
  const confirmedHash = (await findConfirmationCase(db, purpose, token, monday))?.caseRow.answers_hash ?? ''
  const answered = { answer: {}, wording: 'Yes.', confirmedHash }
  const outcome =
    purpose === 'verify'
      ? await confirmProposal(db, passerBy, origin, token, answered, monday)
      : await answerNomination(db, passerBy, origin, purpose, token, { ...answered, agrees: true }, monday)
  expect(outcome).toEqual({ ok: true })
}
