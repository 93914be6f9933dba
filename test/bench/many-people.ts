import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/engine/engine.server.ts'
import { enrolPeople, removeSamplePeople } from '#features/people/operations.server.ts'
import { makeSamplePeople } from '#starter/people.ts'
import { ask } from './ask.ts'
import { processorMs } from './machine.ts'
import { percentile, printTable, round, type Goal } from './numbers.ts'
import { startSite, type RunningServer } from './servers.ts'

const people = 50_000
const seed = 1994
const times = 20
const longestMs = 50
const now = new Date('2026-11-15T06:30:00Z')

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
]

/**
 * Search and directories on the embedded database with a large register, each page rendered again past the page cache.
 */
export async function measureManyPeople(dataDir: string, folder: string) {
  const large = join(folder, 'many-people')
  cpSync(dataDir, large, { recursive: true })
  const enrolSeconds = await enrolMany(join(large, 'site.db'))
  const site = await startSite(large)
  try {
    const results = []
    for (const path of questions) results.push(await timePage(site, path))
    return report(results, enrolSeconds)
  } finally {
    await site.stop()
  }
}

async function enrolMany(file: string): Promise<number> {
  const db = openDatabase(file)
  await removeSamplePeople(db, now)
  const started = performance.now()
  await enrolPeople(db, makeSamplePeople(people, seed), now)
  await db.destroy()
  return round((performance.now() - started) / 1000)
}

async function timePage({ address, pid }: RunningServer, path: string) {
  // With a session every page is rendered again.
  const headers = { cookie: 'iaps_session=none', 'accept-encoding': 'gzip' }
  const askOnce = async () => {
    const { status, ms } = await ask(address + path, headers)
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
    p99: round(percentile(taken, 0.99)),
  }
}

function report(results: Awaited<ReturnType<typeof timePage>>[], enrolSeconds: number) {
  console.log(
    `\nWith ${people} people on SQLite (enrolled in ${enrolSeconds} s): whole pages, nothing cached`,
  )
  printTable(
    ['page', 'p50 ms', 'p99 ms', 'processor ms'],
    results.map(({ path, p50, p99, processor }) => [path, p50, p99, processor]),
  )
  const slowest = results.toSorted((a, b) => b.p50 - a.p50)[0]!
  const goals: Goal[] = [
    {
      goal: `search and directories under ${longestMs} ms (p50) with ${people} people`,
      measured: `${slowest.p50} ms (${slowest.path})`,
      met: slowest.p50 < longestMs,
    },
  ]
  return { results, enrolSeconds, goals }
}
