import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './ask.ts'
import { applyLoad, connections, generator, type Load } from './load.ts'
import { canPin, processorMs } from './machine.ts'
import { startNginx, type ServedAnswer } from './nginx.ts'
import { median, printTable, round, type Goal } from './numbers.ts'
import { startBare, startSite, type RunningServer } from './servers.ts'

/** By encoding, the least share of what bare node:http does with the same processor time. */
const minShareOfBare = { gzip: 0.95, br: 0.95, identity: 0.8 }
const encodings = Object.keys(minShareOfBare) as (keyof typeof minShareOfBare)[]
const rounds = 15
const secondsEach = 1

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
    return report(await compare(servers, answers), !!nginx)
  } finally {
    for (const server of servers.values()) await server.stop()
  }
}

/** The home page as the site sends it once the strong compression is done. */
export async function takeAnswers(address: string): Promise<Record<string, ServedAnswer>> {
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
  server: RunningServer
  encoding: string
  rival: Rival
  bytes: number
  loads: Measured[]
}

/** With requests per second of the server's own processor time, which a busy machine distorts less. */
type Measured = Load & { perProcessorSecond: number }

/** In turn, and every second time in reverse, so that other load on the machine affects all of them alike. */
async function compare(servers: Map<Rival, RunningServer>, answers: Record<string, ServedAnswer>) {
  const results = encodings.flatMap((encoding) =>
    [...servers].map(([rival, server]) => {
      const loads: Measured[] = []
      return { encoding, rival, server, bytes: answers[encoding]!.body.length, loads }
    }),
  )
  for (let turn = 0; turn <= rounds; turn++)
    for (const { encoding, rival, server, loads } of turn % 2 ? results : results.toReversed()) {
      const load = await loadOn(server, rival === 'site' ? '/' : `/${encoding}`, encoding)
      // The first turn warms up.
      if (turn > 0) loads.push(load)
    }
  return results
}

async function loadOn({ address, pid }: RunningServer, path: string, encoding: string): Promise<Measured> {
  const before = processorMs(pid)
  const load = await applyLoad(`${address}${path}`, encoding, secondsEach)
  const used = (processorMs(pid) - before) / 1000
  return { ...load, perProcessorSecond: (load.perSecond * secondsEach) / used }
}

function report(results: Result[], hasNginx: boolean) {
  const loadsOf = (encoding: string, rival: Rival) =>
    results.find((result) => result.encoding === encoding && result.rival === rival)?.loads ?? []
  // Of what was measured one right after the other: a machine shared with others is faster one minute than the next.
  const ratio = (encoding: string, rival: Rival, key: 'perSecond' | 'perProcessorSecond' = 'perSecond') => {
    const others = loadsOf(encoding, rival)
    return round(median(loadsOf(encoding, 'site').map((load, turn) => load[key] / others[turn]![key])), 2)
  }
  console.log(
    `\nHome page, ${connections} connections, ${generator === 'wrk' ? 'wrk' : 'own generator'}, ` +
      `${canPin ? 'server and generator on separate cores' : 'not pinned'}, medians of ${rounds} turns of ${secondsEach} s`,
  )
  printTable(
    ['encoding', 'server', 'bytes', 'requests/s', 'p50 ms', 'p99 ms', 'a processor second', 'site is'],
    results.map(({ encoding, rival, bytes, loads }) => {
      const middle = (key: keyof Measured) => median(loads.map((load) => load[key]))
      return [
        ...[encoding, rival, bytes, Math.round(middle('perSecond')), round(middle('p50'), 2)],
        ...[round(middle('p99'), 2), Math.round(middle('perProcessorSecond'))],
        rival === 'site'
          ? ''
          : `${ratio(encoding, rival)} of it, ${ratio(encoding, rival, 'perProcessorSecond')} by processor time`,
      ]
    }),
  )
  if (!hasNginx) console.log('  nginx could not be installed here, so the page is not compared with it.')
  const goals = encodings.map((encoding): Goal => {
    const measured = ratio(encoding, 'node:http', 'perProcessorSecond')
    return {
      goal: `home page (${encoding}) at least ${minShareOfBare[encoding]} of bare node:http by processor time`,
      measured: `${measured} (${ratio(encoding, 'node:http')} by requests a second)`,
      met: measured >= minShareOfBare[encoding],
    }
  })
  return { results: results.map(({ server: _, ...result }) => result), goals }
}
