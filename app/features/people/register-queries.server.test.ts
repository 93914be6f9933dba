import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Tables } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { anyText } from '#test/makers/arbitrary/any-text.ts'
import { monday, test } from '#test/harness/db.ts'
import { movePeople } from './editing.server.ts'
import { enrolPeople } from './operations.server.ts'
import type { NewPerson } from './register.ts'
import { eachRecord, listRegister, listRegisterChoices } from './register-queries.server.ts'
import { registerForm, registerSorts, type RegisterQuery } from './register-query.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }

test('staff see everyone who is not deleted, by name', async ({ db }) => {
  const ids = await enrol(db, [
    { familyName: 'Verma' },
    { familyName: 'Ávila', listed: false },
    { familyName: 'Basu' },
  ])
  await movePeople(db, asha, 'bin', ids.slice(2), monday)

  expect(await names(db)).toEqual(['Ávila', 'Verma'])
  expect(await names(db, { state: 'bin' })).toEqual(['Basu'])
})

test('people are found by name, initials, number and institution, ignoring accents', async ({ db }) => {
  await enrol(db, [
    {
      familyName: 'Raman',
      givenName: 'Chandrasekhara Venkata',
      memberNo: 'LM-77',
      institution: 'IIT Kanpur',
    },
    { familyName: 'Müller', memberNo: 'LM-1', institution: 'Universität Göttingen' },
    { familyName: 'वर्मा', givenName: 'आशा', memberNo: 'RM-5' },
  ])

  expect(await names(db, { q: 'C V Raman' })).toEqual(['Raman'])
  expect(await names(db, { q: 'lm 77' })).toEqual(['Raman'])
  expect(await names(db, { q: 'LM77' })).toEqual(['Raman'])
  expect(await names(db, { q: 'kanpur iit' })).toEqual(['Raman'])
  expect(await names(db, { q: 'muller gottingen' })).toEqual(['Müller'])
  expect(await names(db, { q: 'वर्मा' })).toEqual(['वर्मा'])
  expect(await names(db, { q: 'lm' })).toEqual(['Müller', 'Raman'])
  expect(await names(db, { q: '!?' })).toEqual([])
})

test('each filter of the list works', async ({ db }) => {
  await enrol(db, [
    { familyName: 'A', category: 'student', discipline: 'Geology', country: 'Nepal', listed: false },
    { familyName: 'B', grade: 'fellow', diedYear: 2001 },
    { familyName: 'C', grade: 'associate-fellow' },
  ])

  expect(await names(db, { category: 'student' })).toEqual(['A'])
  expect(await names(db, { grade: 'fellow' })).toEqual(['B'])
  expect(await names(db, { grade: 'none' })).toEqual(['A'])
  expect(await names(db, { discipline: 'Geology', country: 'Nepal' })).toEqual(['A'])
  expect(await names(db, { listed: 'yes' })).toEqual(['B', 'C'])
  expect(await names(db, { listed: 'no' })).toEqual(['A'])
  expect(await names(db, { state: 'deceased' })).toEqual(['B'])
  expect(await names(db, { state: 'living' })).toEqual(['A', 'C'])
  expect(await listRegisterChoices(db)).toEqual({
    disciplines: ['Geology', 'Physics'],
    countries: ['India', 'Nepal'],
  })
})

test('the list is in the requested order, numbers as numbers', async ({ db }) => {
  await enrol(db, [
    { familyName: 'A', memberNo: 'LM-10', since: 1996 },
    { familyName: 'B', memberNo: 'LM-9', since: 1998 },
    { familyName: 'C', memberNo: 'LM-2', since: 1997 },
  ])

  expect(await names(db, { sort: 'number' })).toEqual(['C', 'B', 'A'])
  expect(await names(db, { sort: 'since', dir: 'desc' })).toEqual(['B', 'C', 'A'])
  expect(await names(db, { sort: 'name', dir: 'desc' })).toEqual(['C', 'B', 'A'])
})

test('pages and totals agree, however long the list', async ({ db }) => {
  await enrol(
    db,
    Array.from({ length: 720 }, (_, index) => ({ familyName: `N${String(index).padStart(3, '0')}` })),
  )

  const first = await list(db, {})
  const last = await list(db, { page: 15 })
  expect([first.total, first.pages, first.people.length]).toEqual([720, 15, 50])
  expect([last.total, last.people.length, last.people[0]?.name]).toEqual([720, 20, 'Dr Asha N700'])
  expect((await list(db, { page: 16 })).total).toBe(720)
  const exported: string[] = []
  for await (const { familyName } of eachRecord(db, {})) exported.push(familyName)
  expect(exported).toHaveLength(720)
  expect(new Set(exported).size).toBe(720)
})

test('whatever the address says, the list answers or says what is wrong with it', async ({ db }) => {
  await enrol(db, [{ familyName: 'Raman' }])
  const requested = fc.record(
    {
      q: anyText(40),
      category: anyText(10),
      grade: anyText(10),
      discipline: anyText(20),
      country: anyText(20),
      listed: anyText(4),
      state: anyText(4),
      page: fc.oneof(anyText(4), fc.integer().map(String)),
      sort: fc.oneof(anyText(8), fc.constantFrom(...registerSorts)),
      dir: fc.oneof(anyText(4), fc.constantFrom('asc', 'desc')),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(requested, async (query) => {
      const read = registerForm.safeParse(withoutNul(query))
      if (read.success) expect((await listRegister(db, read.data)).total).toBeLessThanOrEqual(1)
      else expect(read.error.issues[0]?.message).toMatch(/address/)
    }),
    { seed: 1, numRuns: 300 },
  )
})

/** An address with this character is refused before anything reads it. */
function withoutNul(query: Record<string, string>) {
  return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, text.replaceAll('\0', '')]))
}

function list(db: Kysely<Tables>, query: Partial<RegisterQuery>) {
  return listRegister(db, { page: 1, dir: 'asc', ...query })
}

async function names(db: Kysely<Tables>, query: Partial<RegisterQuery> = {}) {
  return (await list(db, query)).people.map(({ name }) => name.split(' ').at(-1))
}

function enrol(db: Kysely<Tables>, people: Partial<NewPerson>[]) {
  const all = people.map((person, index) => ({ ...somebody, memberNo: `LM-${index}`, ...person }))
  return enrolPeople(db, all, monday)
}

const somebody: NewPerson = {
  memberNo: 'LM-1',
  title: 'Dr',
  givenName: 'Asha',
  familyName: 'Sen',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  country: 'India',
  listed: true,
}
