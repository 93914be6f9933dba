import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import { callFor, hasProcedure } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { caseTypeOfRow } from '#features/casework/case-types.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { workflow } from '#features/nominations/workflow.ts'
import { nominationForm } from '#features/nominations/form.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { factsFromForm } from '#features/nominations/rules/facts.server.ts'
import { compareCases } from '#features/casework/rules/touched-cases.server.ts'
import { findPublished } from '#features/rulebook/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { officeDay } from '#office-time.ts'
import { monday, test } from '#test/harness/db.ts'
import { caseOrigin, draftOf, makeFilledDraft, openCalls, passerBy } from '#test/makers/cases.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { makeStaff } from '#test/makers/staff.ts'
import { readCallAnswers } from './call-answers.server.ts'

const day = 86_400_000
const allParts = { career: true, publications: true, files: true, experts: true, seconder: true }

/** A published call for Fellows, open from a day before to a month after. */
function openFellowCall(db: Db, now: Date, chosen: Partial<Data<'call'>> = {}, slug = 'fellows') {
  const data: Data<'call'> = {
    ...{ title: 'Nominations of Fellows', subject: 'fellow' },
    ...{ opensAt: now.getTime() - day, closesAt: now.getTime() + 30 * day },
    form: { online: true, ...allParts },
    stages: { panel: true, acceptance: true },
    ...chosen,
  }
  return publishEntry(db, { kind: 'call', slug, data }, now)
}

async function fixedBy(db: Db, now = monday) {
  const call = callFor(await listCalls(db, now), 'fellow')
  return call && hasProcedure(call) ? readCallAnswers(db, call) : {}
}

async function nominate(db: Db, changes = {}) {
  const token = await makeFilledDraft(db, 'fellow', monday, { ...(await fixedBy(db)), ...changes })
  return submitNomination(db, passerBy, caseOrigin, 'fellow', token, monday)
}

function findCase(db: Db) {
  return db.selectFrom('dossier').select(['process', 'state', 'answers']).executeTakeFirstOrThrow()
}

test('a call for Fellows decides which parts the form has and who is asked', async ({ db }) => {
  await openFellowCall(db, monday, { form: { online: true, files: true } })
  expect(await nominate(db)).toEqual({ ok: true, reference: 'FN-1995-0001' })
  await confirmAsProposer(db, 'ben@example.org', monday)
  await answerAs(db, 'consent', 'asha@example.org', monday)

  const { state, answers } = await findCase(db)
  expect(state).toBe('complete')
  const names = Object.keys(JSON.parse(answers) as object)
  for (const left of ['degrees', 'publications', 'experts', 'seconderEmail'])
    expect(names).not.toContain(left)
  expect(names).toContain('statement')
})

test('the form with every part that it had asks the same as a form without a call', async ({ db }) => {
  const settings = await readSettings(db)
  for (const [kind, parts] of [
    ['fellow', Object.keys(allParts)],
    ['associate-fellow', [...Object.keys(allParts), 'doctorate']],
  ] as const) {
    const { parts: given } = nominationForm(kind, settings, { call: 'a-call', callParts: [...parts] })
    expect(given).toEqual(nominationForm(kind, settings).parts)
  }
  const { parts } = nominationForm('fellow', settings, { call: 'a-call', callParts: ['doctorate'] })
  expect(parts.map(({ name }) => name)).toEqual(['nominee', 'doctorate', 'case', 'proposer'])
})

test('without a panel an election follows scrutiny, and whoever is elected is still asked to accept', async ({
  db,
}) => {
  await openFellowCall(db, monday, { stages: { acceptance: true } })
  await nominate(db)
  const { moves } = caseTypeOfRow(await findCase(db)).workflow

  expect(Object.keys(moves)).not.toContain('refer')
  expect(moves['elect']).toMatchObject({ from: ['complete'], to: 'elected' })
  expect(moves['defer']?.from).toEqual(['complete'])
})

test('a nomination from before its call had parts and stages keeps the form and the workflow', async ({
  db,
}) => {
  await openCalls(db, monday)
  const token = await makeFilledDraft(db, 'fellow', monday)
  await openFellowCall(db, monday, { form: { online: true }, stages: { acceptance: true } })
  expect(await submitNomination(db, passerBy, caseOrigin, 'fellow', token, monday)).toMatchObject({
    ok: true,
  })

  const row = await findCase(db)
  expect(JSON.parse(row.answers)).toMatchObject({ seconderEmail: 'chitra@example.org' })
  expect(Object.keys(JSON.parse(row.answers) as object)).not.toContain('callParts')
  expect(caseTypeOfRow(row).workflow).toBe(workflow)
})

test('the dates of the settings come first, and the published call says how to nominate', async ({ db }) => {
  await openFellowCall(db, monday, { form: { online: true, seconder: true } })
  await openCalls(db, monday)
  const call = callFor(await listCalls(db, monday), 'fellow')

  expect(call).toMatchObject({ id: 'cycle-fellow-1995', procedure: { parts: ['seconder'] } })
})

test('a form of last year’s call continues under this year’s call', async ({ db }) => {
  await openFellowCall(db, monday, { form: { online: true } })
  const token = await makeFilledDraft(db, 'fellow', monday, { ...(await fixedBy(db)), seconderName: '' })
  const nextYear = new Date(monday.getTime() + 40 * day)
  await openFellowCall(db, nextYear, {}, 'next')

  const send = () => submitNomination(db, passerBy, caseOrigin, 'fellow', token, nextYear)
  expect(await send()).toEqual({ ok: false, reason: 'other-parts' })
  expect(await send()).toEqual({ ok: false, reason: 'faulty' })
  const { answers } = await draftOf(db, 'fellow', token, nextYear)
  expect(answers['callParts']).toEqual(Object.keys(allParts))
})

test('a form that was started in time is submitted under its own call, although the next one is open', async ({
  db,
}) => {
  const closesAt = monday.getTime() + day
  await openFellowCall(db, monday, { closesAt })
  const token = await makeFilledDraft(db, 'fellow', monday, await fixedBy(db))
  const inGrace = new Date(closesAt + 60_000)
  await openFellowCall(db, inGrace, { opensAt: closesAt, form: { online: true } }, 'next')

  const sent = await submitNomination(db, passerBy, caseOrigin, 'fellow', token, inGrace)
  expect(sent).toMatchObject({ ok: true })
  expect(JSON.parse((await findCase(db)).answers)).toMatchObject({
    seconderEmail: 'chitra@example.org',
    callParts: Object.keys(allParts),
  })
})

test('a form that was started in time is judged by the closing day of its own call', async ({ db }) => {
  const closesAt = monday.getTime() + day
  await openFellowCall(db, monday, { closesAt })
  const { call: own = '' } = (await fixedBy(db)) as { call?: string }
  const inGrace = new Date(closesAt + 60_000)
  await openFellowCall(db, inGrace, { opensAt: closesAt, closesAt: closesAt + 20 * day }, 'next')
  const factsOf = (answers: object) =>
    factsFromForm(
      db,
      {
        ...{ id: 'draft', process: 'fellow', category: '', cycle: '1995', state: '' },
        ...{ answers: JSON.stringify(answers), sender_email: 'ben@example.org' },
        ...{ sender_confirmed_at: null, subject_confirmed_at: null, received_at: inGrace.getTime() },
      },
      inGrace,
    )

  expect((await factsOf({ call: own })).facts.closingDay).toBe(officeDay(closesAt))
  expect((await factsOf({})).facts.closingDay).toBe(officeDay(closesAt + 20 * day))
})

test('what was typed in a part that the new call does not ask for is not submitted away', async ({ db }) => {
  await openFellowCall(db, monday)
  const token = await makeFilledDraft(db, 'fellow', monday, await fixedBy(db))
  const nextYear = new Date(monday.getTime() + 40 * day)
  await openFellowCall(db, nextYear, { form: { online: true } }, 'next')
  const send = () => submitNomination(db, passerBy, caseOrigin, 'fellow', token, nextYear)

  expect(await send()).toEqual({ ok: false, reason: 'other-parts' })
  const { answers } = await draftOf(db, 'fellow', token, nextYear)
  expect(answers).toMatchObject({ callParts: [], seconderEmail: 'chitra@example.org' })
  expect(await send(), 'after the person has seen it').toMatchObject({ ok: true })
})

test('a call that was published before it could choose parts and stages asks for everything', async ({
  db,
}) => {
  await openFellowCall(db, monday, { form: { online: true }, stages: {} })
  expect(await fixedBy(db)).toEqual({})
  await nominate(db)
  const row = await findCase(db)
  expect(JSON.parse(row.answers)).toMatchObject({ seconderEmail: 'chitra@example.org' })
  expect(caseTypeOfRow(row).workflow).toBe(workflow)
})

test('a nomination is judged by the rulebook that its call names, and otherwise by that of Fellows', async ({
  db,
}) => {
  const strict = { ...ageRule, clause: '9', values: { ...ageRule.values, most: 20 } }
  const rules = [{ ...strict, examples: [] }]
  const { id } = await makeRulebook(db, monday, {
    name: 'Young fellows',
    subject: null,
    rules,
    publish: false,
  })
  await makeRulebook(db, monday)
  await db.updateTable('rulebook_version').set({ published_at: 1 }).where('rulebook_id', '=', id).execute()
  const { id: admin } = await makeStaff(db, monday, { role: 'admin' })
  const touchedBy = async (rulebook: string, subject: string | null, toVersion: string) =>
    (
      await compareCases(
        db,
        readerOn({ id: admin }, monday),
        { subject, rulebook, isInForce: true, toVersion },
        monday,
      )
    ).compared
  const version = (await findPublished(db, id))?.id ?? ''

  await openCalls(db, monday)
  await nominate(db)
  expect(await touchedBy('young-fellows', null, version)).toBe(0)
  expect(await touchedBy('election-of-fellows', 'fellow', version)).toBe(1)

  await openFellowCall(db, monday, { rulebook: 'young-fellows' })
  await nominate(db, { email: 'dina@example.org' })
  expect(await touchedBy('young-fellows', null, version)).toBe(1)
  expect(await touchedBy('election-of-fellows', 'fellow', version)).toBe(1)
})
