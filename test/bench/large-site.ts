import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { enrolPeople, removeSamplePeople } from '#features/people/operations.server.ts'
import { readConfig, type Config } from '#server/config/config.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { makeSamplePeople } from '#starter/people.ts'
import { createDatabase, dropDatabase, startPostgres } from '#test/harness/postgres.ts'
import { makeAdministrator } from './administrator.ts'
import { ask } from './ask.ts'
import { makeManyCases } from './rows/case-rows.ts'
import { processorMs } from './machine.ts'
import { percentile, printTable, round, type Goal } from './numbers.ts'
import { startSite, type RunningServer } from './servers.ts'

const people = 50_000
const cases = 20_000
const seed = 1994
const times = 20
const maxMs = 50

const members = '/membership/life-members-or-iaps-associates'
const fellows = '/fellowship/fellows'
const questions = [
  '/search?q=physics',
  '/search?q=sharma',
  '/search?q=r',
  '/search?q=a+b',
  '/search?q=S+K+Iyer',
  '/search?q=quantum+optics+delhi',
  '/search?q=%C5%9Ar%C4%ABniv%C4%81sa',
  '/search?q=constitution',
  '/search?q=nothinglikethis',
  '/search?q=physics&page=5',
  members,
  `${members}?page=400`,
  `${members}?name=sharma`,
  `${members}?name=r`,
  `${members}?discipline=Physics`,
  `${members}?country=India&page=100`,
  `${members}?discipline=Chemistry&country=India&year=2004`,
  `${members}?name=nothinglikethis`,
  fellows,
  `${fellows}?name=iyer&discipline=Physics`,
  `${fellows}?list=deceased`,
]

const casework = [
  '/editor/dashboard',
  '/editor/cases',
  '/editor/cases?page=200',
  '/editor/cases?q=sample',
  '/editor/cases?q=XX-1990-019999',
  '/editor/people',
  '/editor/people?q=sharma',
]

/** Search, directories and lists of a large site on both engines, each page rendered again past the page cache. */
export async function measureLargeSite(folder: string) {
  const sqlite = await measureOn('SQLite', join(folder, 'large-sqlite'))
  const server = await startPostgres()
  const url = await createDatabase(server.url)
  try {
    const postgres = await measureOn('PostgreSQL', join(folder, 'large-postgres'), url)
    return {
      results: { sqlite, postgres },
      goals: [goalOf('SQLite', sqlite), goalOf('PostgreSQL', postgres)],
    }
  } finally {
    await dropDatabase(url)
    await server.stop()
  }
}

async function measureOn(engine: string, dataDir: string, url?: string) {
  const env = url ? { DATABASE_URL: url } : {}
  const cookie = await fill(readConfig({ ...env, DATA_DIR: dataDir }))
  const site = await startSite(dataDir, 'node', env)
  try {
    const results = []
    // With any session every page is rendered again.
    for (const path of questions) results.push(await timePage(site, path, 'iaps_session=none'))
    for (const path of casework) results.push(await timePage(site, path, cookie))
    print(engine, results)
    return results
  } finally {
    await site.stop()
  }
}

/** Returns the cookie of an administrator. */
async function fill(config: Config): Promise<string> {
  const now = new Date()
  const db = openDatabase(config.database)
  await migrate(db, now)
  await loadStarterContent(db, openFileStore(join(config.dataDir, 'files')), now, () => undefined, 90)
  await removeSamplePeople(db, now)
  await enrolPeople(db, makeSamplePeople(people, seed), now)
  await makeManyCases(db, cases, now)
  // Making picture variants would disturb everything that follows.
  await db.updateTable('job').set({ done_at: now.getTime() }).where('done_at', 'is', null).execute()
  if (config.database.startsWith('postgres')) await sql`vacuum analyze`.execute(db)
  const cookie = await makeAdministrator(db, config, now)
  await db.destroy()
  return cookie
}

async function timePage({ address, pid }: RunningServer, path: string, cookie: string) {
  const askOnce = async () => {
    const { status, ms } = await ask(address + path, { cookie, 'accept-encoding': 'gzip' })
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
    return ms
  }
  await askOnce()
  const taken: number[] = []
  const before = processorMs(pid)
  for (let time = 0; time < times; time++) taken.push(await askOnce())
  return {
    path,
    processor: round((processorMs(pid) - before) / times),
    p50: round(percentile(taken, 0.5)),
    p95: round(percentile(taken, 0.95)),
  }
}

type Timed = Awaited<ReturnType<typeof timePage>>

function print(engine: string, results: Timed[]) {
  console.log(`\nWith ${people} people and ${cases} cases on ${engine}: whole pages, nothing cached`)
  printTable(
    ['page', 'p50 ms', 'p95 ms', 'processor ms'],
    results.map(({ path, p50, p95, processor }) => [path, p50, p95, processor]),
  )
}

function goalOf(engine: string, results: Timed[]): Goal {
  const slowest = results.toSorted((a, b) => b.p95 - a.p95)[0]!
  return {
    goal: `${engine}: every page under ${maxMs} ms (p95) with ${people} people and ${cases} cases`,
    measured: `${slowest.p95} ms (${slowest.path})`,
    met: slowest.p95 < maxMs,
  }
}
