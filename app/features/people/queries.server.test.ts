import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { describe, expect } from 'vitest'
import type { Tables } from '#db/schema/tables.ts'
import { anyText } from '#test/makers/arbitrary/any-text.ts'
import { monday, test } from '#test/harness/db.ts'
import { scannedTables, statementsOf } from '#test/harness/databases/watch-statements.ts'
import { enrolPeople, enrolPerson } from './operations.server.ts'
import {
  findPerson,
  listDeceasedFellows,
  listFellows,
  listFilterOptions,
  listLifeMembers,
  type LifeListFilter,
} from './queries.server.ts'
import type { NewPerson } from './register.ts'

describe('the list of life members and associates', () => {
  test('has both categories and nobody else, by family name', async ({ db }) => {
    await enrol(db, [
      { familyName: 'Verma', category: 'associate' },
      { familyName: 'Ávila', category: 'life' },
      { familyName: 'Basu', category: 'regular' },
      { familyName: 'Ahmad', category: 'life', listed: false },
      { familyName: 'de Silva', category: 'life' },
    ])

    expect(await familyNames(db)).toEqual(['Ávila', 'de Silva', 'Verma'])
    expect(await familyNames(db, { category: 'associate' })).toEqual(['Verma'])
  })

  test('shows only what may be public of each person', async ({ db }) => {
    await enrol(db, [{ memberNo: 'LM-7', familyName: 'Basu', city: 'Kolkata', sample: true }])

    const { people } = await listLifeMembers(db, {}, 1)

    expect(people).toEqual([
      {
        id: expect.any(String),
        slug: null,
        memberNo: 'LM-7',
        fellowNo: null,
        name: 'Dr Asha Basu',
        title: 'Dr',
        givenName: 'Asha',
        familyName: 'Basu',
        category: 'life',
        grade: null,
        since: 1994,
        electedYear: null,
        diedYear: null,
        discipline: 'Physics',
        institution: null,
        city: 'Kolkata',
        state: null,
        country: 'India',
        sampleAt: monday.getTime(),
      },
    ])
  })

  test('is filtered by all filters together', async ({ db }) => {
    await enrol(db, [
      { familyName: 'Basu', discipline: 'Chemistry', country: 'Nepal', since: 1999 },
      { familyName: 'Basu', discipline: 'Chemistry', country: 'Nepal', since: 2000 },
      { familyName: 'Basu', discipline: 'Chemistry', country: 'India', since: 1999 },
      { familyName: 'Basu', discipline: 'Physics', country: 'Nepal', since: 1999 },
      { familyName: 'Sen', discipline: 'Chemistry', country: 'Nepal', since: 1999 },
    ])

    const filter = { name: 'basu', discipline: 'Chemistry', country: 'Nepal', year: 1999 }
    expect((await listLifeMembers(db, filter, 1)).total).toBe(1)
    expect((await listLifeMembers(db, { country: 'Nepal' }, 1)).total).toBe(4)
    expect((await listLifeMembers(db, { year: 1999 }, 1)).total).toBe(4)
  })

  test('ignores accents, initials and the order of names', async ({ db }) => {
    await enrol(db, [
      { givenName: 'Chandrasekhara Venkata', familyName: 'Raman' },
      { givenName: 'C. V.', familyName: 'Raman' },
      { givenName: 'Charles', familyName: 'Raman' },
      { givenName: 'Śrīnivāsa', familyName: 'Rāmānujan' },
      { givenName: 'Séan', familyName: 'O’Brien' },
    ])

    const both = ['C. V.', 'Chandrasekhara Venkata']
    for (const name of ['C V Raman', 'CV Raman', 'raman c.v.', 'Chandrasekhara Raman'])
      expect((await listLifeMembers(db, { name }, 1)).people.map((person) => person.givenName)).toEqual(both)
    expect(await familyNames(db, { name: 'srinivasa RAMANUJAN' })).toEqual(['Rāmānujan'])
    expect(await familyNames(db, { name: 'रामानुजन' })).toEqual(['Rāmānujan'])
    expect(await familyNames(db, { name: "o'brien" })).toEqual(['O’Brien'])
    expect(await familyNames(db, { name: 'obr' })).toEqual(['O’Brien'])
    expect(await familyNames(db, { name: '%' })).toEqual([])
    expect(await familyNames(db, { name: 'R_man' })).toEqual([])
  })

  test('answers whatever is typed as a name', async ({ db }) => {
    await enrol(db, [{}])

    await fc.assert(
      fc.asyncProperty(anyText(80), async (name) => {
        expect((await listLifeMembers(db, { name }, 1)).total).toBeLessThanOrEqual(1)
      }),
      { seed: 1994, numRuns: 30, examples: [["'; drop table person"], ['%'], ['\\'], ['\0'], ['\ud800']] },
    )
  })

  test('comes in pages of 25 with the number of all', async ({ db }) => {
    await enrol(
      db,
      Array.from({ length: 55 }, (_, index) => ({ familyName: `Sen ${String(index).padStart(2, '0')}` })),
    )

    const third = await listLifeMembers(db, {}, 3)

    expect(third).toMatchObject({ total: 55, page: 3, pages: 3 })
    expect(third.people.map((person) => person.familyName)).toEqual([
      'Sen 50',
      'Sen 51',
      'Sen 52',
      'Sen 53',
      'Sen 54',
    ])
    expect(await listLifeMembers(db, {}, 9)).toEqual({ total: 55, page: 9, pages: 3, people: [] })
    expect(await listLifeMembers(db, { name: 'nobody' }, 1)).toEqual({
      total: 0,
      page: 1,
      pages: 1,
      people: [],
    })
  })

  test('counts beyond what it reads ahead', async ({ db }) => {
    await enrol(
      db,
      Array.from({ length: 530 }, (_, index) => ({ country: index % 530 === 0 ? 'Nepal' : 'India' })),
    )

    expect((await listLifeMembers(db, {}, 1)).total).toBe(530)
    expect((await listLifeMembers(db, { country: 'India', name: 'asha' }, 1)).total).toBe(529)
    expect((await listLifeMembers(db, {}, 22)).people).toHaveLength(5)
  })
})

describe('the lists of fellows', () => {
  test('separate the living and the deceased and show every grade', async ({ db }) => {
    await enrol(db, [
      { familyName: 'Basu', grade: 'fellow', fellowNo: 'F-1', electedYear: 1996, state: 'Bihar' },
      { familyName: 'Ahmad', grade: 'honorary-fellow', electedYear: 1997, category: 'honorary' },
      { familyName: 'Sen', grade: 'associate-fellow', electedYear: 1996 },
      { familyName: 'Roy', grade: 'fellow', electedYear: 1995, diedYear: 2004 },
      { familyName: 'Dey', grade: 'fellow', listed: false },
      { familyName: 'Verma' },
    ])

    expect(names(await listFellows(db, {}, 1))).toEqual(['Ahmad', 'Basu', 'Sen'])
    expect(names(await listFellows(db, { grade: 'fellow' }, 1))).toEqual(['Basu'])
    expect(names(await listFellows(db, { year: 1996 }, 1))).toEqual(['Basu', 'Sen'])
    expect(names(await listFellows(db, { state: 'Bihar' }, 1))).toEqual(['Basu'])
    expect(names(await listDeceasedFellows(db, {}, 1))).toEqual(['Roy'])
  })
})

describe('the choices of a directory', () => {
  test('count only the people in that list, newest years first', async ({ db }) => {
    await enrol(db, [
      { discipline: 'Physics', country: 'India', since: 1995 },
      { discipline: 'Physics', country: 'Nepal', since: 2001 },
      { discipline: 'Chemistry', country: 'India', since: 1995, category: 'associate' },
      { discipline: 'Geology', country: 'Japan', since: 1996, category: 'regular' },
      { discipline: 'Statistics', country: 'Brazil', listed: false },
      { discipline: 'Geology', country: 'Chile', grade: 'fellow', electedYear: 2003, category: 'regular' },
      {
        discipline: 'Geology',
        country: 'Peru',
        grade: 'fellow',
        electedYear: 2002,
        diedYear: 2005,
        category: 'regular',
      },
    ])

    expect(await listFilterOptions(db, 'life')).toEqual({
      disciplines: [
        { value: 'Chemistry', people: 1 },
        { value: 'Physics', people: 2 },
      ],
      countries: [
        { value: 'India', people: 2 },
        { value: 'Nepal', people: 1 },
      ],
      states: [],
      years: [
        { value: 2001, people: 1 },
        { value: 1995, people: 2 },
      ],
    })
    expect((await listFilterOptions(db, 'fellows')).countries).toEqual([{ value: 'Chile', people: 1 }])
    expect((await listFilterOptions(db, 'deceased-fellows')).years).toEqual([{ value: 2002, people: 1 }])
  })
})

test('a page to print has a thousand people, in the same order', { timeout: 30_000 }, async ({ db }) => {
  const names = Array.from({ length: 1002 }, (_, number) => `N${String(number).padStart(4, '0')}`)
  await enrol(
    db,
    names.map((familyName) => ({ familyName, grade: 'fellow' })),
  )
  const pages = [await listFellows(db, { show: 'all' }, 1), await listFellows(db, { show: 'all' }, 2)]

  expect(pages.map(({ total, pages, people }) => [total, pages, people.length])).toEqual([
    [1002, 2, 1000],
    [1002, 2, 2],
  ])
  expect(pages.flatMap(({ people }) => people.map(({ familyName }) => familyName))).toEqual(names)
  expect((await listFellows(db, {}, 1)).people).toHaveLength(25)
})

describe('a person', () => {
  test('is found with what their page shows', async ({ db }) => {
    const id = await enrolPerson(db, somebody({ grade: 'fellow', citation: 'For work on light.' }), monday)

    expect(await findPerson(db, id)).toBeUndefined()
    expect(await findPerson(db, 'asha-sen')).toMatchObject({
      id,
      name: 'Dr Asha Sen',
      citation: 'For work on light.',
    })
  })

  test('who is not listed is not found', async ({ db }) => {
    const id = await enrolPerson(db, somebody({ grade: 'fellow', listed: false }), monday)

    expect(await findPerson(db, id)).toBeUndefined()
    for (const name of ['asha-sen', 'nobody', '']) expect(await findPerson(db, name)).toBeUndefined()
  })
})

async function familyNames(db: Kysely<Tables>, filter: LifeListFilter = {}) {
  return names(await listLifeMembers(db, filter, 1))
}

function names(page: { people: { familyName: string }[] }) {
  return page.people.map((person) => person.familyName)
}

function enrol(db: Kysely<Tables>, people: Partial<NewPerson>[]) {
  return enrolPeople(
    db,
    people.map((person, index) => somebody({ memberNo: `LM-${index}`, ...person })),
    monday,
  )
}

function somebody(given: Partial<NewPerson>): NewPerson {
  return {
    memberNo: 'LM-1',
    title: 'Dr',
    givenName: 'Asha',
    familyName: 'Sen',
    category: 'life',
    since: 1994,
    discipline: 'Physics',
    country: 'India',
    listed: true,
    ...given,
  }
}

test.runIf(process.env['TEST_ENGINE'] !== 'postgres')(
  'the lists of fellows and their choices read nobody else',
  async ({ db }) => {
    await enrol(db, [{ familyName: 'Basu', grade: 'fellow', electedYear: 1999 }])
    const statements = await statementsOf(db, async () => {
      await listFellows(db, { discipline: 'Physics', state: 'Bihar' }, 1)
      await listDeceasedFellows(db, {}, 1)
      await listFilterOptions(db, 'fellows')
      await listFilterOptions(db, 'deceased-fellows')
    })

    expect(statements.length).toBeGreaterThan(8)
    expect(await scannedTables(db, statements)).not.toContain('person')
  },
)
