import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './ask.ts'
import { runTraffic } from './load.ts'
import { processorMs, residentBytes } from './machine.ts'
import { megabytes, printTable, round, slopeOf, type Goal } from './numbers.ts'
import { startBare, startSite } from './servers.ts'
import type { Outcomes } from './traffic-plan.ts'

const readers = 500
const minPerSecond = 1000
const maxMs = 250
const maxMegabytes = 400
const accepts = { 'accept-encoding': 'gzip' }
const compareSeconds = 4

/**
 * Many people read in parallel, each one page after the other and every page of the site in turn. Compared with the
 * same bytes from bare node:http, requested in the same way.
 */
export async function measureManyReaders(dataDir: string, folder: string, paths: string[], minutes: number) {
  const site = await startSite(dataDir)
  try {
    const bytes = await answersOf(site.address, paths)
    const own = join(folder, 'many-readers')
    mkdirSync(own, { recursive: true })
    const bare = await measureBare(own, paths, bytes)
    const before = residentBytes(site.pid)
    const weights: { minutes: number; bytes: number }[] = []
    const started = performance.now()
    const weigh = setInterval(
      () => weights.push({ minutes: (performance.now() - started) / 60_000, bytes: residentBytes(site.pid) }),
      500,
    )
    const used = processorMs(site.pid)
    const reported = await readAll(own, site.address, paths, minutes * 60).finally(() => clearInterval(weigh))
    const processorMsEach = (processorMs(site.pid) - used) / reported.answers
    // The first half may still warm up.
    const late = weights.slice(Math.floor(weights.length / 2))
    return report(reported, bare, minutes, paths.length, {
      before: megabytes(before),
      after: megabytes(residentBytes(site.pid)),
      most: megabytes(Math.max(...weights.map((one) => one.bytes))),
      growth: round(slopeOf(late.map((one) => [one.minutes, one.bytes / 1e6])), 2),
      processorMsEach: round(processorMsEach, 3),
    })
  } finally {
    await site.stop()
  }
}

async function readAll(folder: string, address: string, paths: string[], seconds: number) {
  const group = { kind: 'readers' as const, count: readers, paths, headers: accepts, thinkMs: 0 }
  const { reading } = await runTraffic(folder, { address, seconds, groups: [{ name: 'reading', ...group }] })
  return reading!
}

/** Each page once, so that it is cached, and again when the strong compression is done. */
async function answersOf(address: string, paths: string[]) {
  for (const path of paths) await ask(address + path, accepts)
  await new Promise((resume) => setTimeout(resume, 1500))
  const entries = []
  for (const path of paths) {
    const { headers, body } = await ask(address + path, accepts)
    const names = ['content-type', 'content-encoding', 'cache-control', 'etag', 'vary']
    const reported = names.flatMap((name) => (headers[name] ? [name, String(headers[name])] : []))
    const length = ['content-length', String(body.length)]
    entries.push([path.slice(1), { headers: [...reported, ...length], body: body.toString('base64') }])
  }
  return Object.fromEntries(entries) as Record<string, { headers: string[]; body: string }>
}

async function measureBare(folder: string, paths: string[], answers: object): Promise<Outcomes> {
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const bare = await startBare(file, paths[0])
  try {
    await readAll(folder, bare.address, paths, 1)
    return await readAll(folder, bare.address, paths, compareSeconds)
  } finally {
    await bare.stop()
  }
}

interface Weight {
  before: number
  after: number
  most: number
  growth: number
  processorMsEach: number
}

function report(reported: Outcomes, bare: Outcomes, minutes: number, pages: number, weight: Weight) {
  const { perSecond, p50, p99, statuses } = reported
  const ratio = round(perSecond / bare.perSecond, 2)
  const errors = reported.answers - (statuses['200'] ?? 0)
  console.log(`\n${readers} readers of ${pages} pages for ${round(minutes * 60)} s (P1)`)
  printTable(
    ['server', 'pages/s', 'p50 ms', 'p99 ms', 'errors', 'MB before', 'MB after', 'MB a minute'],
    [
      [
        ...['site', round(perSecond), round(p50), round(p99), errors],
        ...[weight.before, weight.after, weight.growth],
      ],
      ['node:http', round(bare.perSecond), round(bare.p50), round(bare.p99), 0, '', '', ''],
    ],
  )
  console.log(`  The site is ${ratio} of bare node:http; ${weight.processorMsEach} processor ms a page`)
  const goals: Goal[] = [
    {
      goal: `${readers} readers: at least ${minPerSecond} pages a second`,
      measured: `${round(perSecond)}/s, ${ratio} of bare node:http`,
      met: perSecond >= minPerSecond,
    },
    {
      goal: `${readers} readers: p99 at most ${maxMs} ms`,
      measured: `${round(p99)} ms (${round(bare.p99)} bare)`,
      met: p99 <= maxMs,
    },
    { goal: `${readers} readers: no error`, measured: `${errors}`, met: errors === 0 },
    {
      goal: `${readers} readers: memory at most ${maxMegabytes} MB`,
      measured: `${weight.most} MB`,
      met: weight.most <= maxMegabytes,
    },
  ]
  return { results: { ...reported, ...weight, ratio, minutes, pages }, goals }
}
