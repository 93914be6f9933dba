import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { enrolPeople, removeSamplePeople } from '#features/people/operations.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { makeSamplePeople } from '#starter/people.ts'
import { openCalls } from '#test/makers/cases.ts'
import { createDatabase, dropDatabase, startDurablePostgres } from '#test/harness/postgres.ts'
import { agent, ask } from '#test/bench/ask.ts'
import { describeRun, evidenceFolder, tableOf, writeEvidence } from '#test/bench/evidence.ts'
import { expectSaved, fillInForms } from '#test/bench/forms-to-send.ts'
import { growthPlot, type Grown, type Times } from './growth-plot.ts'
import { runTraffic } from '#test/bench/load.ts'
import { pinning, residentBytesOfAll } from '#test/bench/machine.ts'
import { megabytes, printTable, round } from '#test/bench/numbers.ts'
import { startSite, type RunningServer } from '#test/bench/servers.ts'

/**
 * How the site scales: with people in the register, with processes, on both engines. It writes the table of
 * docs/evidence/load.md and the picture beside it; `--dry` only prints. Everything shares all cores, because processes
 * could not scale on one.
 */

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    processes: { type: 'string', default: '1,2,3' },
    engines: { type: 'string', default: 'SQLite,PostgreSQL' },
    seconds: { type: 'string', default: '3' },
    dry: { type: 'boolean', default: false },
  },
})
const sizes = options.sizes.split(',').map(Number)
const processes = options.processes.split(',').map(Number)
const seconds = Number(options.seconds)
const seed = 1994
const askers = 6
const connections = 32
const submitters = 50
const forms = 100
const fresh = { cookie: 'iaps_session=none', 'accept-encoding': 'gzip' }
const list = '/membership/life-members-or-iaps-associates'
const searches = ['physics', 'sharma', 'S+K+Iyer', 'quantum+optics+delhi', 'constitution', 'nothinglikethis']

const headings = [
  ...['engine', 'people', 'processes', 'list p50', 'p99', 'search p50', 'p99', 'person p50', 'p99'],
  ...['home/s', 'forms/s', 'MB'],
]

const run = describeRun(['npm run bench:growth', ...process.argv.slice(2)])
const started = performance.now()
const people = makeSamplePeople(Math.max(...sizes), seed)
const folder = mkdtempSync(join(tmpdir(), 'growth-'))
pinning.isOn = false
try {
  const all: Grown[] = []
  for (const engine of options.engines.split(',')) all.push(...(await measureEngine(engine)))
  print(all)
} finally {
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}

async function measureEngine(engine: string): Promise<Grown[]> {
  const dataDir = join(folder, engine)
  if (engine === 'SQLite') return measureOn(engine, dataDir, join(dataDir, 'site.db'), {})
  const server = await startDurablePostgres()
  const url = await createDatabase(server.url)
  try {
    return await measureOn(engine, dataDir, url, { DATABASE_URL: url })
  } finally {
    await dropDatabase(url)
    await server.stop()
  }
}

/** One database that grows, so that the largest is filled only once. */
async function measureOn(engine: string, dataDir: string, address: string, env: Record<string, string>) {
  const first = await startSite(dataDir, 'node', env)
  await first.stop()
  const db = openDatabase(address)
  // Making variants of the sample pictures would disturb everything that follows.
  await db.updateTable('job').set({ done_at: Date.now() }).where('done_at', 'is', null).execute()
  await openCalls(db, new Date())
  await removeSamplePeople(db, new Date())
  const measured: Grown[] = []
  let enrolled = 0
  try {
    for (const size of sizes) {
      await enrolPeople(db, people.slice(enrolled, size), new Date())
      enrolled = size
      if (engine === 'PostgreSQL') await sql`vacuum analyze`.execute(db)
      for (const count of processes) {
        const site = await startSite(dataDir, 'node', {
          ...env,
          ...{ WORKERS: String(count), TRUSTED_PROXIES: '127.0.0.1' },
        })
        try {
          const own = { engine, people: size, processes: count }
          measured.push({
            ...own,
            ...(await measureSite(db, dataDir, site, size, `${engine.toLowerCase()}${size}x${count}`)),
          })
        } finally {
          await site.stop()
        }
        printGrown(measured.slice(-1))
      }
    }
  } finally {
    await db.destroy()
  }
  return measured
}

async function measureSite(db: Db, dataDir: string, site: RunningServer, size: number, lot: string) {
  const { address, pid } = site
  // From the first page to one near the end.
  const last = Math.max(1, Math.floor(size / 150))
  const pages = Array.from({ length: 10 }, (_, at) => `${list}?page=${1 + Math.floor((at * (last - 1)) / 9)}`)
  return {
    list: await timesOf(address, pages),
    search: await timesOf(
      address,
      searches.map((text) => `/search?q=${text}`),
    ),
    person: await timesOf(address, await findPeople(address)),
    homePerSecond: round(
      (await readWith(address, ['/'], connections, { 'accept-encoding': 'gzip' })).perSecond,
    ),
    formsPerSecond: await sendForms(db, dataDir, address, lot),
    megabytes: megabytes(residentBytesOfAll(pid)),
  }
}

/** Pages rendered again each time, bypassing the cache, for a few people in parallel. */
async function timesOf(address: string, paths: string[]): Promise<Times> {
  const { p50, p99, perSecond } = await readWith(address, paths, askers, fresh)
  return { p50: round(p50), p99: round(p99), perSecond: round(perSecond) }
}

async function readWith(address: string, paths: string[], count: number, headers: Record<string, string>) {
  const group = { name: 'reading', kind: 'readers' as const, count, paths, headers, thinkMs: 0 }
  // Long enough that each process has rendered each page once.
  await runTraffic(folder, { address, seconds: seconds / 3, groups: [group] })
  const { reading } = await runTraffic(folder, { address, seconds, groups: [group] })
  const failed = reading!.answers - (reading!.statuses['200'] ?? 0)
  if (failed > 0) throw new Error(`${failed} of ${reading!.answers} answers for ${paths[0]} failed.`)
  return reading!
}

async function findPeople(address: string): Promise<string[]> {
  const { body } = await ask(`${address}/fellowship/fellows`, fresh)
  const found = [...body.toString().matchAll(/href="(\/fellowship\/fellows\/[^"?#]+)"/g)]
  const paths = [...new Set(found.map(([, path]) => path!))].slice(0, 10)
  if (paths.length === 0) throw new Error('No page of a person was found.')
  return paths
}

async function sendForms(db: Db, dataDir: string, address: string, lot: string): Promise<number> {
  const store = openFileStore(join(dataDir, 'private'))
  const errands = await fillInForms(db, store, address, { lot, count: forms })
  const { sending } = await runTraffic(folder, {
    ...{ address, seconds: 0 },
    groups: [{ name: 'sending', kind: 'senders', count: submitters, errands }],
  })
  const { acknowledged } = await expectSaved(db, lot, sending!.acknowledged)
  // On a busy machine some are refused, and those are not stored forms.
  return round((sending!.perSecond * acknowledged) / sending!.answers)
}

function rowOf({ engine, list, search, person, ...grown }: Grown) {
  return [
    ...[engine, grown.people, grown.processes, list.p50, list.p99, search.p50, search.p99],
    ...[person.p50, person.p99, grown.homePerSecond, grown.formsPerSecond, grown.megabytes],
  ]
}

function printGrown(some: Grown[]) {
  printTable(headings, some.map(rowOf))
}

function print(all: Grown[]) {
  console.log()
  printGrown(all)
  console.log(`\nMeasured in ${round((performance.now() - started) / 1000)} s`)
  if (options.dry) return
  writeFileSync(join(evidenceFolder, 'growth.svg'), growthPlot(all, `Measured on ${run.slice(0, 10)}.`))
  const how =
    `Times in milliseconds, of pages rendered again each time, ${askers} in parallel; the home page with ` +
    `${connections} connections; forms with 4 KB of text, ${submitters} in parallel, each on the disk before its ` +
    `answer (PostgreSQL with \`fsync\`, on the same machine); memory of all processes of the site. Everything shares ` +
    `the cores, including the load generator, so more processes than cores cannot be faster.`
  const picture = '![The same as lines over the number of people](growth.svg)'
  writeEvidence('Growth', `${run}\n\n${how}\n\n${picture}\n\n${tableOf(headings, all.map(rowOf))}`)
}
