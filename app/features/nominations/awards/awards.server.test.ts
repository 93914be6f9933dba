import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { callForAward } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { submitForAward } from '#features/nominations/operations.server.ts'
import { selectRuled } from '#features/cases/rules/ruled-case.server.ts'
import { factsFromForm } from '#features/nominations/rules/facts.server.ts'
import { officeDay } from '#office-time.ts'
import { lamp, openAwardCall, openCallFor } from '#test/makers/award-calls.ts'
import { caseOrigin, draftOf, makeFilledDraft, passerBy } from '#test/makers/cases.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { monday, test } from '#test/harness/db.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { lampData, makeOffice } from '#test/makers/content.ts'
import { toCallAnswers } from '#features/nominations/calls/call-answers.ts'
import { awardForm } from './award-form.ts'

const names = { award: 'Golden Lamp', panel: 'Lamp Panel' }

async function fixedFor(db: Db, award = lamp) {
  const call = callForAward(await listCalls(db, monday), award)
  if (!call) throw new Error(`No call takes nominations for ${award}.`)
  return toCallAnswers(call, { ...names, award: award === lamp ? names.award : award })
}

async function nominate(db: Db, changes: Record<string, string> = {}, award = lamp) {
  const token = await makeFilledDraft(db, 'award', monday, { ...(await fixedFor(db, award)), ...changes })
  return submitForAward(db, passerBy, caseOrigin, award, token, monday)
}

async function listLetters(db: Db) {
  const letters = await db.selectFrom('mail').select(['kind', 'recipient']).orderBy('id').execute()
  return letters.map(({ kind, recipient }) => `${kind} ${recipient.replace('@example.org', '')}`)
}

test('a nomination for an award asks the same people in the same order, in its own words', async ({ db }) => {
  await openAwardCall(db, monday)
  expect(await nominate(db)).toEqual({ ok: true, reference: 'AW-1995-0001' })
  expect(await confirmAsProposer(db, 'ben@example.org', monday)).toEqual({ ok: true })
  expect(await answerAs(db, 'consent', 'asha@example.org', monday)).toEqual({ ok: true })
  expect(await answerAs(db, 'second', 'chitra@example.org', monday)).toEqual({ ok: true })

  expect(await listLetters(db)).toEqual([
    'award.received ben',
    'award.consent asha',
    'award.second chitra',
    'nomination.complete ben',
  ])
  const { subject } = await db
    .selectFrom('mail')
    .select('subject')
    .where('kind', '=', 'award.consent')
    .executeTakeFirstOrThrow()
  expect(subject).toContain('You have been nominated for the Golden Lamp')
  const caseRow = db.selectFrom('dossier').select(['process', 'category', 'state', 'answers'])
  const { answers, ...row } = await caseRow.executeTakeFirstOrThrow()
  expect(row).toEqual({ process: 'award', category: lamp, state: 'complete' })
  expect(JSON.parse(answers)).toMatchObject({ award: lamp, awardTitle: 'Golden Lamp', panel: 'Lamp Panel' })
})

test('a call without a seconder asks nobody to second', async ({ db }) => {
  await openAwardCall(db, monday, { form: { online: true } })
  expect(await nominate(db)).toMatchObject({ ok: true })
  await confirmAsProposer(db, 'ben@example.org', monday)
  await answerAs(db, 'consent', 'asha@example.org', monday)

  expect(await listLetters(db)).not.toContain('award.second chitra')
  const { state, answers } = await db
    .selectFrom('dossier')
    .select(['state', 'answers'])
    .executeTakeFirstOrThrow()
  expect(state).toBe('complete')
  expect(Object.keys(JSON.parse(answers) as object)).not.toContain('publications')
})

test('one person may be nominated for two awards, and only once for each', async ({ db }) => {
  await openAwardCall(db, monday)
  await openAwardCall(db, monday, {}, 'silver-lamp')
  for (const award of [lamp, 'silver-lamp', lamp]) await nominate(db, {}, award)
  const cases = await db
    .selectFrom('confirmation')
    .select(['dossier_id as id', 'token_hash'])
    .orderBy('id')
    .execute()
  expect(cases).toHaveLength(3)

  const outcomes = []
  for (let at = 0; at < 3; at += 1) {
    await confirmAsProposer(db, 'ben@example.org', monday)
    outcomes.push(await answerAs(db, 'consent', 'asha@example.org', monday))
    await db.deleteFrom('mail').where('kind', 'in', ['award.consent', 'award.second']).execute()
    await forgetNewest(db)
  }
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2)
  expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'other-open' })
})

/** So that the next newest letter to the proposer is that of another nomination. */
async function forgetNewest(db: Db) {
  const { id } = await db
    .selectFrom('mail')
    .select('id')
    .where('kind', '=', 'award.received')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('mail').where('id', '=', id).execute()
}

test('a nomination is refused when the call has closed, and at the form of another award', async ({ db }) => {
  await openAwardCall(db, monday)
  await openAwardCall(db, monday, {}, 'silver-lamp')
  const token = await makeFilledDraft(db, 'award', monday, await fixedFor(db))
  const at = (award: string, now: Date) => submitForAward(db, passerBy, caseOrigin, award, token, now)

  expect(await at('silver-lamp', monday)).toEqual({ ok: false, reason: 'closed' })
  const later = new Date(monday.getTime() + 32 * 86_400_000)
  expect(await at(lamp, later)).toEqual({ ok: false, reason: 'closed' })
  expect(await at(lamp, monday)).toMatchObject({ ok: true })
})

test('a nomination is judged by the closing day of its own call', async ({ db }) => {
  await openAwardCall(db, monday)
  await nominate(db)
  await db.deleteFrom('entry').where('kind', '=', 'call').execute()
  await openCallFor(db, monday, lamp, { closesAt: monday.getTime() + 90 * 86_400_000 })
  const one = await selectRuled(db).executeTakeFirstOrThrow()

  expect((await factsFromForm(db, one, monday)).facts).toMatchObject({
    closingDay: officeDay(monday.getTime() + 30 * 86_400_000),
  })
})

test('the form has the parts that its call asks for', () => {
  const partsOf = (callParts: string[]) => awardForm({ callParts }).parts.map(({ name }) => name)
  expect(partsOf([])).toEqual(['nominee', 'case', 'proposer'])
  expect(partsOf(['career', 'doctorate', 'publications', 'files', 'experts', 'seconder'])).toEqual([
    ...['nominee', 'career', 'doctorate', 'case', 'publications', 'attachments', 'experts'],
    ...['proposer', 'seconder'],
  ])
})

test('a form of last year’s call continues under this year’s call and its rules', async ({ db }) => {
  await openAwardCall(db, monday, { form: { online: true } })
  const fixed = await fixedFor(db)
  const changes = { ...fixed, statement: 'Typed last year.', career: [], seconderName: '' }
  const token = await makeFilledDraft(db, 'award', monday, changes)
  const nextYear = new Date(monday.getTime() + 40 * 86_400_000)
  await openCallFor(db, nextYear, lamp, { form: { online: true, seconder: true } }, 'next')
  const send = () => submitForAward(db, passerBy, caseOrigin, lamp, token, nextYear)

  expect(await send()).toEqual({ ok: false, reason: 'other-parts' })
  expect(await send()).toEqual({ ok: false, reason: 'faulty' })
  const { answers } = await draftOf(db, 'award', token, nextYear)
  expect(answers).toMatchObject({ statement: 'Typed last year.', callParts: ['seconder'] })
  expect(answers['call']).not.toBe(fixed.call)
})

test('a renamed award keeps its call, and forms that were started can be submitted', async ({ db }) => {
  await openAwardCall(db, monday)
  const token = await makeFilledDraft(db, 'award', monday, await fixedFor(db))
  await rename(db, 'bright-lamp')

  expect(callForAward(await listCalls(db, monday), 'bright-lamp')).toMatchObject({
    page: '/awards/bright-lamp',
    form: '/awards/bright-lamp/nomination-form',
  })
  expect(await submitForAward(db, passerBy, caseOrigin, lamp, token, monday)).toMatchObject({ ok: true })
})

test('a form continues under the next call although the award was renamed in between', async ({ db }) => {
  await openAwardCall(db, monday)
  const changes = { ...(await fixedFor(db)), statement: 'Typed last year.' }
  const token = await makeFilledDraft(db, 'award', monday, changes)
  await rename(db, 'bright-lamp')
  const nextYear = new Date(monday.getTime() + 40 * 86_400_000)
  await openCallFor(db, nextYear, 'bright-lamp', {}, 'next')

  expect(await submitForAward(db, passerBy, caseOrigin, lamp, token, nextYear)).toMatchObject({ ok: true })
  const { category } = await db.selectFrom('dossier').select('category').executeTakeFirstOrThrow()
  expect(category).toBe('bright-lamp')
})

test('an award that takes over a former slug keeps its own call', async ({ db }) => {
  await openAwardCall(db, monday)
  await rename(db, 'bright-lamp')
  await publishEntry(db, { kind: 'award', slug: lamp, data: lampData as Data<'award'> }, monday)
  await openCallFor(db, monday, lamp, { title: 'For the new lamp' }, 'new-lamp')

  const calls = await listCalls(db, monday)
  expect(callForAward(calls, 'bright-lamp')).toBeUndefined()
  expect(calls.open.map(({ page }) => page)).toEqual([`/awards/${lamp}`, `/awards/${lamp}`])
})

async function rename(db: Db, slug: string) {
  const { admin } = await makeOffice(db, monday)
  const { id } = (await findEntry(db, 'award', lamp))!
  expect(await relocateEntry(db, admin, { id, slug }, monday)).toMatchObject({ ok: true })
}
