import { expect } from 'vitest'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { caseOrigin as origin, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { makeCase } from '#test/makers/casework.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { monday } from '#test/harness/db.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { moveDueNominations } from './due.server.ts'
import { moveNomination } from './operations.server.ts'
import { answerNomination } from './answering.server.ts'
import { caseRow, test } from '#test/makers/sent-nomination.ts'

const day = 86_400_000
const later = (days: number) => new Date(monday.getTime() + days * day)

test('an elected person who does not answer is reminded every two weeks for two months', async ({ db }) => {
  const reference = await makeCase(db, monday, { state: 'elected' })
  const { id } = await db
    .selectFrom('dossier')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const confirmation = { caseId: id, purpose: 'accept', name: 'Asha', email: 'asha@example.org' } as const
  await askConfirmation(db, origin, confirmation, monday)
  for (let days = 9; days < 100; days++) await moveDueNominations(db, origin, later(days))

  const letters = await db.selectFrom('mail').select(['kind', 'recipient', 'body_text']).execute()
  expect(letters.map(({ kind }) => kind)).toEqual(Array(4).fill('nomination.accept-reminder'))
  expect(letters[0]?.body_text).toContain('/confirm/accept?token=')
})

test('someone who does not answer is reminded once, by a new link that replaces the first', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, 'ben@example.org', monday)
  const first = await tokenMailedTo(db, 'asha@example.org')
  await moveDueNominations(db, origin, later(9))
  await moveDueNominations(db, origin, later(11))
  await moveDueNominations(db, origin, later(12))

  const reminders = await db
    .selectFrom('mail')
    .select('recipient')
    .where('kind', '=', 'nomination.reminder')
    .orderBy('recipient')
    .execute()
  expect(reminders.map(({ recipient }) => recipient)).toEqual(['asha@example.org'])
  const { answers_hash: confirmedHash } = await caseRow(db)
  const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
  expect(await answerNomination(db, passerBy, origin, 'consent', first, answered, later(12))).toEqual({
    ok: false,
    reason: 'not-found',
  })
  const fresh = await tokenMailedTo(db, 'asha@example.org')
  expect(await answerNomination(db, passerBy, origin, 'consent', fresh, answered, later(12))).toEqual({
    ok: true,
  })
})

test('an unconfirmed nomination lapses after 30 days, and not a day sooner', async ({ sent: db }) => {
  await moveDueNominations(db, origin, later(29))
  expect(await caseRow(db)).toMatchObject({ state: 'submitted' })

  await moveDueNominations(db, origin, later(30))
  expect(await caseRow(db)).toMatchObject({ state: 'lapsed' })
})

test('someone who does not answer is reminded again five days before the nomination lapses', async ({
  sent: db,
}) => {
  await confirmAsProposer(db, 'ben@example.org', monday)
  const sentOn: number[] = []
  for (let days = 1; days < 40; days++) {
    const before = await countReminders(db)
    await moveDueNominations(db, origin, later(days))
    if ((await countReminders(db)) > before) sentOn.push(days)
  }
  expect(sentOn).toEqual([10, 25])
  expect(await caseRow(db)).toMatchObject({ state: 'lapsed' })
})

test('a proposer who has to correct the form is reminded, also before it lapses', async ({ sent: db }) => {
  await db.updateTable('dossier').set({ state: 'complete' }).execute()
  const facts = { reason: 'Name the journal.', due: '1995-02-01' }
  const moving = { reference: 'FN-1995-0001', move: 'return', by: 'admin', facts } as const
  await moveNomination(db, system, origin, moving, monday)
  for (let days = 1; days < 29; days++) await moveDueNominations(db, origin, later(days))

  const letters = await db
    .selectFrom('mail')
    .select('body_text')
    .where('kind', '=', 'nomination.returned')
    .execute()
  expect(letters).toHaveLength(3)
  for (const { body_text } of letters) {
    expect(body_text).toContain('1 February 1995')
    expect(body_text).toContain('Name the journal.')
  }
})

async function countReminders(db: Db) {
  const rows = await db.selectFrom('mail').select('id').where('kind', '=', 'nomination.reminder').execute()
  return rows.length
}
