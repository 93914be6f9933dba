import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listMapPages, listRoutePages } from './addresses.ts'
import { agent, ask } from './ask.ts'
import { describeRun, evidenceFolder } from './evidence.ts'
import { prepareActs } from './everyday.ts'
import { openForForms } from './forms-to-send.ts'
import { residentBytes } from './machine.ts'
import { memoryPlot, type MemorySample } from './memory-plot.ts'
import { round, slopeOf } from './numbers.ts'
import { startSite } from './servers.ts'

/**
 * The memory of a site that people read and write for an hour: `npm run bench:memory`, with `-- --minutes 5`
 * for a shorter look and `--evidence` to save the plot as docs/evidence/memory.svg. Pages of every route are read in
 * turn, twenty a second; staff and applicants save every second, and somebody signs in every minute.
 */

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, evidence: { type: 'boolean', default: false } },
})
const minutes = Number(options.minutes)
const pagesEachSecond = 20
const maxGrowth = 1
const run = describeRun(['npm run bench:memory', ...process.argv.slice(2)])
const folder = mkdtempSync(join(tmpdir(), 'memory-'))
const dataDir = join(folder, 'data')

const first = await startSite(dataDir)
const pages = [...new Set([...(await listRoutePages(first.address)), ...(await listMapPages(first.address))])]
await first.stop()

const { db, store, site, close } = await openForForms(dataDir, join(folder, 'own'))
try {
  const { 'sign in': signIn, ...acts } = await prepareActs(db, store, site.address)
  const writing = Object.values(acts)
  const weights: MemorySample[] = []
  const started = performance.now()
  for (let second = 0; second < minutes * 60; second++) {
    for (let page = 0; page < pagesEachSecond; page++)
      await ask(site.address + pages[(second * pagesEachSecond + page) % pages.length]!, {
        'accept-encoding': 'gzip',
      })
    await writing[second % writing.length]!()
    if (second % 60 === 30) await signIn()
    if (second % 10 === 0)
      weights.push({
        minutes: (performance.now() - started) / 60_000,
        megabytes: residentBytes(site.pid) / 1e6,
      })
    await wait(Math.max(0, started + (second + 1) * 1000 - performance.now()))
  }
  report(weights)
} finally {
  await close()
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}

function report(weights: MemorySample[]) {
  // By the middle everything has been loaded once and the page cache is full.
  const late = weights.slice(Math.floor(weights.length / 2))
  const growth = round(slopeOf(late.map((one) => [one.minutes / 60, one.megabytes])), 2)
  const last = Math.round(weights.at(-1)?.megabytes ?? Number.NaN)
  const said = `${last} MB after ${minutes} minutes; in the second half it grew by ${growth} MB an hour`
  console.log(`${said} (goal: under ${maxGrowth}), ${growth < maxGrowth ? 'met' : 'MISSED'}`)
  if (options.evidence)
    writeFileSync(join(evidenceFolder, 'memory.svg'), memoryPlot(weights, `${said}. ${run}`))
}
