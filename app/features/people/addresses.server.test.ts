import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import { listDeadPaths } from '#features/content/addresses/paths.server.ts'
import { findRedirect } from '#features/content/addresses/redirects.server.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { changeSlug } from './addresses.server.ts'
import { fellowFolder } from './addresses.ts'
import { changePerson, movePeople } from './editing.server.ts'
import { enrolPeople, enrolPerson } from './operations.server.ts'
import { peoplePersonalData } from './personal-data.server.ts'
import { findPerson, listFellowAddresses } from './queries.server.ts'
import type { NewPerson } from './register.ts'
import { findRecord } from './register-queries.server.ts'

const staff: Actor = { kind: 'staff', id: 'staff', role: 'editor', address: '192.0.2.1' }
const asha: NewPerson = {
  memberNo: 'LM-1',
  title: 'Prof.',
  givenName: 'Asha',
  familyName: 'Rao',
  category: 'life',
  grade: 'fellow',
  since: 1994,
  discipline: 'Physics',
  country: 'India',
  listed: true,
}

test('people of the same name get one address each, in the order of their arrival', async ({ db }) => {
  const ids = await enrolPeople(
    db,
    [asha, { ...asha, memberNo: 'LM-2' }, { ...asha, memberNo: 'LM-3' }],
    monday,
  )

  expect(await slugsOf(db, ids)).toEqual(['asha-rao', 'asha-rao-2', 'asha-rao-3'])
})

test('someone who was never shown has no address and takes none from others', async ({ db }) => {
  const hidden = await enrolPerson(db, { ...asha, listed: false }, monday)
  const member = await enrolPerson(db, { ...asha, memberNo: 'LM-2', grade: null }, monday)
  const shown = await enrolPerson(db, { ...asha, memberNo: 'LM-3' }, monday)

  expect(await slugsOf(db, [hidden, member, shown])).toEqual([null, null, 'asha-rao'])
})

test('an address is given with the first page and stays when the name changes or the page is hidden', async ({
  db,
}) => {
  const id = await enrolPerson(db, { ...asha, listed: false }, monday)
  await movePeople(db, staff, 'list', [id], monday)
  const version = (await findRecord(db, id))!.version
  await changePerson(db, staff, id, version, { ...asha, familyName: 'Rao-Sen' }, monday)
  await movePeople(db, staff, 'unlist', [id], monday)

  expect(await findPerson(db, 'asha-rao')).toBeUndefined()
  await movePeople(db, staff, 'list', [id], monday)
  expect(await findPerson(db, 'asha-rao')).toMatchObject({ id, familyName: 'Rao-Sen' })
})

test('staff can change an address: the former one leads to it, and search follows', async ({ db }) => {
  const id = await enrolPerson(db, asha, monday)
  expect(await changeSlug(db, staff, { id, slug: 'a-rao' }, monday)).toMatchObject({ ok: true })
  expect(await changeSlug(db, staff, { id, slug: 'asha-k-rao' }, monday)).toMatchObject({ ok: true })

  for (const former of ['asha-rao', 'a-rao', id])
    expect(await findRedirect(db, fellowFolder + former)).toBe('/fellowship/fellows/asha-k-rao')
  expect((await findInSearch(db, 'asha', { limit: 1, offset: 0 })).hits).toMatchObject([
    { href: '/fellowship/fellows/asha-k-rao' },
  ])
  const { entries } = await listHistoryOf(db, staff, `person:${id}`, 1)
  expect(entries[0]).toMatchObject({
    action: 'person.address-changed',
    details: { changes: { slug: ['a-rao', 'asha-k-rao'] } },
  })
})

test('a change returns the address that a colleague gave in between', async ({ db }) => {
  const id = await enrolPerson(db, asha, monday)
  const change = (slug: string) => changeSlug(db, staff, { id, slug }, monday)

  expect(await change('theirs')).toMatchObject({ before: 'asha-rao' })
  expect(await change('mine')).toMatchObject({ before: 'theirs' })
  expect(await change('mine')).toMatchObject({ before: 'mine' })
})

test('Undo of an address is refused once someone else has changed it', async ({ db }) => {
  const id = await enrolPerson(db, asha, monday)
  const mine = await changeSlug(db, staff, { id, slug: 'mine' }, monday)
  const theirs = await changeSlug(db, staff, { id, slug: 'theirs' }, monday)
  if (!mine.ok || !theirs.ok) throw new Error('The address was not changed.')
  const undo = ({ before, shownHash }: typeof mine) =>
    changeSlug(db, staff, { id, slug: before, shownHash }, monday)

  expect(await undo(mine)).toEqual({ ok: false, reason: 'conflict' })
  expect(await findPerson(db, 'theirs')).toMatchObject({ id })
  expect(await undo(theirs)).toMatchObject({ ok: true })
})

test('an address can be taken back, but not taken from someone else', async ({ db }) => {
  const [id = '', other = ''] = await enrolPeople(db, [asha, { ...asha, memberNo: 'LM-2' }], monday)
  await changeSlug(db, staff, { id, slug: 'a-rao' }, monday)

  for (const slug of ['asha-rao', 'a-rao'])
    expect(await changeSlug(db, staff, { id: other, slug }, monday)).toEqual({ ok: false, reason: 'taken' })
  expect(await changeSlug(db, staff, { id, slug: 'asha-rao' }, monday)).toMatchObject({ ok: true })
  expect(await findPerson(db, 'asha-rao')).toMatchObject({ id })
  expect(await findRedirect(db, '/fellowship/fellows/a-rao')).toBe('/fellowship/fellows/asha-rao')
  expect(await findRedirect(db, '/fellowship/fellows/asha-rao')).toBeUndefined()
})

test.for(['', 'Asha Rao', 'asha--rao', '-asha', 'asha/rao', 'x'.repeat(81)])(
  'the address %j is refused',
  async (slug, { db }) => {
    const id = await enrolPerson(db, asha, monday)

    expect(await changeSlug(db, staff, { id, slug }, monday)).toEqual({ ok: false, reason: 'not-a-slug' })
  },
)

test('nobody gets an address by hand who has no page', async ({ db }) => {
  const id = await enrolPerson(db, { ...asha, listed: false }, monday)

  expect(await changeSlug(db, staff, { id, slug: 'asha' }, monday)).toEqual({
    ok: false,
    reason: 'no-address',
  })
  expect(await changeSlug(db, staff, { id: 'x', slug: 'asha' }, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
})

test('a copy of someone’s data has their present and former addresses', async ({ db }) => {
  const id = await enrolPerson(db, asha, monday)
  await changeSlug(db, staff, { id, slug: 'a-rao' }, monday)
  const { data } = await peoplePersonalData.collect!(db, aboutPerson(id))

  expect(data).toMatchObject({ register: [{ slug: 'a-rao' }], formerAddresses: [{ slug: 'asha-rao' }] })
})

test('nothing of an erased person’s addresses is left', async ({ db }) => {
  const id = await enrolPerson(db, asha, monday)
  await changeSlug(db, staff, { id, slug: 'a-rao' }, monday)
  await peoplePersonalData.erase!(db, aboutPerson(id), { now: monday, isAgain: false })

  const paths = ['asha-rao', 'a-rao', id].map((name) => fellowFolder + name)
  expect([...(await listDeadPaths(db, paths))]).toEqual(paths)
  expect(await db.selectFrom('former_person_slug').selectAll().execute()).toEqual([])
})

test('a hidden person’s links count as broken, and those to a former address as whole', async ({ db }) => {
  const id = await enrolPerson(db, asha, monday)
  await changeSlug(db, staff, { id, slug: 'a-rao' }, monday)
  const paths = ['asha-rao', 'a-rao', id].map((name) => fellowFolder + name)
  expect([...(await listDeadPaths(db, paths))]).toEqual([])
  await movePeople(db, staff, 'unlist', [id], monday)

  expect([...(await listDeadPaths(db, paths))]).toEqual(paths)
})

test('the map of the site has the pages of fellows, samples aside', async ({ db }) => {
  await enrolPeople(
    db,
    [asha, { ...asha, memberNo: 'LM-2', sample: true }, { ...asha, memberNo: 'LM-3', listed: false }],
    monday,
  )

  expect(await listFellowAddresses(db, 10)).toMatchObject([{ slug: 'asha-rao' }])
})

function aboutPerson(id: string) {
  return { address: '', cases: [], people: [id], readerId: '' }
}

async function slugsOf(db: Db, ids: string[]) {
  const rows = await db.selectFrom('person').select(['id', 'slug']).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.slug)
}
