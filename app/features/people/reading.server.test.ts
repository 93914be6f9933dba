import { expect } from 'vitest'
import { listEntries, listHistoryOf } from '#features/audit/queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, listActions, makeStaff } from '#test/makers/staff.ts'
import { enrolPeople } from './operations.server.ts'
import { readPerson, readRegister } from './reading.server.ts'

const tara = {
  memberNo: 'T-1',
  givenName: 'Tara',
  familyName: 'Nair',
  category: 'life',
  since: 1999,
  discipline: 'Physics',
  country: 'India',
  listed: false,
} as const

test('reading the register is recorded once, with the search terms', async ({ db }) => {
  const editor = actorFor(await makeStaff(db, monday, { role: 'editor' }))
  await enrolPeople(db, [tara], monday)

  const { people, countries } = await readRegister(db, editor, { q: 'nair', page: 1, dir: 'asc' }, monday)

  expect([people.map(({ name }) => name), countries]).toEqual([['Tara Nair'], ['India']])
  const { entries } = await listEntries(db, editor, { action: 'people.read' }, 1)
  expect(entries).toMatchObject([{ subject: 'people', details: { q: 'nair', page: 1, shown: 1 } }])
})

test('opening a person is recorded in the trail, and not in the history of the person', async ({ db }) => {
  const editor = actorFor(await makeStaff(db, monday, { role: 'editor' }))
  const [id = ''] = await enrolPeople(db, [tara], monday)

  expect(await readPerson(db, editor, id, monday)).toMatchObject({ memberNo: 'T-1' })

  const { entries } = await listEntries(db, editor, { action: 'person.read' }, 1)
  expect(entries).toMatchObject([{ subject: `person:${id}` }])
  expect((await listHistoryOf(db, editor, `person:${id}`, 1)).entries).toEqual([])
})

test('a person who does not exist leaves no entry', async ({ db }) => {
  const editor = actorFor(await makeStaff(db, monday, { role: 'editor' }))

  expect(await readPerson(db, editor, 'nobody', monday)).toBeUndefined()

  expect(await listActions(db)).toEqual([])
})
