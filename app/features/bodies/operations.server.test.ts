import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { mergePeople, undoMerge } from '#features/people/merging/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { collectPerson } from '#features/privacy/collecting.server.ts'
import { erasePerson } from '#features/privacy/operations.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { aTerm, makeBody } from '#test/makers/bodies.ts'
import { makeStore } from '#test/makers/cases.ts'
import { makeOffice } from '#test/makers/content.ts'
import { dumpTables } from '#test/harness/databases/dump-tables.ts'
import { countOpenLists, takeOverCouncilLists } from './council-lists.server.ts'
import { addTerm, changeBody, createBody, endTerm, withdrawTerm } from './operations.server.ts'
import { findBody, findPublicBody, listBodies, listMembersOn, listTerms } from './queries.server.ts'
import { readBody } from './reading.server.ts'

const raman: NewPerson = {
  memberNo: 'LM-1',
  title: 'Prof.',
  givenName: 'Chandrasekhara Venkata',
  familyName: 'Raman',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  institution: 'Indian Institute of Science',
  country: 'India',
  listed: true,
}

const namesOn = async (db: Db, id: string, day: string) =>
  (await listMembersOn(db, id, day)).map(({ name }) => name)

test('membership on a day follows the terms, and the chair comes first', async ({ db }) => {
  const { id } = await makeBody(db, monday, {
    terms: [
      { name: 'First', startsOn: '1990-01-01', endsOn: '1992-12-31' },
      { name: 'Second', startsOn: '1991-01-01' },
      { name: 'Head', post: 'chair', startsOn: '1993-01-01' },
    ],
  })

  expect(await namesOn(db, id, '1989-12-31')).toEqual([])
  expect(await namesOn(db, id, '1992-12-31')).toEqual(['First', 'Second'])
  expect(await namesOn(db, id, '1993-01-01')).toEqual(['Head', 'Second'])
  expect(await listBodies(db, '1992-12-31')).toMatchObject([{ name: 'Finance Committee', members: 2 }])
})

test('someone of the register is added by number, with the name and institution they have there', async ({
  db,
}) => {
  const { admin } = await makeOffice(db, monday)
  await enrolPeople(db, [raman], monday)
  const { id } = await makeBody(db, monday, { terms: [] })
  const add = (change: object) => addTerm(db, admin, id, { ...aTerm, name: '', ...change }, monday)

  expect(await add({ memberNo: 'lm 1' })).toMatchObject({ ok: true })
  expect(await listMembersOn(db, id, '1995-01-01')).toMatchObject([
    { name: 'Prof. Chandrasekhara Venkata Raman', institution: 'Indian Institute of Science' },
  ])
  expect(await add({ memberNo: 'LM-2' })).toEqual({ ok: false, reason: 'no-such-number' })
  expect(await add({ memberNo: 'LM-1', startsOn: '1999-01-01' })).toEqual({
    ok: false,
    reason: 'already-member',
  })
  expect(await add({ name: 'X', account: 'nobody' })).toEqual({ ok: false, reason: 'no-such-account' })
})

test('a body has one chair at a time', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const head = { post: 'chair', startsOn: '1990-01-01', endsOn: '1990-12-31' } as const
  const { id } = await makeBody(db, monday, { terms: [head] })
  const add = (change: object) => addTerm(db, admin, id, { ...aTerm, ...head, ...change }, monday)

  expect(await add({ startsOn: '1990-12-31' })).toEqual({ ok: false, reason: 'chair-taken' })
  expect(await add({ startsOn: '1991-01-01', endsOn: null })).toMatchObject({ ok: true })
})

test('an end that is past stays, and a withdrawn term stays readable with its reason', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id } = await makeBody(db, monday, {
    terms: [
      { name: 'Past', startsOn: '1990-01-01', endsOn: '1991-12-31' },
      { name: 'Present', startsOn: '1991-01-01' },
    ],
  })
  const termOf = async (name: string) =>
    (await listTerms(db, id)).find((term) => term.name === name)?.id ?? ''
  const end = async (name: string, lastDay: string) =>
    endTerm(db, admin, id, { term: await termOf(name), lastDay }, monday)

  expect(await end('Past', '1993-01-01')).toEqual({ ok: false, reason: 'already-over' })
  expect(await end('Present', '1990-12-31')).toEqual({ ok: false, reason: 'before-start' })
  expect(await end('Present', '1994-06-30')).toEqual({ ok: true })
  expect(await namesOn(db, id, '1994-06-30')).toEqual(['Present'])
  expect(await namesOn(db, id, '1994-07-01')).toEqual([])

  const mistake = { term: await termOf('Past'), reason: 'Another person of the same name.' }
  expect(await withdrawTerm(db, admin, id, mistake, monday)).toEqual({ ok: true })
  expect(await withdrawTerm(db, admin, id, mistake, monday)).toEqual({ ok: false, reason: 'not-found' })
  expect(await namesOn(db, id, '1990-06-01')).toEqual([])
  expect(await listTerms(db, id)).toMatchObject([{}, { name: 'Past', withdrawnBecause: mistake.reason }])
  const other = await makeBody(db, monday, { name: 'Other' })
  expect(
    await withdrawTerm(db, admin, other.id, { ...mistake, term: await termOf('Present') }, monday),
  ).toEqual({ ok: false, reason: 'not-found' })
})

test('Undo does not withdraw a term whose last day someone else has entered', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id } = await makeBody(db, monday, { terms: [] })
  const added = await addTerm(db, admin, id, { ...aTerm, startsOn: '1994-01-01', endsOn: null }, monday)
  if (!added.ok) throw new Error(added.reason)
  const { term, shownHash } = added
  const undo = () => withdrawTerm(db, admin, id, { term, reason: 'Undone right away', shownHash }, monday)
  await endTerm(db, admin, id, { term, lastDay: '1996-12-31' }, monday)

  expect(await undo()).toEqual({ ok: false, reason: 'conflict' })
  expect(await listTerms(db, id)).toMatchObject([{ endsOn: '1996-12-31', withdrawnBecause: null }])
  expect(await withdrawTerm(db, admin, id, { term, reason: 'A mistake.' }, monday)).toEqual({ ok: true })
})

test('nobody overwrites a body they have not seen, and only a public one has a page', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id, slug } = await makeBody(db, monday, { isPublic: false })
  const change = { id, name: 'Finance', kind: 'committee', purpose: 'Accounts.', quorum: '>1/2' } as const

  expect(await findPublicBody(db, slug)).toBeUndefined()
  expect(await changeBody(db, admin, { ...change, isPublic: true, version: 9 }, monday)).toEqual({
    ok: false,
    reason: 'conflict',
  })
  const { version = 0 } = (await findBody(db, id)) ?? {}
  expect(await changeBody(db, admin, { ...change, isPublic: true, version }, monday)).toMatchObject({
    ...{ ok: true, before: { isPublic: false, version }, version: version + 1 },
  })
  expect(await findPublicBody(db, slug)).toMatchObject({ name: 'Finance', quorum: '>1/2' })
  expect(await createBody(db, admin, { name: 'Finance  committee', kind: 'council' }, monday)).toEqual({
    ok: false,
    reason: 'name-taken',
  })
})

test('council lists become terms once, and the lists stay', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const seats = [
    { office: 'President', name: 'A', institution: 'Far', designation: 'Professor', email: 'A@example.org' },
    { office: 'Vice-President', name: 'B' },
    { office: 'Treasurer', name: 'C' },
  ]
  const data = { title: 'Council 1994', from: '1994-01-01', to: '1995-12-31', seats }
  await publishEntry(db, { kind: 'council-term', slug: 'c-1994', data }, monday)
  const { id } = await makeBody(db, monday, { name: 'Executive Council', kind: 'council', terms: [] })

  expect(await countOpenLists(db, id)).toBe(1)
  expect(await takeOverCouncilLists(db, admin, id, monday)).toEqual({ ok: true, count: 3 })
  expect(await takeOverCouncilLists(db, admin, id, monday)).toEqual({ ok: false, reason: 'nothing-open' })
  expect(await listMembersOn(db, id, '1995-12-31')).toMatchObject([
    { name: 'A', post: 'chair', office: 'President', institution: 'Professor, Far' },
    { name: 'B', post: 'deputy' },
    { name: 'C', post: 'member', office: 'Treasurer' },
  ])
  expect(await db.selectFrom('entry').select('live_version').execute()).toMatchObject([{ live_version: 1 }])
  const committee = await makeBody(db, monday)
  expect(await takeOverCouncilLists(db, admin, committee.id, monday)).toMatchObject({ reason: 'not-found' })
})

test('a data request finds terms by address and by person, and erases the name', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const email = 'canary@example.org'
  const { id } = await makeBody(db, monday, { terms: [{ name: 'Canary', institution: 'Canary', email }] })
  const { data } = await collectPerson(db, personalData, admin, { email, reason: 'Asked.' }, monday)

  expect(data).toMatchObject({ bodies: [{ body: 'Finance Committee', name: 'Canary' }] })
  const request = { email, reason: 'Asked.' }
  expect(await erasePerson(db, { personalData, store: makeStore() }, admin, request, monday)).toMatchObject({
    ok: true,
  })
  expect(JSON.stringify(await dumpTables(db))).not.toMatch(/canary/i)
  expect(await namesOn(db, id, '1995-01-01')).toEqual(['Name deleted'])
})

test('the terms of a duplicate move with a merge and back', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const [mainId = '', duplicateId = ''] = await enrolPeople(
    db,
    [raman, { ...raman, memberNo: 'LM-2' }],
    monday,
  )
  const { id } = await makeBody(db, monday, { terms: [{ memberNo: 'LM-2', name: '' }] })
  const holder = async () => (await db.selectFrom('body_term').select('person_id').execute())[0]?.person_id

  const merged = await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts: true }, monday)
  expect(await holder()).toBe(mainId)
  const mergeId = merged.ok ? merged.merge : ''
  await undoMerge(db, admin, { mergeId, mayChangeContacts: true }, monday)
  expect(await holder()).toBe(duplicateId)
  expect(await readBody(db, admin, id, monday)).toMatchObject({ terms: [{ memberNo: 'LM-2' }] })
  expect(await readBody(db, admin, 'other', monday)).toBeUndefined()
})
