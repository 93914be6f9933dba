import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { listOwnCases } from '#features/cases/own-cases.server.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { listOwnPayments } from '#features/memberships/own-payments.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { learnContact } from '#features/people/contacts/operations.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { caseOrigin, makeFilledDraft, openCalls, passerBy } from '#test/makers/cases.ts'
import { makePaying } from '#test/makers/casework.ts'
import { home, makeReached } from '#test/makers/own-pages.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { collectOwn } from './collecting.server.ts'

/** What people learn from the copy of their data that they download themselves. */

const tuesday = new Date(monday.getTime() + 86_400_000)

async function nominate(db: Db, answers: Answers) {
  await openCalls(db, monday)
  const token = await makeFilledDraft(db, 'fellow', monday, answers)
  const sent = await submitNomination(db, passerBy, caseOrigin, 'fellow', token, monday)
  if (!sent.ok) throw new Error(sent.reason)
}

async function copyFor(db: Db, personId: string, email: string) {
  const actor = { kind: 'person', id: personId, address: home } as const
  const reader = { personId, email, isShared: false }
  const { data, files } = await collectOwn(db, personalData, actor, reader, monday)
  return { data: data as { cases: { state: string; roles: string[] }[]; register: unknown[] }, files }
}

test('the copy has no case that the person was not asked about, and none that names them as an expert', async ({
  db,
}) => {
  const email = 'unasked@example.org'
  const id = await makeReached(db, email, monday)
  await nominate(db, { email, firstName: 'Canarynominee', proposerEmail: 'stranger@example.org' })
  await nominate(db, { seconderEmail: email, email: 'one@example.org', firstName: 'Canarysecond' })
  const expert = { name: 'Canaryexpert', institution: 'Far Institute', field: 'Optics', relation: 'None' }
  const experts = [
    { ...expert, email },
    { ...expert, email: 'other@example.org' },
  ]
  await nominate(db, { experts, email: 'two@example.org' })

  const { data, files } = await copyFor(db, id, email)
  expect(data.cases).toEqual([])
  expect(files).toEqual([])
  expect(JSON.stringify(data)).not.toMatch(/canary/i)
})

test('copy and page show nominee and seconder neither the internal status nor when it changed', async ({
  db,
}) => {
  const [nominee, seconder] = ['nominee@example.org', 'seconder@example.org']
  const ids = [await makeReached(db, nominee, monday), await makeReached(db, seconder, monday)]
  await nominate(db, { email: nominee, seconderEmail: seconder, proposerEmail: 'ben@example.org' })
  await confirmAsProposer(db, 'ben@example.org', monday)
  await answerAs(db, 'consent', nominee, monday)
  const read = async () => {
    const texts = []
    for (const [at, email] of [nominee, seconder].entries()) {
      const personId = ids[at] ?? ''
      const page = await listOwnCases(db, caseTypeOf, { personId, email, isShared: false })
      texts.push(page.cases, (await copyFor(db, personId, email)).data.cases)
    }
    return texts
  }

  const before = await read()
  expect(before.map((cases) => cases.length)).toEqual([1, 1, 1, 1])
  await db.updateTable('dossier').set({ state: 'not_recommended', state_at: tuesday.getTime() }).execute()
  expect(await read()).toEqual(before)
})

test('someone who gets the former address of another person sees nothing of that person', async ({ db }) => {
  const email = 'secretary@example.org'
  const former = await makeReached(db, email, monday, { familyName: 'Canaryformer' })
  await nominate(db, { email, lastName: 'Canaryformer', proposerEmail: 'ben@example.org' })
  await confirmAsProposer(db, 'ben@example.org', monday)
  const reference = await makePaying(db, monday, { email })
  await db.updateTable('dossier').set({ person_id: former, subject_confirmed_at: 1 }).execute()
  const paid = await db
    .selectFrom('dossier')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('case_payment')
    .values({
      ...{ id: newId(), dossier_id: paid.id, kind: 'received', currency: 'INR', minor: 50_000, note: '' },
      ...{ paid_on: '1994-09-01', pay_number: 'UTR77', recorded_at: 1 },
    })
    .execute()
  await learnContact(db, former, { email: 'moved@example.org', emailProvedAt: 1 }, monday)
  const personId = await makeReached(db, email, monday)
  const reader = { personId, email, isShared: false }

  expect((await listOwnCases(db, caseTypeOf, reader)).cases).toEqual([])
  expect(await listOwnPayments(db, reader)).toEqual([])
  const { data } = await copyFor(db, personId, email)
  expect([data.cases, data.register]).toEqual([[], [expect.anything()]])
  expect(JSON.stringify([data.cases, data.register])).not.toContain('Canaryformer')
  expect(JSON.stringify(data)).not.toContain('moved@example.org')
  expect(await listOwnPayments(db, { ...reader, personId: former })).toHaveLength(1)
})
