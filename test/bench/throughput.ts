import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './ask.ts'
import { applyLoad, connections, generator, type Load } from './load.ts'
import { canPin, processorMs } from './machine.ts'
import { startNginx, type ServedAnswer } from './nginx.ts'
import { median, printTable, round, type Goal } from './numbers.ts'
import { startBare, startSite, type RunningServer } from './servers.ts'

const encodings = ['gzip', 'br'] as const
const rounds = 5
const secondsEach = 1
const leastOfBare = 0.95

type Rival = 'site' | 'node:http' | 'nginx'

/** The home page as fast as possible, in turn with the same bytes from bare node:http and from nginx. */
export async function measureThroughput(dataDir: string, folder: string) {
  const site = await startSite(dataDir)
  const servers = new Map<Rival, RunningServer>([['site', site]])
  try {
    const answers = await takeAnswers(site.address)
    const bareFolder = join(folder, 'bare')
    mkdirSync(bareFolder, { recursive: true })
    servers.set('node:http', await startBare(writeAnswers(bareFolder, answers)))
    const nginx = await startNginx(join(folder, 'nginx'), answers)
    if (nginx) servers.set('nginx', nginx)
    const results = []
    for (const encoding of encodings) results.push(...(await compare(servers, encoding, answers[encoding]!)))
    return report(results, !!nginx)
  } finally {
    for (const server of servers.values()) await server.stop()
  }
}

/** The home page as the site sends it once the strong compression is done. */
async function takeAnswers(address: string): Promise<Record<string, ServedAnswer>> {
  await ask(address)
  await new Promise((resume) => setTimeout(resume, 1500))
  const answers: Record<string, ServedAnswer> = {}
  for (const encoding of encodings) {
    const { rawHeaders, body } = await ask(address, { 'accept-encoding': encoding })
    answers[encoding] = { headers: withoutNodes(rawHeaders), body }
  }
  return answers
}

/** Leaves out what node:http adds itself. */
function withoutNodes(rawHeaders: string[]): string[] {
  const saved: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!/^(date|connection|keep-alive)$/i.test(rawHeaders[at]!)) saved.push(...rawHeaders.slice(at, at + 2))
  return saved
}

function writeAnswers(folder: string, answers: Record<string, ServedAnswer>): string {
  const file = join(folder, 'answers.json')
  const entries = Object.entries(answers).map(([encoding, { headers, body }]) => [
    encoding,
    { headers, body: body.toString('base64') },
  ])
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)))
  return file
}

interface Result {
  encoding: string
  rival: Rival
  bytes: number
  perSecond: number
  p50: number
  p99: number
  /** Requests per second of the server's own processor time, which a busy machine distorts less. */
  perProcessorSecond: number
}

/** In turn, so that other load on the machine affects all of them alike. */
async function compare(servers: Map<Rival, RunningServer>, encoding: string, { body }: ServedAnswer) {
  const loads = new Map<Rival, (Load & { perProcessorSecond: number })[]>()
  for (let turn = 0; turn <= rounds; turn++) {
    for (const [rival, { address, pid }] of servers) {
      const before = processorMs(pid)
      const load = await applyLoad(`${address}/${rival === 'site' ? '' : encoding}`, encoding, secondsEach)
      const used = (processorMs(pid) - before) / 1000
      const perProcessorSecond = (load.perSecond * secondsEach) / used
      // The first turn warms up.
      if (turn > 0) loads.set(rival, [...(loads.get(rival) ?? []), { ...load, perProcessorSecond }])
    }
  }
  return [...loads].map(([rival, all]): Result => {
    const middle = (key: keyof Load | 'perProcessorSecond') => median(all.map((load) => load[key]))
    return {
      encoding,
      rival,
      bytes: body.length,
      perSecond: Math.round(middle('perSecond')),
      p50: round(middle('p50'), 2),
      p99: round(middle('p99'), 2),
      perProcessorSecond: Math.round(middle('perProcessorSecond')),
    }
  })
}

function report(results: Result[], hasNginx: boolean) {
  const ratio = (encoding: string, rival: Rival, key: 'perSecond' | 'perProcessorSecond' = 'perSecond') => {
    const rate = (of: Rival) =>
      results.find((result) => result.encoding === encoding && result.rival === of)?.[key]
    return round((rate('site') ?? 0) / (rate(rival) ?? Number.NaN), 2)
  }
  console.log(
    `\nHome page, ${connections} connections, ${generator === 'wrk' ? 'wrk' : 'own generator'}, ` +
      `${canPin ? 'server and generator on separate cores' : 'not pinned'}, medians of ${rounds} turns of ${secondsEach} s`,
  )
  printTable(
    ['encoding', 'server', 'bytes', 'requests/s', 'p50 ms', 'p99 ms', 'a processor second', 'site is'],
    results.map(({ encoding, rival, bytes, perSecond, p50, p99, perProcessorSecond }) => [
      encoding,
      rival,
      bytes,
      perSecond,
      p50,
      p99,
      perProcessorSecond,
      rival === 'site'
        ? ''
        : `${ratio(encoding, rival)} of it, ${ratio(encoding, rival, 'perProcessorSecond')} by processor time`,
    ]),
  )
  if (!hasNginx) console.log('  nginx could not be had here, so the page is not compared with it.')
  const goals = encodings.map((encoding): Goal => {
    const measured = ratio(encoding, 'node:http')
    return {
      goal: `home page (${encoding}) at least ${leastOfBare} of bare node:http`,
      measured: `${measured} (${ratio(encoding, 'node:http', 'perProcessorSecond')} by processor time)`,
      met: measured >= leastOfBare,
    }
  })
  return { results, goals }
}
