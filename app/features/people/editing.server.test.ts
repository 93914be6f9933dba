import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { readContentVersion } from '#db/engine/content-version.server.ts'
import { putSearchEntry } from '#db/search/search-index.server.ts'
import { findInSearch } from '#db/search/search.server.ts'
import type { Tables } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { addPerson, changePerson, emptyPeopleBin, movePeople } from './editing.server.ts'
import { enrolPerson } from './operations.server.ts'
import { findPerson, listLifeMembers } from './queries.server.ts'
import type { NewPerson } from './register.ts'
import { findRecord } from './register-queries.server.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }
const raman: NewPerson = {
  memberNo: 'LM-1',
  title: 'Prof.',
  givenName: 'C. V.',
  familyName: 'Raman',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  country: 'India',
  listed: true,
}
const days = (count: number) => new Date(monday.getTime() + count * 86_400_000)

test('an added person is in the lists, the search and the audit trail immediately', async ({ db }) => {
  const before = await readContentVersion(db)
  const outcome = await addPerson(db, asha, raman, monday)

  expect(outcome).toMatchObject({ ok: true })
  expect(await shownNames(db)).toEqual(['Raman'])
  expect(await foundTitles(db, 'raman')).toEqual(['Prof. C. V. Raman'])
  expect(await readContentVersion(db)).toBe(before + 1)
  expect(await listActions(db)).toEqual(['person.added'])
})

test('an existing number cannot be given again, not even that of a deleted person', async ({ db }) => {
  const id = await enrolPerson(db, { ...raman, fellowNo: 'F-1' }, monday)
  await movePeople(db, asha, 'bin', [id], monday)

  expect(await addPerson(db, asha, raman, monday)).toEqual({ ok: false, reason: 'number-taken' })
  expect(await addPerson(db, asha, { ...raman, memberNo: 'LM-2', fellowNo: 'F-1' }, monday)).toEqual({
    ok: false,
    reason: 'fellow-number-taken',
  })
})

test('a change is recorded with both values, and lists and search follow', async ({ db }) => {
  const id = await enrolPerson(db, raman, monday)

  expect(
    await changePerson(db, asha, id, 1, { ...raman, familyName: 'Venkata', grade: 'fellow' }, monday),
  ).toMatchObject({ ok: true, before: { familyName: 'Raman' }, version: 2 })

  expect(await foundTitles(db, 'raman')).toEqual([])
  expect(await foundTitles(db, 'venkata')).toEqual(['Prof. C. V. Venkata'])
  expect((await findPerson(db, 'c-v-venkata'))?.grade).toBe('fellow')
  const { entries } = await listHistoryOf(db, asha, `person:${id}`, 1)
  expect(entries[0]?.details?.changes).toEqual({ familyName: ['Raman', 'Venkata'], grade: ['', 'fellow'] })
})

test('saving without changes changes nothing and is not recorded', async ({ db }) => {
  const id = await enrolPerson(db, raman, monday)

  expect(await changePerson(db, asha, id, 1, raman, days(1))).toMatchObject({ ok: true })
  expect((await findRecord(db, id))?.version).toBe(1)
  expect(await listActions(db)).toEqual([])
})

test('of two parallel saves the second is refused and shown what the first saved', async ({ db }) => {
  const id = await enrolPerson(db, raman, monday)

  const outcomes = await Promise.all([
    changePerson(db, asha, id, 1, { ...raman, city: 'Kolkata' }, monday),
    changePerson(db, asha, id, 1, { ...raman, city: 'Bengaluru' }, monday),
  ])

  const refused = outcomes.filter((outcome) => !outcome.ok)
  expect(refused).toHaveLength(1)
  const now = await findRecord(db, id)
  expect(refused[0]).toEqual({ ok: false, reason: 'conflict', current: now })
  expect(now?.version).toBe(2)
})

test('someone who is no longer listed leaves lists and search; someone listed again returns', async ({
  db,
}) => {
  const id = await enrolPerson(db, raman, monday)
  await changePerson(db, asha, id, 1, { ...raman, listed: false }, monday)
  expect([await shownNames(db), await foundTitles(db, 'raman')]).toEqual([[], []])

  expect(await movePeople(db, asha, 'list', [id, id, 'nobody'], monday)).toEqual({ moved: 1 })
  expect(await movePeople(db, asha, 'list', [id], monday)).toEqual({ moved: 0 })
  expect(await shownNames(db)).toEqual(['Raman'])
  expect(await foundTitles(db, 'raman')).toHaveLength(1)
})

test('deleting removes a person from every list, and restoring brings them back as before', async ({
  db,
}) => {
  const listed = await enrolPerson(db, raman, monday)
  const unlisted = await enrolPerson(
    db,
    { ...raman, memberNo: 'LM-2', familyName: 'Sen', listed: false },
    monday,
  )
  await movePeople(db, asha, 'bin', [listed, unlisted], monday)

  expect([await shownNames(db), await foundTitles(db, 'raman')]).toEqual([[], []])
  expect(await changePerson(db, asha, listed, 2, raman, monday)).toEqual({ ok: false, reason: 'in-bin' })
  expect(await movePeople(db, asha, 'list', [unlisted], monday)).toEqual({ moved: 0 })

  await movePeople(db, asha, 'restore', [listed, unlisted], monday)
  expect(await shownNames(db)).toEqual(['Raman'])
  expect(await foundTitles(db, 'raman')).toHaveLength(1)
  expect((await findRecord(db, unlisted))?.listed).toBe(false)
})

test('a deleted person is removed after thirty days', async ({ db }) => {
  const old = await enrolPerson(db, raman, monday)
  const newer = await enrolPerson(db, { ...raman, memberNo: 'LM-2' }, monday)
  await movePeople(db, asha, 'bin', [old], monday)
  await movePeople(db, asha, 'bin', [newer], days(2))

  expect(await emptyPeopleBin(db, days(29))).toBe(0)
  expect(await emptyPeopleBin(db, days(30))).toBe(1)
  expect(await findRecord(db, old)).toBeUndefined()
  expect(await findRecord(db, newer)).toBeDefined()
  expect((await listActions(db)).at(-1)).toBe('people.bin-emptied')
})

test('emptying the bin removes what the search still has of a person', async ({ db }) => {
  const id = await enrolPerson(db, raman, monday)
  // As an index has it that was rebuilt while the person was being deleted.
  await movePeople(db, asha, 'bin', [id], monday)
  const shown = { title: 'C. V. Raman', href: '/fellows/raman', summary: '', section: '', body: '' }
  await putSearchEntry(db, { subject: 'person', subjectId: id, ...shown, sampleAt: null })

  await emptyPeopleBin(db, days(30))

  expect(await foundTitles(db, 'raman')).toEqual([])
})

test('a sample that staff changed is no longer a sample', async ({ db }) => {
  const id = await enrolPerson(db, { ...raman, sample: true }, monday)
  await changePerson(db, asha, id, 1, { ...raman, city: 'Kolkata' }, monday)

  expect((await findRecord(db, id))?.sample).toBe(false)
})

async function shownNames(db: Kysely<Tables>) {
  return (await listLifeMembers(db, {}, 1)).people.map(({ familyName }) => familyName)
}

async function foundTitles(db: Kysely<Tables>, text: string) {
  return (await findInSearch(db, text, { limit: 20, offset: 0 })).hits.map(({ title }) => title)
}
