import { setTimeout as wait } from 'node:timers/promises'
import { agent, ask, together } from './ask.ts'
import { residentBytes } from './machine.ts'
import { median, megabytes, printTable, round, type Goal } from './numbers.ts'
import { startSite } from './servers.ts'

const starts = 3
const requests = 10_000
const maxMegabytes = 150
const maxStartSeconds = 1.5
const ofHome = `after ${requests} requests for the home page`

export interface FirstStart {
  ms: number
  bytes: number
}

/** How long a complete site takes to answer, and its memory then and after many requests. */
export async function measureStartAndMemory(dataDir: string, first: FirstStart, addresses: string[]) {
  const byNode = await timeStarts(dataDir, 'node')
  const byNpm = await timeStarts(dataDir, 'npm')
  const memory = {
    'after the first start, which makes pictures': megabytes(first.bytes),
    ...(await weigh(dataDir, addresses)),
  }
  const seconds = {
    'first start (database, starter content)': round(first.ms / 1000, 2),
    'later start, node': round(median(byNode) / 1000, 2),
    'later start, npm start': round(median(byNpm) / 1000, 2),
  }
  console.log('\nStart: seconds from nothing to the first good answer')
  printTable(['start', 'seconds'], Object.entries(seconds))
  console.log('\nMemory (resident)')
  printTable(['moment', 'MB'], Object.entries(memory))
  const goals: Goal[] = [
    {
      goal: `later start under ${maxStartSeconds} s with npm`,
      measured: `${seconds['later start, npm start']} s`,
      met: seconds['later start, npm start'] < maxStartSeconds,
    },
    ...Object.entries(memory)
      .filter(([moment]) => moment.includes(`${requests}`))
      .map(([moment, size]) => ({
        goal: `memory under ${maxMegabytes} MB ${moment}`,
        measured: `${size} MB`,
        met: size < maxMegabytes,
      })),
  ]
  return { results: { seconds, memory }, goals }
}

async function timeStarts(dataDir: string, by: 'node' | 'npm') {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const site = await startSite(dataDir, by)
    times.push(site.openedMs)
    await site.stop()
  }
  return times
}

async function weigh(dataDir: string, addresses: string[]): Promise<Record<string, number>> {
  const site = await startSite(dataDir)
  try {
    await wait(1000)
    const atStart = residentBytes(site.pid)
    const askFor = async (paths: string[]) => {
      const requested = Array.from({ length: requests }, (_, index) => paths[index % paths.length]!)
      const accepts = { 'accept-encoding': 'gzip' }
      await together(requested, agent.maxSockets, (path) => ask(site.address + path, accepts))
      return megabytes(residentBytes(site.pid))
    }
    return {
      'after a later start': megabytes(atStart),
      [ofHome]: await askFor(['/']),
      [`after ${requests} more for a page of each route`]: await askFor(addresses),
    }
  } finally {
    await site.stop()
  }
}
