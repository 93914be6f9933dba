import { expect } from 'vitest'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { listFiles } from '#features/cases/confirmation-queries.server.ts'
import { shareOf } from '#features/cases/shares.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { system } from '#features/audit/actor.ts'
import type { Answers } from '#features/forms/questions.ts'
import { submitForAward, submitNomination, moveNomination } from '#features/nominations/operations.server.ts'
import { nominations } from '#features/nominations/case-types.ts'
import { toCallAnswers } from '#features/nominations/calls/call-answers.ts'
import { callForAward } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { readShownHash } from '#features/nominations/shown-nomination.server.ts'
import { lamp, openAwardCall } from '#test/makers/award-calls.ts'
import {
  caseOrigin as origin,
  changeAnswers,
  draftOf,
  makeFilledDraft,
  openCalls,
  passerBy,
  reopen,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { openLetters } from '#test/makers/letters.ts'
import { answerAs, confirmAsProposer, fillInDetails } from '#test/makers/proposers.ts'
import { caseRow } from '#test/makers/sent-nomination.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { detailsByNominee, isDetail } from './details.ts'
import { submitDetails } from './details.server.ts'

const [proposer, nominee, seconder] = ['ben@example.org', 'asha@example.org', 'chitra@example.org'] as const

/** A nomination whose proposer has left the details to the nominee, who is asked for them. */
const test = base.extend<{ asked: Db }>({
  asked: async ({ db }, use) => {
    await openCalls(db, monday)
    const token = await makeFilledDraft(db, 'fellow', monday, detailsByNominee)
    await submitNomination(db, passerBy, origin, 'fellow', token, monday)
    await confirmAsProposer(db, proposer, monday)
    await use(db)
  },
})

async function readAnswers(db: Db): Promise<Answers> {
  return fromJson<Answers>((await caseRow(db)).answers)
}

/** The token of the form that the office returned to the proposer after the nominee had filled in the details. */
async function fillInAndReturn(db: Db, reason: string): Promise<string> {
  await fillInDetails(db, 'fellow', nominee, monday)
  await answerAs(db, 'second', seconder, monday)
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { reference } = await caseRow(db)
  const facts = { reason, due: '1995-02-01' }
  await moveNomination(db, admin, origin, { reference, move: 'return', by: 'admin', facts }, monday)
  const reopened = await reopen(db, 'correct', await tokenMailedTo(db, proposer), monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  return reopened.token
}

async function filesIn(db: Db): Promise<string[]> {
  return (await listFiles(db, (await caseRow(db)).id)).map(({ question }) => question)
}

test('a nominee fills in the details and agrees; then the seconder is asked and the nomination is complete', async ({
  asked: db,
}) => {
  expect(Object.keys(await readAnswers(db)).filter(isDetail)).toEqual([])
  const [letter] = await openLetters(db, nominee)
  expect(letter?.body_text).toContain('The proposer has left some details to you')
  expect(await openLetters(db, seconder)).toEqual([])

  expect(await fillInDetails(db, 'fellow', nominee, monday)).toMatchObject({ ok: true })
  const row = await caseRow(db)
  expect(row).toMatchObject({ state: 'submitted', subject_confirmed_at: monday.getTime() })
  expect(await readAnswers(db)).toMatchObject({ detailsBy: 'given', birthDay: '1950-03-01' })
  expect(await readAnswers(db)).not.toHaveProperty('willing')
  expect(await filesIn(db)).toEqual(expect.arrayContaining(['vitae', 'allPublications']))
  const consent = await db
    .selectFrom('confirmation')
    .selectAll()
    .where('purpose', '=', 'consent')
    .executeTakeFirstOrThrow()
  expect(fromJson(consent.answer ?? '')).toEqual({ willing: 'yes', dataUse: 'yes' })
  expect(consent.wording).toContain('I am willing to stand for election')
  expect(consent).toMatchObject({
    confirmed_hash: row.answers_hash,
    seen_hash: await readShownHash(db, 'consent', row),
  })
  const acts = await db
    .selectFrom('audit_entry')
    .select('action')
    .where('action', '=', 'case.answered')
    .execute()
  expect(acts).toHaveLength(2)

  expect(await answerAs(db, 'second', seconder, monday)).toEqual({ ok: true })
  expect(await caseRow(db)).toMatchObject({ state: 'complete' })
})

test('a nominee cannot agree without the details, and may decline without them', async ({ asked: db }) => {
  const before = await caseRow(db)
  expect(await answerAs(db, 'consent', nominee, monday)).toEqual({ ok: false, reason: 'details-missing' })
  expect(await caseRow(db)).toEqual(before)
  expect(await fillInDetails(db, 'fellow', nominee, monday, { changes: { birthDay: '' } })).toEqual({
    ok: false,
    reason: 'faulty',
  })
  expect(await fillInDetails(db, 'fellow', nominee, monday, { changes: { willing: '' } })).toEqual({
    ok: false,
    reason: 'faulty',
  })
  expect(await caseRow(db)).toEqual(before)

  expect(await answerAs(db, 'consent', nominee, monday, { agrees: false })).toEqual({ ok: true })
  expect(await caseRow(db)).toMatchObject({ state: 'declined' })
})

test('a nominee does not get what others wrote in confidence, and a proposer not what the nominee filled in', async ({
  asked: db,
}) => {
  const opened = await reopen(db, 'consent', await tokenMailedTo(db, nominee), monday)
  if (!opened.ok) throw new Error(opened.reason)
  const { answers, files } = await draftOf(db, 'fellow', opened.token, monday)
  const all = JSON.stringify([answers, files])
  const { proposerPhone = '', remarks = '' } = (await readAnswers(db)) as Record<string, string>
  for (const secret of [proposer, seconder, proposerPhone, remarks]) {
    expect(secret).not.toBe('')
    expect(all).not.toContain(secret)
  }
  expect(answers).toMatchObject({ firstName: 'Asha', email: nominee })

  await fillInDetails(db, 'fellow', nominee, monday)
  const { id } = await caseRow(db)
  const settings = await readSettings(db)
  const sent = { answers: await readAnswers(db), files: await listFiles(db, id) }
  const own = shareOf(nominations.fellow, settings, 'sender', sent)
  expect(
    [...Object.keys(own.answers), ...own.files.map(({ question }) => question)].filter(isDetail),
  ).toEqual([])
  const read = shareOf(nominations.fellow, settings, 'subject', sent)
  expect(JSON.stringify([read.answers, read.files])).not.toContain(proposer)
})

test('a nominee corrects what the proposer filled in, and the consent is to the corrected text', async ({
  db,
}) => {
  await openCalls(db, monday)
  const token = await makeFilledDraft(db, 'fellow', monday)
  await submitNomination(db, passerBy, origin, 'fellow', token, monday)
  await confirmAsProposer(db, proposer, monday)
  const before = await readAnswers(db)

  const changes = { institution: 'New Institute', birthDay: '1951-03-02' }
  expect(await fillInDetails(db, 'fellow', nominee, monday, { changes })).toMatchObject({ ok: true })
  const after = await readAnswers(db)
  expect(after).toEqual({ ...before, ...changes, detailsBy: 'given' })
  expect(await caseRow(db)).toMatchObject({ institution: 'New Institute' })
  const { answers } = await db.selectFrom('dossier_text').select('answers').executeTakeFirstOrThrow()
  expect(fromJson(answers)).toEqual(before)
})

test('a nominee who reads an earlier text does not agree to the new one', async ({ asked: db }) => {
  const opened = await reopen(db, 'consent', await tokenMailedTo(db, nominee), monday)
  if (!opened.ok) throw new Error(opened.reason)
  const sent = { token: opened.token, shown: 'earlier' }
  expect(await submitDetails(db, passerBy, origin, nominations.fellow, sent, monday)).toEqual({
    ok: false,
    reason: 'changed',
  })
})

test('what the office returns is put to the nominee again, who goes on from the details', async ({
  asked: db,
}) => {
  const token = await fillInAndReturn(db, 'The vitae cannot be read.')
  await submitNomination(db, passerBy, origin, 'fellow', token, monday)
  expect(await caseRow(db)).toMatchObject({ state: 'submitted', subject_confirmed_at: null })

  const again = await reopen(db, 'consent', await tokenMailedTo(db, nominee), monday)
  if (!again.ok) throw new Error(again.reason)
  const { answers, files } = await draftOf(db, 'fellow', again.token, monday)
  expect(answers).toMatchObject({ birthDay: '1950-03-01' })
  expect(files.map(({ question }) => question)).toContain('vitae')
  expect(await answerAs(db, 'consent', nominee, monday)).toEqual({ ok: true })
  expect(await caseRow(db)).toMatchObject({ state: 'complete' })
})

test('a nominee at another address does not get the details that the first one filled in', async ({
  asked: db,
}) => {
  const token = await fillInAndReturn(db, 'Another person.')
  await changeAnswers(db, 'fellow', token, { email: 'dina@example.org' }, monday)
  await submitNomination(db, passerBy, origin, 'fellow', token, monday)

  expect(Object.keys(await readAnswers(db)).filter(isDetail)).toEqual([])
  expect((await filesIn(db)).filter(isDetail)).toEqual([])
  expect(await answerAs(db, 'consent', 'dina@example.org', monday)).toMatchObject({
    reason: 'details-missing',
  })
})

test('a nominee who asks for a correction first goes on with what was typed before', async ({
  asked: db,
}) => {
  const first = await reopen(db, 'consent', await tokenMailedTo(db, nominee), monday)
  if (!first.ok) throw new Error(first.reason)
  await changeAnswers(db, 'fellow', first.token, { nationality: 'Sample' }, monday)
  const { id } = await caseRow(db)
  const consent = { caseId: id, purpose: 'consent', name: 'Asha', email: nominee } as const
  const { askConfirmation } = await import('#features/cases/confirmation-links.server.ts')
  const link = (await askConfirmation(db, origin, consent, monday)).split('token=')[1] ?? ''

  expect(await reopen(db, 'consent', link, monday, first.token)).toMatchObject({
    ok: true,
    token: first.token,
  })
  const { answers, reopens } = await draftOf(db, 'fellow', first.token, monday)
  expect(answers).toMatchObject({ nationality: 'Sample' })
  const { id: newest } = await db
    .selectFrom('confirmation')
    .select('id')
    .where('purpose', '=', 'consent')
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(reopens?.confirmationId).toBe(newest)
})

test('a nominee for an award fills in the parts that its call asks for', async ({ db }) => {
  await openAwardCall(db, monday)
  await changeSettings(db, system, { mostPerProposer: 10 }, monday)
  const call = callForAward(await listCalls(db, monday), lamp)
  if (!call) throw new Error('No call.')
  const fixed = toCallAnswers(call, { award: 'Golden Lamp', panel: 'Lamp Panel' })
  const token = await makeFilledDraft(db, 'award', monday, { ...fixed, ...detailsByNominee })
  expect(await submitForAward(db, passerBy, origin, lamp, token, monday)).toMatchObject({ ok: true })
  await confirmAsProposer(db, proposer, monday)

  expect(await fillInDetails(db, 'award', nominee, monday)).toMatchObject({ ok: true })
  expect(await readAnswers(db)).toMatchObject({ award: lamp, detailsBy: 'given', panel: 'Lamp Panel' })
})
