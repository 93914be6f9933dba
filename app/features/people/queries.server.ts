import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { nameFits } from '#db/search/name-fits.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { unindexed } from '#db/engine/unindexed.server.ts'
import { peoplePerPrint } from './form.ts'
import { displayName, type Category, type Grade } from './register.ts'

const peoplePerPage = 25

// Reading this far beyond a page's start saves a second pass over the whole list to count a rare name.
const countedAhead = 500

export interface DirectoryFilter {
  name?: string | undefined
  discipline?: string | undefined
  country?: string | undefined
  /** A page has as many people as can be printed together. */
  show?: 'all' | undefined
  /** The year of joining in the list of life members, of election in the lists of fellows. */
  year?: number | undefined
}

export interface LifeListFilter extends DirectoryFilter {
  category?: Category | undefined
}

export interface FellowFilter extends DirectoryFilter {
  state?: string | undefined
  grade?: Grade | undefined
}

export type Directory = 'life' | 'fellows' | 'deceased-fellows'
export type DirectoryPage = Awaited<ReturnType<typeof listLifeMembers>>
export type ListedPerson = DirectoryPage['people'][number]

type People = SelectQueryBuilder<Tables, 'person', object>

// The list of life members has an index for each of its choices. Fellows are few, and their one index is read.
const directories = {
  life: { people: lifeList, year: 'since', isIndexed: true },
  fellows: { people: livingFellows, year: 'elected_year', isIndexed: false },
  'deceased-fellows': { people: deceasedFellows, year: 'elected_year', isIndexed: false },
} as const

/** A page of the listed life members and associates, by family name, and how many there are in all. */
export function listLifeMembers(db: Db, filter: LifeListFilter, page: number) {
  let people = narrow(db, lifeList(db), filter, 'since')
  if (filter.category !== undefined) people = people.where('category', '=', filter.category)
  return readPage(db, people, page, filter)
}

/** A page of the listed fellows of every grade who are alive, by family name, and how many there are. */
export function listFellows(db: Db, filter: FellowFilter, page: number) {
  return readPage(db, narrowFellows(db, livingFellows(db), filter), page, filter)
}

/** A page of the listed deceased fellows, by family name, and how many there are. */
export function listDeceasedFellows(db: Db, filter: FellowFilter, page: number) {
  return readPage(db, narrowFellows(db, deceasedFellows(db), filter), page, filter)
}

/** The filters of a directory, each with its number of people; years newest first. */
export async function listFilterOptions(db: Db, directory: Directory) {
  const { people, year, isIndexed } = directories[directory]
  const countBy = <Column extends ChoiceColumn>(column: Column) =>
    countChoices(people(db), column, isIndexed ? sql.ref(column) : unindexed(db, column))
  const years = await countBy(year)
  return {
    disciplines: await countBy('discipline'),
    countries: await countBy('country'),
    // The list of life members is long and has no filter of states.
    states: directory === 'life' ? [] : await countBy('state'),
    years: years.toReversed(),
  }
}

/** Whether a list has people who were made up to show how it looks. */
export async function hasSamplePeople(db: Db, directory: Directory): Promise<boolean> {
  const { people } = directories[directory]
  const one = await people(db).select('id').where('sample_at', 'is not', null).limit(1).executeTakeFirst()
  return one !== undefined
}

/** Someone who agreed to be listed, by the end of their address, with what their own page may show. */
export async function findPerson(db: Db, name: string) {
  const row = await db
    .selectFrom('person')
    .select([
      ...listColumns,
      'specialisation',
      'citation',
      'orcid',
      'web_page as webPage',
      'updated_at as updatedAt',
    ])
    .where((eb) => eb.or([eb('slug', '=', name), eb.and([eb('id', '=', name), eb('slug', 'is', null)])]))
    .where('listed_at', 'is not', null)
    .executeTakeFirst()
  return row && withName(row)
}

/** Where the pages of fellows are, samples aside, and when each last changed. */
export function listFellowAddresses(db: Db, max: number) {
  return listed(db)
    .select(['id', 'slug', 'updated_at as updatedAt'])
    .where('grade', 'is not', null)
    .where('sample_at', 'is', null)
    .orderBy('sort_name')
    .orderBy('id')
    .limit(max)
    .execute()
}

// The conditions of the three lists are literals and not bound values: only then does SQLite see that its partial
// indexes life_list and fellow_list cover them.

function lifeList(db: Db): People {
  return listed(db).where(sql<boolean>`category in ('life', 'associate')`)
}

function livingFellows(db: Db): People {
  return listed(db).where('grade', 'is not', null).where('died_year', 'is', null)
}

function deceasedFellows(db: Db): People {
  return listed(db).where('grade', 'is not', null).where('died_year', 'is not', null)
}

function listed(db: Db): People {
  return db.selectFrom('person').where('listed_at', 'is not', null)
}

function narrowFellows(db: Db, people: People, filter: FellowFilter) {
  let narrowed = narrow(db, people, filter, 'elected_year')
  if (filter.grade !== undefined) narrowed = narrowed.where('grade', '=', filter.grade)
  if (filter.state !== undefined) narrowed = narrowed.where('state', '=', filter.state)
  return narrowed
}

// The small indexes on one column serve to count the choices. Here the index of the whole list is used.
function narrow(db: Db, people: People, filter: DirectoryFilter, year: 'since' | 'elected_year') {
  const { name, discipline, country } = filter
  let narrowed = people
  if (name !== undefined) narrowed = narrowed.where(nameFits(db, 'search_name', name))
  if (discipline !== undefined) narrowed = narrowed.where(unindexed(db, 'discipline'), '=', discipline)
  if (country !== undefined) narrowed = narrowed.where(unindexed(db, 'country'), '=', country)
  if (filter.year !== undefined) narrowed = narrowed.where(unindexed(db, year), '=', filter.year)
  return narrowed
}

/** The ids are found in the index alone; only the rows of one page are then read in full. */
async function readPage(db: Db, people: People, page: number, filter: DirectoryFilter) {
  const size = sizeFor(filter)
  const byName = people.select('id').orderBy('sort_name').orderBy('id')
  const before = (page - 1) * size
  const sight = Math.max(countedAhead, size + 1)
  const found = await byName.limit(sight).offset(before).execute()
  const isEndInSight = found.length < sight && (found.length > 0 || page === 1)
  const total = isEndInSight ? before + found.length : await countPeople(db, people, filter)
  const rows = await readPeople(db, found.slice(0, size))
  return { total, page, pages: Math.max(1, Math.ceil(total / size)), people: rows.map(withName) }
}

function sizeFor({ show }: DirectoryFilter): number {
  return show === 'all' ? peoplePerPrint : peoplePerPage
}

async function readPeople(db: Db, found: { id: string }[]) {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  return db
    .selectFrom('person')
    .select(listColumns)
    .where('id', 'in', ids)
    .orderBy('sort_name')
    .orderBy('id')
    .execute()
}

async function countPeople(db: Db, people: People, { show: _, ...filter }: DirectoryFilter) {
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  // The order and the limit make SQLite use the covering index where a condition has to be checked; otherwise it takes
  // a smaller one, which is best for the whole list, and looks up every row.
  const counted = isNarrowed
    ? people
        .select('id')
        .orderBy('sort_name')
        .orderBy('id')
        .limit(peoplePerPage * 4000)
    : people.select('id')
  const { total } = await db
    .selectFrom(counted.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

const listColumns = [
  'id',
  'slug',
  'member_no as memberNo',
  'fellow_no as fellowNo',
  'title',
  'given_name as givenName',
  'family_name as familyName',
  'category',
  'grade',
  'since',
  'elected_year as electedYear',
  'died_year as diedYear',
  'discipline',
  'institution',
  'city',
  'state',
  'country',
  'sample_at as sampleAt',
] as const

function withName<T extends { title: string | null; givenName: string; familyName: string }>(row: T) {
  return { ...row, name: displayName(row) }
}

type ChoiceColumn = 'discipline' | 'country' | 'state' | 'since' | 'elected_year'

async function countChoices<Column extends ChoiceColumn>(
  people: People,
  column: Column,
  grouping: RawBuilder<unknown>,
) {
  const rows = await people
    .select([sql<Tables['person'][Column] | null>`${sql.ref(column)}`.as('value')])
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .groupBy(grouping)
    .execute()
  // Ordered here, because the engines sort letters differently.
  return rows
    .flatMap(({ value, people }) => (value === null ? [] : [{ value, people }]))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))
}
