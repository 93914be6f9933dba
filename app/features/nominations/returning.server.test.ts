import { expect } from 'vitest'
import type { Db } from '#db/tables.ts'
import { askConfirmation, listConfirmations } from '#features/cases/confirmations.server.ts'
import { listMoves } from '#features/cases/case-queries.server.ts'
import { reopenForm } from '#features/cases/reopening.server.ts'
import { countCycle } from '#features/cases/statistics.server.ts'
import {
  caseOrigin as origin,
  changeAnswers,
  draftOf,
  makeFilledDraft,
  openCalls,
  passerBy,
  rightAnswers,
  tokenMailedTo,
} from '#test/cases.ts'
import { confirmAsProposer } from '#test/proposers.ts'
import { makeCase } from '#test/casework.ts'
import { monday, test as base } from '#test/db.ts'
import { actorFor, makeStaff } from '#test/staff.ts'
import { moveDueNominations } from './due.server.ts'
import { answerNomination } from './answering.server.ts'
import { moveNomination, submitNomination } from './operations.server.ts'

const day = 86_400_000
const reference = 'FN-1995-0001'
const later = (days: number) => new Date(monday.getTime() + days * day)

const test = base.extend<{ sent: Db }>({
  sent: async ({ db }, use) => {
    await openCalls(db, monday)
    const token = await makeFilledDraft(db, 'fellow', monday)
    await submitNomination(db, passerBy, origin, 'fellow', token, monday)
    await use(db)
  },
})

async function dossier(db: Db) {
  return db.selectFrom('dossier').selectAll().executeTakeFirstOrThrow()
}

async function complete(db: Db) {
  await confirmAsProposer(db, 'ben@example.org', monday)
  for (const [purpose, email] of [
    ['consent', 'asha@example.org'],
    ['second', 'chitra@example.org'],
  ] as const) {
    const confirmedHash = (await dossier(db)).answers_hash
    const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
    const token = await tokenMailedTo(db, email)
    await answerNomination(db, passerBy, origin, purpose, token, answered, monday)
  }
}

async function sendBack(db: Db, due = '1995-02-01') {
  const editor = actorFor(await makeStaff(db, monday, { role: 'editor' }))
  const facts = { reason: 'Name the journal.', due }
  return moveNomination(db, editor, origin, { reference, move: 'return', by: 'editor', facts }, monday)
}

test('what is sent back is put right in the same form and goes on', async ({ sent: db }) => {
  await complete(db)
  expect(await sendBack(db)).toEqual({ ok: true, to: 'returned' })
  const link = await tokenMailedTo(db, 'ben@example.org')
  const reopened = await reopenForm(db, 'correct', link, monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  const draft = await draftOf(db, 'fellow', reopened.token, monday)
  expect(draft.answers).toEqual(rightAnswers.fellow)
  expect(draft.files.map(({ question }) => question).toSorted()).toEqual(['allPublications', 'vitae'])

  const citation = 'For light and colour.'
  await changeAnswers(db, 'fellow', reopened.token, { citation }, monday)
  const again = await submitNomination(db, passerBy, origin, 'fellow', reopened.token, later(40))

  expect(again).toEqual({ ok: true, reference })
  const { state, answers } = await dossier(db)
  expect(state).toBe('complete')
  expect(JSON.parse(answers)).toMatchObject({ citation })
  expect(await db.selectFrom('attachment').select('id').execute()).toHaveLength(2)
})

test('a later change of one character shows in what was confirmed before', async ({ sent: db }) => {
  await complete(db)
  const before = await listConfirmations(db, await dossier(db))
  expect(before.map(({ isOfThisText }) => isOfThisText)).toEqual([true, true, true])

  await sendBack(db)
  const reopened = await reopenForm(db, 'correct', await tokenMailedTo(db, 'ben@example.org'), monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  const answers = { citation: 'For light,' }
  await changeAnswers(db, 'fellow', reopened.token, answers, monday)
  await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)

  const after = await listConfirmations(db, await dossier(db))
  const isOfThisText = (wanted: string) => after.find(({ purpose }) => purpose === wanted)?.isOfThisText
  expect([isOfThisText('consent'), isOfThisText('second'), isOfThisText('correct')]).toEqual([
    false,
    false,
    true,
  ])
  expect(await db.selectFrom('dossier_text').select('answers_hash').execute()).toHaveLength(1)
})

test('who is named in place of somebody else is asked before the nomination goes on', async ({
  sent: db,
}) => {
  await complete(db)
  await sendBack(db)
  const reopened = await reopenForm(db, 'correct', await tokenMailedTo(db, 'ben@example.org'), monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  const others = {
    ...{ email: 'dina@example.org', seconderEmail: 'emil@example.org' },
    ...{ proposerEmail: 'fay@example.org' },
  }
  await changeAnswers(db, 'fellow', reopened.token, others, monday)
  await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)
  const asked = { state: 'submitted', due_at: later(30).getTime() }
  expect(await dossier(db)).toMatchObject({
    ...asked,
    ...{ subject_confirmed_at: null, sender_confirmed_at: null },
  })
  const named = await db.selectFrom('dossier_address').select('address').orderBy('address').execute()
  expect(named.map(({ address }) => address)).toEqual([
    ...['dev@far.example', 'dina@example.org', 'emil@example.org', 'esha@far.example', 'fay@example.org'],
  ])

  const confirmedHash = (await dossier(db)).answers_hash
  const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
  const consent = await tokenMailedTo(db, 'dina@example.org')
  await answerNomination(db, passerBy, origin, 'consent', consent, answered, monday)
  expect(await dossier(db)).toMatchObject({ state: 'submitted' })
  const second = await tokenMailedTo(db, 'emil@example.org')
  await answerNomination(db, passerBy, origin, 'second', second, answered, monday)
  expect(await dossier(db)).toMatchObject({ state: 'submitted' })
  expect(await confirmAsProposer(db, 'fay@example.org', monday)).toEqual({ ok: true })
  expect(await dossier(db)).toMatchObject({ state: 'complete', subject_confirmed_at: monday.getTime() })
})

test('the proposer is told the day in words, and the link works until it is over', async ({ sent: db }) => {
  await complete(db)
  await sendBack(db, '1995-06-30')
  const { body_text } = await db
    .selectFrom('mail')
    .select('body_text')
    .where('kind', '=', 'nomination.returned')
    .executeTakeFirstOrThrow()
  expect(body_text).toContain('by 30 June 1995')

  const link = await tokenMailedTo(db, 'ben@example.org')
  const [before, after] = ['1995-06-30T18:29:00Z', '1995-06-30T18:30:00Z'].map((at) => new Date(at)) as [
    Date,
    Date,
  ]
  expect(await reopenForm(db, 'correct', link, before)).toMatchObject({ ok: true })
  expect(await reopenForm(db, 'correct', link, after)).toEqual({ ok: false, reason: 'not-found' })
})

test('what is brought up to date counts in the later cycle, and its history tells from which it came', async ({
  sent: db,
}) => {
  await db.updateTable('dossier').set({ state: 'recommended' }).execute()
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const deferring = { reference, move: 'defer', by: 'admin', facts: {} } as const
  await moveNomination(db, admin, origin, deferring, later(20))
  const nextYear = later(380)
  await openCalls(db, nextYear)
  const reopened = await reopenForm(db, 'renew', await tokenMailedTo(db, 'ben@example.org'), nextYear)
  if (!reopened.ok) throw new Error(reopened.reason)
  expect((await countCycle(db, 'fellow', '1995')).received).toBe(1)

  expect(await submitNomination(db, passerBy, origin, 'fellow', reopened.token, nextYear)).toEqual({
    ok: true,
    reference,
  })

  expect(await dossier(db)).toMatchObject({ state: 'complete', cycle: '1996' })
  expect((await countCycle(db, 'fellow', '1995')).received).toBe(0)
  expect(await countCycle(db, 'fellow', '1996')).toMatchObject({
    received: 1,
    months: [{ label: '1996-01', value: 1 }],
  })
  const [latest] = await listMoves(db, (await dossier(db)).id)
  expect(latest).toMatchObject({ move: 'renew', facts: { earlierCycle: '1995', cycle: '1996' } })
})

test('a link to correct is over once the form was sent', async ({ sent: db }) => {
  await complete(db)
  await sendBack(db)
  const link = await tokenMailedTo(db, 'ben@example.org')
  const reopened = await reopenForm(db, 'correct', link, monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)

  expect(await reopenForm(db, 'correct', link, monday)).toEqual({ ok: false, reason: 'not-found' })
})

test('an elected person who does not answer is reminded once', async ({ db }) => {
  const reference = await makeCase(db, monday, { state: 'elected' })
  const { id } = await db
    .selectFrom('dossier')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const asked = { dossierId: id, purpose: 'accept', name: 'Asha', email: 'asha@example.org' } as const
  await askConfirmation(db, origin, asked, monday)
  for (const days of [9, 11, 12]) await moveDueNominations(db, origin, later(days))

  const letters = await db.selectFrom('mail').select(['kind', 'recipient', 'body_text']).execute()
  expect(letters).toMatchObject([{ kind: 'nomination.accept-reminder', recipient: 'asha@example.org' }])
  expect(letters[0]?.body_text).toContain('/confirm/accept?token=')
})

test('whoever does not answer is reminded once, by a fresh link that takes the place of the first', async ({
  sent: db,
}) => {
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
  expect(reminders.map(({ recipient }) => recipient)).toEqual(['asha@example.org', 'chitra@example.org'])
  const { answers_hash: confirmedHash } = await dossier(db)
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

test('a nomination that nobody confirms lapses after 30 days, and not a day sooner', async ({ sent: db }) => {
  await moveDueNominations(db, origin, later(29))
  expect(await dossier(db)).toMatchObject({ state: 'submitted' })

  await moveDueNominations(db, origin, later(30))
  expect(await dossier(db)).toMatchObject({ state: 'lapsed' })
})
