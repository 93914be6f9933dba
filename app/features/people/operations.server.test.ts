import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { readContentVersion } from '#db/engine/content-version.server.ts'
import { findInSearch } from '#db/search/search.server.ts'
import type { Tables } from '#db/schema/tables.ts'
import { monday, test } from '#test/harness/db.ts'
import { readLifeListQuery } from './form.ts'
import { enrolPeople, enrolPerson, removeSamplePeople } from './operations.server.ts'
import { listFilterOptions, listLifeMembers } from './queries.server.ts'
import type { NewPerson } from './register.ts'

const raman: NewPerson = {
  memberNo: 'LM-1',
  title: 'Prof.',
  givenName: 'C. V.',
  familyName: 'Raman',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  specialisation: 'Scattering',
  city: 'Kolkata',
  country: 'India',
  listed: true,
}

test('a life member is found by the site search, and the hit leads to the list with just that name', async ({
  db,
}) => {
  await enrolPerson(db, raman, monday)

  const [hit] = await search(db, 'Chandrasekhara Raman')

  expect(hit).toMatchObject({
    title: 'Prof. C. V. Raman',
    href: '/membership/life-members-or-iaps-associates?name=C.%20V.%20Raman',
    summary: 'Life member · Physics · Kolkata, India',
    section: 'Membership',
    sampleAt: null,
  })
  const requested = new URL(hit?.href ?? '', 'http://localhost').searchParams
  const query = readLifeListQuery(requested, await listFilterOptions(db, 'life'))
  expect(query.ok && (await listLifeMembers(db, query.query, 1)).total).toBe(1)
})

test('the hit of a very long name still leads to the list', async ({ db }) => {
  await enrolPerson(db, { ...raman, givenName: 'Venkata '.repeat(9) + 'x'.repeat(7) + '𝒳'.repeat(9) }, monday)

  const [hit] = await search(db, 'venkata')

  const requested = new URL(hit?.href ?? '', 'http://localhost').searchParams
  expect(readLifeListQuery(requested, { disciplines: [], countries: [] }).ok).toBe(true)
})

test('a fellow is found by field or place, and the hit leads to their own page', async ({ db }) => {
  await enrolPerson(db, { ...raman, grade: 'fellow', electedYear: 1996 }, monday)

  expect(await search(db, 'scattering kolkata')).toMatchObject([
    {
      href: '/fellowship/fellows/c-v-raman',
      section: 'Fellowship',
      summary: 'Fellow · Physics · Kolkata, India',
    },
  ])
})

test('someone in no public list is not found', async ({ db }) => {
  await enrolPeople(
    db,
    [
      { ...raman, memberNo: 'LM-1', listed: false },
      { ...raman, memberNo: 'RM-1', category: 'regular' },
    ],
    monday,
  )

  expect(await search(db, 'raman')).toEqual([])
})

test('a taken number adds nobody', async ({ db }) => {
  await enrolPerson(db, raman, monday)
  const before = await readContentVersion(db)

  const attempt = enrolPeople(db, [{ ...raman, memberNo: 'LM-2', familyName: 'Sen' }, raman], monday)

  await expect(attempt).rejects.toThrow(/unique/i)
  expect(await search(db, 'sen')).toEqual([])
  expect((await listLifeMembers(db, {}, 1)).total).toBe(1)
  expect(await readContentVersion(db)).toBe(before)
})

test('the ids are in the order of the people', async ({ db }) => {
  const people = Array.from({ length: 450 }, (_, index) => ({ ...raman, memberNo: `LM-${index}` }))

  const ids = await enrolPeople(db, people, monday)

  const rows = await db.selectFrom('person').select(['id', 'member_no']).execute()
  const numbers = new Map(rows.map((row) => [row.id, row.member_no]))
  expect(ids.map((id) => numbers.get(id))).toEqual(people.map((person) => person.memberNo))
})

test('adding and removing raise the content version', async ({ db }) => {
  const before = await readContentVersion(db)

  await enrolPerson(db, { ...raman, sample: true }, monday)
  expect(await readContentVersion(db)).toBe(before + 1)
  await removeSamplePeople(db, monday)
  expect(await readContentVersion(db)).toBe(before + 2)
})

test('removing the samples leaves the real people', async ({ db }) => {
  await enrolPeople(
    db,
    [
      { ...raman, memberNo: 'LM-1', familyName: 'Sen', sample: true },
      { ...raman, memberNo: 'LM-2', familyName: 'Senapati' },
      { ...raman, memberNo: 'LM-3', familyName: 'Sengupta', sample: true, listed: false },
    ],
    monday,
  )

  expect(await removeSamplePeople(db, monday)).toBe(2)
  expect((await search(db, 'sen')).map((hit) => hit.title)).toEqual(['Prof. C. V. Senapati'])
  expect((await listLifeMembers(db, {}, 1)).total).toBe(1)
})

async function search(db: Kysely<Tables>, text: string) {
  return (await findInSearch(db, text, { limit: 20, offset: 0 })).hits
}
