import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/**
 * Prints how long searching the site and reading the directories take with 50,000 people, on both engines: the median
 * and the worst on the clock, and the mean of the processor time of this process and of the database server.
 */

const people = Number(process.argv[2] ?? 50_000)
const now = new Date('1995-01-02T09:00:00Z')
const rounds = 15
const questions = [
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

const folder = mkdtempSync(join(tmpdir(), 'search-speed-'))
await measure('SQLite', join(folder, 'site.sqlite'))
rmSync(folder, { recursive: true })

const server = await startPostgres()
const url = await createDatabase(server.url)
await measure('PostgreSQL', url)
await dropDatabase(url)
await server.stop()

async function measure(engine: string, address: string) {
  const db = openDatabase(address)
  await migrate(db, now)
  const start = performance.now()
  await enrolPeople(db, makePeople(people), now)
  const seconds = (performance.now() - start) / 1000
  console.log(
    `\n${engine}: ${people} enrolled in ${seconds.toFixed(1)} s, ${Math.round(people / seconds)} a second`,
  )
  if (engine === 'PostgreSQL') await sql`vacuum analyze`.execute(db)
  const time = stopwatch(engine === 'PostgreSQL' ? () => serverTime(db) : async () => 0)
  for (const text of questions)
    await time(`search “${text}”`, async () => (await searchSite(db, text, 1)).total)
  await timeDirectories(db, time)
  await db.destroy()
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

type Time = (what: string, work: () => Promise<number>) => Promise<void>

async function timeDirectories(db: Kysely<Tables>, time: Time) {
  await time('life list, page 1', async () => (await listLifeMembers(db, {}, 1)).total)
  await time('life list, last page', async () => (await listLifeMembers(db, {}, 1900)).total)
  for (const name of [
    'Chandrasekhara Raman',
    'C V Raman',
    'a',
    'a b c d',
    'aa bb cc dd ee ff',
    'raman',
    'zzz',
  ])
    await time(`life list, name “${name}”`, async () => (await listLifeMembers(db, { name }, 1)).total)
  await time('life list, country', async () => (await listLifeMembers(db, { country: 'India' }, 1)).total)
  const all = { discipline: 'Physics', country: 'India', year: 2001, name: 's' }
  await time('life list, all filters', async () => (await listLifeMembers(db, all, 1)).total)
  await time('life list, choices', async () => (await listFilterOptions(db, 'life')).years.length)
  await time('fellows, page 1', async () => (await listFellows(db, {}, 1)).total)
  await time('fellows, name “s raman”', async () => (await listFellows(db, { name: 's raman' }, 1)).total)
  await time('fellows, choices', async () => (await listFilterOptions(db, 'fellows')).years.length)
}

function stopwatch(readServerTime: () => Promise<number>): Time {
  return async (what, work) => {
    const times: number[] = []
    let answer = 0
    const [server, own] = [await readServerTime(), process.cpuUsage()]
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      answer = await work()
      times.push(performance.now() - start)
    }
    const { user, system } = process.cpuUsage(own)
    const processor = (user + system) / 1000 + (await readServerTime()) - server
    const sorted = times.toSorted((a, b) => a - b)
    const label = what.length > 50 ? `${what.slice(0, 49)}…` : what
    const shown = [sorted[Math.floor(rounds / 2)] ?? 0, sorted.at(-1) ?? 0, processor / rounds]
    const [median, worst, used] = shown.map((value) => value.toFixed(1).padStart(7))
    console.log(`${label.padEnd(52)}${median} ms  worst${worst} ms  processor${used} ms  ${answer}`)
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
