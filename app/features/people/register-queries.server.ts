import { sql, type SelectQueryBuilder } from 'kysely'
import { nameFits } from '#db/search/name-fits.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { listDistinctValues } from '#db/search/distinct-values.server.ts'
import { unindexed } from '#db/engine/unindexed.server.ts'
import { personOf } from './person-row.server.ts'
import { displayName, numberKey, type Category, type Grade, type NewPerson } from './register.ts'
import type { RegisterFilter, RegisterQuery } from './register-query.ts'

/** The register as staff see it: everyone, listed or not. */

export const peoplePerPage = 50
const farSight = 500
const exportAtOnce = 500

type People = SelectQueryBuilder<Tables, 'person', object>

export type RegisterPage = Awaited<ReturnType<typeof listRegister>>
export type RegisterRow = RegisterPage['people'][number]

/** A page of the matching people, in the requested order or by name, and how many match in all. */
export async function listRegister(db: Db, query: RegisterQuery) {
  const { page, sort, dir } = query
  const found = inOrder(narrow(db, query), sort, dir).select('id')
  const before = (page - 1) * peoplePerPage
  const ids = await found.limit(farSight).offset(before).execute()
  const isEndInSight = ids.length < farSight && (ids.length > 0 || page === 1)
  const total = isEndInSight ? before + ids.length : await countRegister(db, query)
  const people = await readLines(db, ids.slice(0, peoplePerPage))
  return { people, total, pages: Math.max(1, Math.ceil(total / peoplePerPage)) }
}

/** A few people by words of their name, number or institution, in the order of their names. */
export async function findByWords(db: Db, q: string, limit: number) {
  const ids = await inOrder(narrow(db, { q }), 'name', 'asc').select('id').limit(limit).execute()
  const people = await readLines(db, ids)
  return people.map(({ id, name, listedAt }) => ({ id, name, isListed: listedAt !== null }))
}

/** The filters of the list, in alphabetical order. */
export async function listRegisterChoices(db: Db) {
  const disciplines = await listDistinctValues(db, sql.table('person'), sql.ref('discipline'))
  const countries = await listDistinctValues(db, sql.table('person'), sql.ref('country'))
  // Ordered here, because the engines sort letters differently.
  return { disciplines: disciplines.toSorted(), countries: countries.toSorted() }
}

export interface PersonRecord extends NewPerson {
  id: string
  name: string
  version: number
  /** The end of the address of the person's page, from the first time they have one. */
  slug: string | null
  sample: boolean
  binnedAt: number | null
  createdAt: number
  updatedAt: number
}

/** Someone in the register, also if deleted, with everything that staff write. */
export async function findRecord(db: Db, id: string): Promise<PersonRecord | undefined> {
  const [record] = await findRecords(db, [id])
  return record
}

/** Someone by the member number, however it is written; nobody who is deleted. */
export async function findByNumber(db: Db, memberNo: string): Promise<PersonRecord | undefined> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('number_key', '=', numberKey(memberNo))
    .where('binned_at', 'is', null)
    .executeTakeFirst()
  return row && findRecord(db, row.id)
}

/** As many of them as exist, by their ids. */
export async function findRecords(db: Db, ids: string[]): Promise<PersonRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('person')
    .select(recordColumns)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(toRecord)
}

/** All matches, by name, read a few hundred at a time. */
export async function* eachRecord(db: Db, filter: RegisterFilter): AsyncGenerator<PersonRecord> {
  let last: { sort_name: string; id: string } | undefined
  for (;;) {
    const rows = await narrow(db, filter)
      .$if(last !== undefined, (people) =>
        people.where(sql<boolean>`(sort_name, id) > (${last?.sort_name ?? ''}, ${last?.id ?? ''})`),
      )
      .select([...recordColumns, 'sort_name'])
      .orderBy('sort_name')
      .orderBy('id')
      .limit(exportAtOnce)
      .execute()
    for (const row of rows) yield toRecord(row)
    last = rows.at(-1)
    if (rows.length < exportAtOnce) return
  }
}

function narrow(db: Db, filter: RegisterFilter): People {
  const { q, category, grade, discipline, country, listed, state } = filter
  let people: People = db.selectFrom('person')
  people = people.where(unindexed(db, 'binned_at'), state === 'bin' ? 'is not' : 'is', null)
  if (q !== undefined) people = people.where(nameFits(db, 'search_all', q))
  if (category !== undefined) people = people.where('category', '=', category)
  if (grade === 'none') people = people.where('grade', 'is', null)
  else if (grade !== undefined) people = people.where('grade', '=', grade)
  if (discipline !== undefined) people = people.where(unindexed(db, 'discipline'), '=', discipline)
  if (country !== undefined) people = people.where(unindexed(db, 'country'), '=', country)
  if (listed !== undefined)
    people = people.where(unindexed(db, 'listed_at'), listed === 'yes' ? 'is not' : 'is', null)
  if (state === 'living') people = people.where('died_year', 'is', null)
  if (state === 'deceased') people = people.where('died_year', 'is not', null)
  if (state === 'removal')
    people = people.where('id', 'in', db.selectFrom('person_removal').select('person_id'))
  return people
}

const orders = { name: 'sort_name', number: 'number_key', since: 'since', changed: 'updated_at' } as const

function inOrder(people: People, sort: RegisterQuery['sort'] = 'name', dir: RegisterQuery['dir']): People {
  return people.orderBy(orders[sort], dir).orderBy('id', dir)
}

// The order and the limit make SQLite use the covering index.
export async function countRegister(db: Db, filter: RegisterFilter): Promise<number> {
  const found = inOrder(narrow(db, filter), 'name', 'asc').select('id').limit(1_000_000)
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function readLines(db: Db, found: { id: string }[]) {
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('person')
    .select([
      'id',
      'member_no as memberNo',
      'title',
      'given_name as givenName',
      'family_name as familyName',
      'category',
      'grade',
      'since',
      'institution',
      'country',
      'listed_at as listedAt',
      'died_year as diedYear',
      'sample_at as sampleAt',
      'updated_at as updatedAt',
    ])
    .where('id', 'in', ids)
    .execute()
  const order = new Map(ids.map((id, index) => [id, index]))
  return rows
    .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ title, givenName, familyName, category, grade, ...row }) => ({
      ...row,
      name: displayName({ title, givenName, familyName }),
      category: category as Category,
      grade: grade as Grade | null,
    }))
}

const recordColumns = [
  'id',
  'member_no',
  'fellow_no',
  'title',
  'given_name',
  'family_name',
  'category',
  'grade',
  'since',
  'elected_year',
  'discipline',
  'specialisation',
  'institution',
  'city',
  'state',
  'country',
  'citation',
  'web_page',
  'died_year',
  'listed_at',
  'sample_at',
  'version',
  'slug',
  'binned_at',
  'listed_before_bin_at',
  'created_at',
  'updated_at',
] as const

type RecordRow = Pick<
  { [Column in keyof Tables['person']]: Tables['person'][Column] } & { version: number },
  Exclude<(typeof recordColumns)[number], 'version'>
> & { version: number }

function toRecord(row: RecordRow): PersonRecord {
  const person = personOf(row)
  return {
    ...person,
    id: row.id,
    name: displayName(person),
    listed: (row.listed_at ?? row.listed_before_bin_at) !== null,
    version: row.version,
    slug: row.slug,
    binnedAt: row.binned_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** How many people in the register are samples. */
export async function countSamplePeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sample_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
