import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '#test/harness/chromium.ts'
import { freePort } from '#test/harness/http.ts'
import { printTable, round, type Goal } from './numbers.ts'
import { startSite } from './servers.ts'

/** Lighthouse has its own lock file, so that only those who measure install it, and is kept away from our own packages. */
const locked = join(import.meta.dirname, 'lighthouse')
const folder = resolve('node_modules/.cache/lighthouse')
const program = join(folder, 'node_modules/lighthouse/core/index.js')

const maxLcpMs = 900
const maxBlockingMs = 30
const judged = ['performance', 'accessibility', 'best-practices', 'seo']
/** Samples and personal pages keep search engines away on purpose. */
const skipAudits = ['is-crawlable']

interface Audited {
  path: string
  scores: number[]
  lcpMs: number
  blockingMs: number
}

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

type RunLighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>

/** Each page as a phone on a slow connection gets it, by Lighthouse's own defaults. */
export async function measureLighthouse(dataDir: string, pages: string[]): Promise<{ goals: Goal[] }> {
  const run = await loadLighthouse()
  if (!run) return { goals: [] }
  const site = await startSite(dataDir)
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [`--remote-debugging-port=${port}`, '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const results: Audited[] = []
    for (const path of pages) results.push(await audit(run, site.address, path, port))
    return report(results)
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function loadLighthouse(): Promise<RunLighthouse | undefined> {
  try {
    if (!existsSync(program)) {
      cpSync(locked, folder, { recursive: true })
      execFileSync('npm', ['ci', '--prefix', folder], { stdio: 'ignore' })
    }
    const { default: run } = (await import(program)) as { default: RunLighthouse }
    return run
  } catch (error) {
    console.log(`\nLeft out, because Lighthouse could not be installed: ${String(error).split('\n')[0]}`)
    return undefined
  }
}

async function audit(run: RunLighthouse, origin: string, path: string, port: number): Promise<Audited> {
  const { lhr } = await run(origin + path, { port, logLevel: 'error', onlyCategories: judged, skipAudits })
  return {
    path,
    scores: judged.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    lcpMs: Math.round(lhr.audits['largest-contentful-paint']?.numericValue ?? 0),
    blockingMs: Math.round(lhr.audits['total-blocking-time']?.numericValue ?? 0),
  }
}

function report(results: Audited[]) {
  console.log('\nLighthouse, as a phone on a slow connection')
  printTable(
    ['page', ...judged, 'largest paint, s', 'blocking, ms'],
    results.map(({ path, scores, lcpMs, blockingMs }) => [
      path,
      ...scores,
      round(lcpMs / 1000, 2),
      blockingMs,
    ]),
  )
  const short = results.filter(({ scores }) => scores.some((score) => score < 100))
  const slowest = results.toSorted((one, other) => other.lcpMs - one.lcpMs)[0]!
  const busiest = results.toSorted((one, other) => other.blockingMs - one.blockingMs)[0]!
  const goals: Goal[] = [
    {
      goal: 'Lighthouse four times 100 on public pages',
      measured: `${results.length - short.length} of ${results.length} pages`,
      met: short.length === 0,
    },
    {
      goal: `largest paint at most ${maxLcpMs / 1000} s by Lighthouse`,
      measured: `${round(slowest.lcpMs / 1000, 2)} s (${slowest.path})`,
      met: slowest.lcpMs <= maxLcpMs,
    },
    {
      goal: `blocking under ${maxBlockingMs} ms by Lighthouse`,
      measured: `${busiest.blockingMs} ms (${busiest.path})`,
      met: busiest.blockingMs < maxBlockingMs,
    },
  ]
  return { results, goals }
}
