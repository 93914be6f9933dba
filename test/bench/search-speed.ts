import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import type { Tables } from '#db/schema/tables.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { listFellows, listFilterOptions, listLifeMembers } from '#features/people/queries.server.ts'
import { disciplines, type NewPerson } from '#features/people/register.ts'
import { searchSite } from '#features/search/queries.server.ts'
import { createDatabase, dropDatabase, startPostgres } from '#test/harness/postgres.ts'
import { hashingMs } from './machine.ts'
import { percentile, printTable, round, type Goal } from './numbers.ts'

const people = 50_000
const now = new Date('1995-01-02T09:00:00Z')
const rounds = 15
const maxMs = 50
const questions = [
  'fee',
  'coniaps 31',
  'Chandrasekhara Raman',
  'C V Raman',
  'CV Raman',
  'raman',
  'Śrīnivāsa',
  'physics',
  'physics kanpur',
  'quantum optics delhi india',
  'a',
  'r',
  'a b',
  'a b c d',
  'ra su',
  'India',
  'nothinglikethis',
  'zuantum',
  'Ramn Venkta',
  'रमन',
  '"quantum optics"',
  'how to find physics in delhi',
  'x'.repeat(200),
  'a b c d e f g h i j k l m n o p',
  'aa bb cc dd ee ff gg hh ii jj kk ll mm',
]

/**
 * Searching the site and reading the directories with 50,000 people, on both engines: on the clock, and the processor
 * time of this process and of the database server in units of hashing measured beside it. The same units at two commits
 * mean the same speed, however busy the machine is.
 */
export async function measureSearch(folder: string) {
  const sqlite = await measureOn('SQLite', join(folder, 'search.sqlite'))
  const server = await startPostgres()
  const url = await createDatabase(server.url)
  try {
    const postgres = await measureOn('PostgreSQL', url)
    return {
      results: { sqlite, postgres },
      goals: [goalOf('SQLite', sqlite), goalOf('PostgreSQL', postgres)],
    }
  } finally {
    await dropDatabase(url)
    await server.stop()
  }
}

async function measureOn(engine: string, address: string) {
  const db = openDatabase(address)
  await migrate(db, now)
  await enrolPeople(db, makePeople(people), now)
  if (engine === 'PostgreSQL') await sql`vacuum analyze`.execute(db)
  const readServerTime = engine === 'PostgreSQL' ? () => serverTime(db) : async () => 0
  const results: Timed[] = []
  for (const [what, work] of Object.entries({ ...searches(db), ...directories(db) }))
    results.push(await timeWork(what, work, readServerTime))
  await db.destroy()
  print(engine, results)
  return results
}

type Work = () => Promise<number>

function searches(db: Kysely<Tables>): Record<string, Work> {
  return Object.fromEntries(
    questions.map((text) => [`search “${text}”`, async () => (await searchSite(db, text, 1)).total]),
  )
}

/** In milliseconds, of all connections to this database; 0 where the system does not say. */
async function serverTime(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db)
  const ticks = rows.map(({ pid }) => {
    const file = `/proc/${pid}/stat`
    if (!existsSync(file)) return 0
    // After the name in brackets; the times in user and system mode are the 14th and 15th of all fields.
    const fields = readFileSync(file, 'utf8').split(') ').at(-1)!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}

function directories(db: Kysely<Tables>): Record<string, Work> {
  const names = ['Chandrasekhara Raman', 'C V Raman', 'a', 'a b c d', 'aa bb cc dd ee ff', 'raman', 'zzz']
  const all = { discipline: 'Physics', country: 'India', year: 2001, name: 's' }
  return {
    'life list, page 1': async () => (await listLifeMembers(db, {}, 1)).total,
    'life list, last page': async () => (await listLifeMembers(db, {}, 1900)).total,
    ...Object.fromEntries(
      names.map((name) => [
        `life list, name “${name}”`,
        async () => (await listLifeMembers(db, { name }, 1)).total,
      ]),
    ),
    'life list, country': async () => (await listLifeMembers(db, { country: 'India' }, 1)).total,
    'life list, all filters': async () => (await listLifeMembers(db, all, 1)).total,
    'life list, choices': async () => (await listFilterOptions(db, 'life')).years.length,
    'fellows, page 1': async () => (await listFellows(db, {}, 1)).total,
    'fellows, name “s raman”': async () => (await listFellows(db, { name: 's raman' }, 1)).total,
    'fellows, choices': async () => (await listFilterOptions(db, 'fellows')).years.length,
  }
}

interface Timed {
  what: string
  found: number
  clock: number[]
  processor: number
  units: number
}

async function timeWork(what: string, work: Work, readServerTime: () => Promise<number>): Promise<Timed> {
  const unit = hashingMs()
  const clock: number[] = []
  let found = await work()
  const [server, own] = [await readServerTime(), process.cpuUsage()]
  for (let turn = 0; turn < rounds; turn++) {
    const start = performance.now()
    found = await work()
    clock.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(own)
  const processor = ((user + system) / 1000 + (await readServerTime()) - server) / rounds
  return { what, found, clock, processor, units: processor / unit }
}

function print(engine: string, results: Timed[]) {
  console.log(
    `\nWith ${people} people on ${engine}, load ${round(loadavg()[0]!, 1)}; ` +
      'a unit is the processor time of the SHA-256 of a megabyte',
  )
  printTable(
    ['what', 'found', 'units', 'processor ms', 'p50 ms', 'p95 ms'],
    results.map(({ what, found, units, processor, clock }) => [
      what.length > 50 ? `${what.slice(0, 49)}…` : what,
      found,
      round(units, 2),
      round(processor),
      round(percentile(clock, 0.5)),
      round(percentile(clock, 0.95)),
    ]),
  )
}

function goalOf(engine: string, results: Timed[]): Goal {
  const p95 = percentile(
    results.flatMap(({ clock }) => clock),
    0.95,
  )
  const used = percentile(
    results.map(({ processor }) => processor),
    0.95,
  )
  const units = percentile(
    results.map((one) => one.units),
    0.95,
  )
  return {
    goal: `${engine}: search and directories of ${people} people under ${maxMs} ms (p95)`,
    measured: `${round(p95)} ms (${round(used)} ms of processor time, ${round(units)} units)`,
    met: p95 < maxMs,
  }
}

function makePeople(count: number): NewPerson[] {
  const next = seeded(1994)
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
  const syllables =
    'ra ma na sh ku mar pri ya su nil an il ve kat de vi go pal ha ri chan dra ta ru bo se jo ni'.split(' ')
  const word = () => {
    const text = Array.from({ length: 2 + Math.floor(next() * 3) }, () => pick(syllables)).join('')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const given = Array.from({ length: 3000 }, word)
  const family = Array.from({ length: 5000 }, word)
  const cities = Array.from({ length: 300 }, word)
  return Array.from({ length: count }, (_, index) => {
    const isFellow = index % 80 === 0
    return {
      memberNo: `LM-${index}`,
      fellowNo: isFellow ? `F-${index}` : null,
      title: pick(['Dr', 'Prof.', null]),
      givenName: pick([
        () => pick(given),
        () => `${pick(given)[0]}. ${pick(given)[0]}.`,
        () => `${pick(given)} ${pick(given)}`,
      ])(),
      familyName: index % 500 === 0 ? 'Raman' : pick(family),
      category: pick(['life', 'life', 'life', 'associate'] as const),
      grade: isFellow ? 'fellow' : null,
      since: 1994 + Math.floor(next() * 30),
      electedYear: isFellow ? 1995 + Math.floor(next() * 30) : null,
      discipline: pick(disciplines),
      specialisation: `${pick(['Quantum', 'Classical', 'Applied', 'Stellar'])} ${pick(['optics', 'mechanics', 'dynamics', 'analysis'])}`,
      institution: `Department of ${pick(disciplines)}, University of ${pick(cities)}`,
      city: pick(['Kanpur', 'Delhi', ...cities]),
      country: pick(['India', 'India', 'India', 'Nepal', 'Germany', 'Japan', 'Brazil']),
      listed: true,
      sample: true,
    }
  })
}

function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
