import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/engine/engine.server.ts'
import { listMapPages, listRoutePages } from './addresses.ts'
import { agent } from './ask.ts'
import { measureColdPages } from './cold-pages.ts'
import { measureEverydayWork } from './everyday.ts'
import { currentCommit, describeRun, tableOf, writeEvidence } from './evidence.ts'
import { hasSlipped, historyTable, lastMeasured, readRuns, recordRun, type RecordedRun } from './history.ts'
import { residentBytes } from './machine.ts'
import { measureFrontCache } from './front-cache.ts'
import { measureHeavyWork } from './heavy-work.ts'
import { measureLargeSite } from './large-site.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureManyReaders } from './many-readers.ts'
import { printTable, round, type Goal } from './numbers.ts'
import { measureOverload } from './overload.ts'
import { measureRush } from './rush.ts'
import { startSite } from './servers.ts'
import { measureSearch } from './search-speed.ts'
import { measureStaffPages } from './staff-pages.ts'
import { measureStartAndMemory } from './start-and-memory.ts'
import { measureSubmissions } from './submissions.ts'
import { measureThroughput } from './throughput.ts'
import { measureWeight } from './weight.ts'

/**
 * Speed, weight, start and memory of the built site, measured on this machine in one run of a few minutes. `--minutes
 * 10` reads for that long with 500 readers, `--overload-seconds 10` gives each kind of overload that many seconds, `--only
 * rush,overload` measures only those, `--evidence` writes the goals and the history of all recorded runs into
 * docs/evidence/load.md. Lighthouse reads six pages, or every page with `--only lighthouse`.
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '0.15' },
    'overload-seconds': { type: 'string', default: '5' },
    only: { type: 'string' },
    evidence: { type: 'boolean', default: false },
  },
})
const only = options.only?.split(',')
const started = performance.now()
const run = options.evidence ? describeRun(['npm run bench', ...process.argv.slice(2)]) : ''
// Naming the parts to measure implies having the time for them.
const latestBeginMs = only ? Infinity : 480_000
const parts: Record<string, { goals: Goal[] }> = {}
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const dataDir = join(folder, 'data')
const machine = {
  node: process.version,
  processor: cpus()[0]?.model ?? '',
  cores: availableParallelism(),
  loadBefore: round(loadavg()[0]!, 2),
}
const machineName = `${machine.cores} cores (${machine.processor})`
console.log(`Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore}`)
if (machine.loadBefore > 0.5)
  console.log('Something else is running on this machine; speeds will be too low.')

try {
  console.log('Opening a new site …')
  const { first, pages, map } = await openFirst()
  await measure('startAndMemory', () => measureStartAndMemory(dataDir, first, pages))
  await measure('throughput', () => measureThroughput(dataDir, folder))
  await measure('frontCache', () => measureFrontCache(dataDir, folder))
  await measure('weight', () => measureWeight(dataDir, pages))
  await measure('lighthouse', () =>
    measureLighthouse(dataDir, only ? listed(pages) : spread(listed(pages), 6)),
  )
  await measure('coldPages', () => measureColdPages(dataDir, pages))
  await measure('submissions', () => measureSubmissions(dataDir, folder))
  await measure('everyday', () => measureEverydayWork(dataDir, folder))
  await measure('heavyWork', () => measureHeavyWork(dataDir, folder))
  await measure('staffPages', () => measureStaffPages(dataDir, folder))
  await measure('readers', () => measureManyReaders(dataDir, folder, map, Number(options.minutes)))
  await measure('rush', () => measureRush(dataDir, folder, map))
  await measure('overload', () => measureOverload(dataDir, folder, map, Number(options['overload-seconds'])))
  await measure('search', () => measureSearch(folder))
  await measure('largeSite', () => measureLargeSite(folder))
  finish()
} finally {
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}

/** Search engines are told to leave out the sign-in pages. */
function listed(pages: string[]): string[] {
  return pages.filter((path) => !path.startsWith('/admin/'))
}

/** Pages from the whole list, as many as there is time for. */
function spread(pages: string[], count: number): string[] {
  const step = Math.max(1, Math.floor(pages.length / count))
  return pages.filter((_, at) => at % step === 0).slice(0, count)
}

/** A machine that is too busy to be measured in time would give meaningless results. */
async function measure(name: string, work: () => Promise<{ goals: Goal[] }>) {
  if (only && !only.includes(name)) return
  if (performance.now() - started < latestBeginMs) parts[name] = await work()
  else console.log(`\nLeft out, because the run took too long already: ${name}`)
}

async function openFirst() {
  const site = await startSite(dataDir)
  try {
    const first = { ms: site.openedMs, bytes: residentBytes(site.pid) }
    return { first, pages: await listRoutePages(site.address), map: await listMapPages(site.address) }
  } finally {
    await site.stop()
    await leaveNoJobs()
  }
}

/** Making variants of the sample pictures takes minutes and would disturb everything that follows. */
async function leaveNoJobs() {
  const db = openDatabase(join(dataDir, 'site.db'))
  await db.updateTable('job').set({ done_at: Date.now() }).where('done_at', 'is', null).execute()
  await db.destroy()
}

function finish() {
  const goals = Object.values(parts).flatMap((part) => part.goals)
  const runs = readRuns()
  const last = lastMeasured(runs, machineName)
  const rows = goals.map((one) => {
    const before = last.get(one.goal)
    const slip = hasSlipped(one, before) ? ', worse than last time' : ''
    return [one.goal, one.measured, before ?? '–', `${one.met ? 'met' : 'MISSED'}${slip}`]
  })
  console.log('\nGoals')
  printTable(['goal', 'measured', 'last recorded here', ''], rows)
  if (options.evidence) record(goals, runs)
  const seconds = round((performance.now() - started) / 1000)
  mkdirSync('test/output', { recursive: true })
  writeFileSync(
    'test/output/bench.json',
    `${JSON.stringify({ at: new Date().toISOString(), machine, seconds, ...parts }, undefined, 2)}\n`,
  )
  console.log(`\nMeasured in ${seconds} s; all figures are in test/output/bench.json`)
}

function record(goals: Goal[], runs: RecordedRun[]) {
  const reported = goals.map(({ goal, measured, met }) => [goal, measured, met ? 'met' : 'missed'])
  const table = tableOf(['Goal', 'Measured', ''], reported)
  writeEvidence(only ? `Goals: ${only.join(', ')}` : 'Goals', `${run}\n\n${table}`)
  const measured = Object.fromEntries(goals.map((one) => [one.goal, one.measured]))
  const own = { at: new Date().toISOString(), commit: currentCommit(), machine: machineName, measured }
  recordRun(runs, own)
  const shown = [own, ...runs].filter(({ machine }) => machine === machineName)
  writeEvidence('History', `On ${machineName}, the newest run first.\n\n${historyTable(shown)}`)
}
