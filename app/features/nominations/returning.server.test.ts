import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { listConfirmations } from '#features/cases/confirmations.server.ts'
import { listMoves } from '#features/casework/case-queries.server.ts'
import { sendNewLink } from '#features/casework/new-links.server.ts'
import { countCycle } from '#features/casework/statistics/statistics.server.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { beginCounted } from '#features/forms/drafts/beginning.server.ts'
import { detachFile } from '#features/forms/drafts/draft-files.server.ts'
import { findLink, mailDraftLink } from '#features/forms/drafts/resuming.server.ts'
import {
  attachNeeded,
  caseOrigin as origin,
  changeAnswers,
  draftOf,
  makeStore,
  openCalls,
  passerBy,
  rightAnswers,
  reopen,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import { monday } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { answerNomination } from './answering.server.ts'
import { moveNomination, submitNomination } from './operations.server.ts'
import { caseRow, test } from '#test/makers/sent-nomination.ts'

const day = 86_400_000
const reference = 'FN-1995-0001'
const later = (days: number) => new Date(monday.getTime() + days * day)

async function complete(db: Db) {
  await confirmAsProposer(db, 'ben@example.org', monday)
  for (const [purpose, email] of [
    ['consent', 'asha@example.org'],
    ['second', 'chitra@example.org'],
  ] as const) {
    const confirmedHash = (await caseRow(db)).answers_hash
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

test('a case that is sent back is corrected in the same form, and the change is put to everyone again', async ({
  sent: db,
}) => {
  await complete(db)
  expect(await sendBack(db)).toMatchObject({ ok: true, to: 'returned' })
  const link = await tokenMailedTo(db, 'ben@example.org')
  const reopened = await reopen(db, 'correct', link, monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  const draft = await draftOf(db, 'fellow', reopened.token, monday)
  expect(draft.answers).toEqual(rightAnswers.fellow)
  expect(draft.files.map(({ question }) => question).toSorted()).toEqual(['allPublications', 'vitae'])

  const citation = 'For light and colour.'
  await changeAnswers(db, 'fellow', reopened.token, { citation }, monday)
  const again = await submitNomination(db, passerBy, origin, 'fellow', reopened.token, later(40))

  expect(again).toEqual({ ok: true, reference })
  const { state, answers } = await caseRow(db)
  // The nominee and the seconder read the corrected text before the office does.
  expect(state).toBe('submitted')
  expect(JSON.parse(answers)).toMatchObject({ citation })
  expect(await answerAs(db, 'consent', 'asha@example.org', later(40))).toEqual({ ok: true })
  expect(await answerAs(db, 'second', 'chitra@example.org', later(40))).toEqual({ ok: true })
  expect(await caseRow(db)).toMatchObject({ state: 'complete' })
  expect(await db.selectFrom('attachment').select('id').execute()).toHaveLength(2)
})

test('a later change of one character shows in what was confirmed before', async ({ sent: db }) => {
  await complete(db)
  const before = await listConfirmations(db, await caseRow(db))
  expect(before.map(({ isOfThisText }) => isOfThisText)).toEqual([true, true, true])

  await sendBack(db)
  const reopened = await reopen(db, 'correct', await tokenMailedTo(db, 'ben@example.org'), monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  const answers = { citation: 'For light,' }
  await changeAnswers(db, 'fellow', reopened.token, answers, monday)
  await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)

  const after = await listConfirmations(db, await caseRow(db))
  const isOfThisText = (wanted: string) => after.find(({ purpose }) => purpose === wanted)?.isOfThisText
  expect([isOfThisText('consent'), isOfThisText('second'), isOfThisText('correct')]).toEqual([
    false,
    false,
    true,
  ])
  expect(await db.selectFrom('dossier_text').select('answers_hash').execute()).toHaveLength(1)
})

test('someone who replaces another person must confirm before the nomination continues', async ({
  sent: db,
}) => {
  await complete(db)
  await sendBack(db)
  const reopened = await reopen(db, 'correct', await tokenMailedTo(db, 'ben@example.org'), monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  const others = {
    ...{ email: 'dina@example.org', seconderEmail: 'emil@example.org' },
    ...{ proposerEmail: 'fay@example.org' },
  }
  await changeAnswers(db, 'fellow', reopened.token, others, monday)
  await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)
  const confirmation = { state: 'submitted', due_at: later(30).getTime() }
  expect(await caseRow(db)).toMatchObject({
    ...confirmation,
    ...{ subject_confirmed_at: null, sender_confirmed_at: null },
  })
  const named = await db.selectFrom('dossier_address').select('address').orderBy('address').execute()
  expect(named.map(({ address }) => address).filter((one) => one.includes('@'))).toEqual([
    ...['dev@far.example', 'dina@example.org', 'emil@example.org', 'esha@far.example', 'fay@example.org'],
  ])

  const confirmedHash = (await caseRow(db)).answers_hash
  const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
  expect(await confirmAsProposer(db, 'fay@example.org', monday)).toEqual({ ok: true })
  const consent = await tokenMailedTo(db, 'dina@example.org')
  await answerNomination(db, passerBy, origin, 'consent', consent, answered, monday)
  expect(await caseRow(db)).toMatchObject({ state: 'submitted' })
  const second = await tokenMailedTo(db, 'emil@example.org')
  await answerNomination(db, passerBy, origin, 'second', second, answered, monday)
  expect(await caseRow(db)).toMatchObject({ state: 'complete', subject_confirmed_at: monday.getTime() })
})

test('the proposer gets the day in words, and the link works until it is over', async ({ sent: db }) => {
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
  expect(await reopen(db, 'correct', link, before)).toMatchObject({ ok: true })
  expect(await reopen(db, 'correct', link, after)).toEqual({ ok: false, reason: 'not-found' })
})

test('an updated nomination counts in the later cycle, and its history names the earlier one', async ({
  sent: db,
}) => {
  await complete(db)
  await db.updateTable('dossier').set({ state: 'recommended' }).execute()
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const deferring = { reference, move: 'defer', by: 'admin', facts: {} } as const
  await moveNomination(db, admin, origin, deferring, later(20))
  const nextYear = later(380)
  await openCalls(db, nextYear)
  const reopened = await reopen(db, 'renew', await tokenMailedTo(db, 'ben@example.org'), nextYear)
  if (!reopened.ok) throw new Error(reopened.reason)
  expect((await countCycle(db, 'fellow', '1995')).received).toBe(1)

  expect(await submitNomination(db, passerBy, origin, 'fellow', reopened.token, nextYear)).toEqual({
    ok: true,
    reference,
  })

  expect(await caseRow(db)).toMatchObject({ state: 'complete', cycle: '1996' })
  expect((await countCycle(db, 'fellow', '1995')).received).toBe(0)
  expect(await countCycle(db, 'fellow', '1996')).toMatchObject({
    received: 1,
    months: [{ label: '1996-01', value: 1 }],
  })
  const [latest] = await listMoves(db, (await caseRow(db)).id)
  expect(latest).toMatchObject({ move: 'renew', facts: { earlierCycle: '1995', cycle: '1996' } })
})

async function open(db: Db, link: string, own?: string, now = monday) {
  const opened = await reopen(db, 'correct', link, now, own)
  if (!opened.ok) throw new Error(opened.reason)
  return opened
}

function drafts(db: Db) {
  return db.selectFrom('form_draft').select(['network', 'bytes']).where('sent_as', 'is', null).execute()
}

test('opening the letter again continues what was typed, however often and from wherever', async ({
  sent: db,
}) => {
  await complete(db)
  await sendBack(db)
  const link = await tokenMailedTo(db, 'ben@example.org')
  const { token, isToAsk } = await open(db, link)
  expect(isToAsk).toBe(false)
  await changeAnswers(db, 'fellow', token, { citation: 'Typed.' }, monday)
  for (let round = 0; round < 5; round++) {
    const again = await open(db, link)
    expect(again).toMatchObject({ ok: true, form: 'fellow', token, isToAsk: true })
    await changeAnswers(db, 'fellow', again.token, { statement: `Round ${round}.` }, monday)
  }

  expect((await draftOf(db, 'fellow', token, monday)).answers).toMatchObject({ citation: 'Typed.' })
  // The files of the case are not counted again; the rest is, for the network that opened the letter.
  expect(await drafts(db)).toEqual([{ network: expect.stringMatching(/./) as string, bytes: 65_536 }])
})

test('a browser that has the form continues it, though a newer link leads to it or to the case', async ({
  sent: db,
}) => {
  await complete(db)
  await sendBack(db)
  const link = await tokenMailedTo(db, 'ben@example.org')
  const { token } = await open(db, link)
  const confirmation = { token, email: 'home@example.org', address: '192.0.2.7' }
  await mailDraftLink(db, origin, caseTypes.fellow, confirmation, monday)

  expect(await open(db, link, token)).toMatchObject({ token, isToAsk: false })
  // Elsewhere the letter starts again with what the case says; what was typed is behind the newer link.
  const other = await open(db, link)
  expect(other.token).not.toBe(token)
  expect(await draftOf(db, 'fellow', token, monday)).toBeDefined()
  expect(await open(db, link)).toMatchObject({ token: other.token, isToAsk: true })

  const question = await db
    .selectFrom('confirmation')
    .select('id')
    .where('purpose', '=', 'correct')
    .executeTakeFirstOrThrow()
  const clerk = await makeCaseworker(db, monday)
  await sendNewLink(db, clerk, origin, { reference, request: question.id }, later(1))
  expect(await findLink(db, 'fellow', link, later(1)), 'the letter before leads nowhere').toBeUndefined()
  const fresh = await tokenMailedTo(db, 'ben@example.org')
  expect(await open(db, fresh, other.token, later(1))).toMatchObject({ token: other.token, isToAsk: false })
})

test('a returned form starts again after it expired, and is counted like any other', async ({ sent: db }) => {
  await complete(db)
  await sendBack(db, '1995-06-30')
  const link = await tokenMailedTo(db, 'ben@example.org')
  const { token } = await open(db, link)
  const again = await open(db, link, undefined, later(61))
  expect(again).toMatchObject({ isToAsk: false })
  expect(again.token).not.toBe(token)

  for (let at = 0; at < 199; at++) await beginCounted(db, 'membership', '192.0.2.7', later(122))
  await db
    .updateTable('confirmation')
    .set({ expires_at: later(400).getTime() })
    .execute()
  expect(await reopen(db, 'correct', link, later(122))).toMatchObject({ ok: true })
  await db.deleteFrom('form_draft').execute()
  expect(await reopen(db, 'correct', link, later(122))).toEqual({ ok: false, reason: 'too-many' })
})

test('a file of the case that is removed from the form is not charged: it stays with the case', async ({
  sent: db,
}) => {
  await complete(db)
  await sendBack(db)
  const { token } = await open(db, await tokenMailedTo(db, 'ben@example.org'))
  const [file] = (await draftOf(db, 'fellow', token, monday)).files
  await detachFile(db, 'fellow', token, file!.id, monday)

  expect(await db.selectFrom('form_charge').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('attachment').select('id').execute()).toHaveLength(2)
  await attachNeeded(db, makeStore(), 'fellow', token, monday)
  const fresh = (await draftOf(db, 'fellow', token, monday)).files.find(
    ({ question }) => question === file!.question,
  )
  expect(await drafts(db)).toMatchObject([{ bytes: 65_536 + fresh!.bytes }])
})

test('a correction link stops working once the form was submitted', async ({ sent: db }) => {
  await complete(db)
  await sendBack(db)
  const link = await tokenMailedTo(db, 'ben@example.org')
  const reopened = await reopen(db, 'correct', link, monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)

  expect(await reopen(db, 'correct', link, monday)).toEqual({ ok: false, reason: 'not-found' })
})
