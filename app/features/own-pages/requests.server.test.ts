import { expect } from 'vitest'
import { ownPageLetters } from './letters.ts'
import { changeWording } from '#features/letters/wording-operations.server.ts'
import { movePeople, changePerson } from '#features/people/editing.server.ts'
import { mergePeople, undoMerge } from '#features/people/merging/operations.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeOffice } from '#test/makers/content.ts'
import { openLetters } from '#test/makers/letters.ts'
import { home, makeReached } from '#test/makers/own-pages.ts'
import { findOrcid, saveOrcid } from './own-changes.server.ts'
import { countOpenRequests, listOwnRequests, readOpenRequests } from './request-queries.server.ts'
import { decideRequest, sendRequest, withdrawRequest } from './requests.server.ts'
import { clearOwnPages } from './retention.server.ts'

const email = 'asha@example.org'
const origin = 'https://iaps.example'
const personOf = (id: string) => ({ kind: 'person', id, address: home }) as const
const wanted = {
  kind: 'institution',
  proposed: { institution: 'Newer Institute', city: '', state: '' },
} as const

async function officerIn(db: Parameters<typeof makeOffice>[0]) {
  const { admin } = await makeOffice(db, monday)
  if (admin.kind !== 'staff') throw new Error('An administrator is of the staff.')
  return admin
}

test('the office sees the address of someone who asks for deletion, and of nobody else', async ({ db }) => {
  const officer = await officerIn(db)
  const id = await makeReached(db, email, monday)
  await sendRequest(db, personOf(id), wanted, monday)
  await sendRequest(db, personOf(id), { kind: 'erasure', proposed: { reason: '' } }, monday)

  const shown = await readOpenRequests(db, officer, monday)
  expect(new Map(shown.map((request) => [request.kind, request.email]))).toEqual(
    new Map([
      ['institution', null],
      ['erasure', email],
    ]),
  )
})

test('an approval does not overwrite what staff changed after the officer opened the page', async ({
  db,
}) => {
  const officer = await officerIn(db)
  const id = await makeReached(db, email, monday)
  await sendRequest(db, personOf(id), wanted, monday)
  const [shown] = await readOpenRequests(db, officer, monday)
  const person = await findRecord(db, id)
  if (!shown || !person) throw new Error('The request is not on the page.')
  const corrected = { ...person, institution: 'Corrected Institute' }
  await changePerson(db, officer, id, person.version, corrected, monday)

  const decision = { id: shown.id, version: shown.version, approves: true, note: '' }
  expect(await decideRequest(db, officer, origin, decision, monday)).toEqual({ ok: false, reason: 'changed' })
  expect((await findRecord(db, id))?.institution).toBe('Corrected Institute')
  const [again] = await readOpenRequests(db, officer, monday)
  const now = { ...decision, version: again?.version ?? 0 }
  expect(await decideRequest(db, officer, origin, now, monday)).toEqual({ ok: true })
  expect(await decideRequest(db, officer, origin, now, monday)).toEqual({ ok: false, reason: 'not-found' })
  expect((await findRecord(db, id))?.institution).toBe('Newer Institute')
})

test('the letter about a refused deletion says what the person asked for', async ({ db }) => {
  const officer = await officerIn(db)
  const id = await makeReached(db, email, monday)
  await sendRequest(db, personOf(id), { kind: 'erasure', proposed: { reason: '' } }, monday)
  const [shown] = await readOpenRequests(db, officer, monday)
  const decision = { id: shown?.id ?? '', version: 1, approves: false, note: 'A case is open.' }
  await decideRequest(db, officer, origin, decision, monday)

  expect((await openLetters(db, email)).at(-1)?.body_text).toContain(
    'You asked us to delete what we hold about you. The office declined your request:',
  )
})

test('the desk counts only requests that the page shows', async ({ db }) => {
  const officer = await officerIn(db)
  const id = await makeReached(db, email, monday)
  await sendRequest(db, personOf(id), wanted, monday)
  expect(await countOpenRequests(db)).toBe(1)
  await movePeople(db, officer, 'bin', [id], monday)
  expect([await countOpenRequests(db), await readOpenRequests(db, officer, monday)]).toEqual([0, []])
})

test('a merge takes over requests and ORCID iD, and undoing it gives them back', async ({ db }) => {
  const officer = await officerIn(db)
  const mainId = await makeReached(db, email, monday)
  const duplicateId = await makeReached(db, 'again@example.org', monday)
  const orcid = '0000-0002-1825-0097'
  await saveOrcid(db, personOf(duplicateId), orcid, monday)
  await sendRequest(db, personOf(duplicateId), wanted, monday)
  await sendRequest(db, personOf(duplicateId), { kind: 'erasure', proposed: { reason: 'Mine.' } }, monday)
  await sendRequest(db, personOf(mainId), { kind: 'erasure', proposed: { reason: '' } }, monday)
  const kinds = async (id: string) => (await listOwnRequests(db, id)).map(({ kind }) => kind).toSorted()

  const done = await mergePeople(db, officer, { mainId, duplicateId, mayChangeContacts: true }, monday)
  expect([await kinds(mainId), await kinds(duplicateId)]).toEqual([['erasure', 'institution'], ['erasure']])
  expect(await findOrcid(db, mainId)).toBe(orcid)
  const mergeId = done.ok ? done.merge : ''
  await undoMerge(db, officer, { mergeId, mayChangeContacts: true }, monday)
  expect([await kinds(mainId), await kinds(duplicateId)]).toEqual([['erasure'], ['erasure', 'institution']])
  expect([await findOrcid(db, mainId), await findOrcid(db, duplicateId)]).toEqual([null, orcid])
})

test('a decided or withdrawn request is deleted a year after its end, and an open one stays', async ({
  db,
}) => {
  const officer = await officerIn(db)
  const id = await makeReached(db, email, monday)
  for (const kind of ['name', 'institution', 'erasure'] as const)
    await sendRequest(db, personOf(id), { kind, proposed: { reason: 'Mine.' } }, monday)
  await withdrawRequest(db, personOf(id), 'name', monday)
  const shown = (await readOpenRequests(db, officer, monday)).find(({ kind }) => kind === 'erasure')
  if (!shown) throw new Error('The request is not on the page.')
  const refusal = { id: shown.id, version: shown.version, approves: false, note: 'A case is open.' }
  await decideRequest(db, officer, origin, refusal, monday)

  const after = (days: number) => new Date(monday.getTime() + days * 86_400_000)
  await clearOwnPages(db, after(364))
  expect(await listOwnRequests(db, id)).toHaveLength(3)
  await clearOwnPages(db, after(365))
  expect((await listOwnRequests(db, id)).map(({ kind }) => kind)).toEqual(['institution'])
})

test('no wording puts the code into a subject, which is stored as it is', async ({ db }) => {
  const officer = await officerIn(db)
  const { body } = ownPageLetters.code
  const wording = { subject: 'Your code: {code}', body }
  expect(await changeWording(db, officer, ownPageLetters.code, wording, monday)).toEqual({
    ok: false,
    reason: 'unfit-words',
    unknown: ['code'],
    missing: [],
  })
})
