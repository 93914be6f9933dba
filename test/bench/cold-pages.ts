import { siteAddresses } from '#routes/request/site-addresses.ts'
import { ask } from './ask.ts'
import { processorMs } from './machine.ts'
import { printTable, round, type Goal } from './numbers.ts'
import { startSite, type RunningServer } from './servers.ts'

const times = 25
const maxMs = 15

/** The processor time of a public page that is not in the cache: rendered and compressed for its first visitor. */
export async function measureColdPages(dataDir: string, pages: string[]) {
  const site = await startSite(dataDir)
  try {
    const addresses = new Map<string, string>()
    for (const path of pages) {
      const address = await findUnusedQuery(site, path)
      if (address) addresses.set(path, address)
      else console.log(`  ${path} refuses every query and is left out.`)
    }
    // All of them first, so that the first one measured does not pay for code that all use.
    for (const address of addresses.values()) await drawAnew(site, address, 'warm')
    const results = []
    for (const [path, address] of addresses)
      results.push({ path, processor: await drawAnew(site, address, 'cold') })
    return report(results.toSorted((one, other) => other.processor - one.processor))
  } finally {
    await site.stop()
  }
}

/** The address with a query that the page does not mind: each value of it makes another page for the cache. */
async function findUnusedQuery({ address }: RunningServer, path: string): Promise<string | undefined> {
  for (const name of siteAddresses.knownParameters) {
    const url = `${address}${path}?${name}=`
    if ((await ask(`${url}none`)).status === 200) return url
  }
  return undefined
}

async function drawAnew({ pid }: RunningServer, url: string, turn: string): Promise<number> {
  const before = processorMs(pid)
  for (let time = 0; time < times; time++) {
    const { status } = await ask(`${url}${turn}${time}`, { 'accept-encoding': 'br' })
    if (status !== 200) throw new Error(`${url} answered ${status}.`)
  }
  return (processorMs(pid) - before) / times
}

function report(results: { path: string; processor: number }[]) {
  console.log(`\nPages that are not in the cache, processor time of the site, of ${times} each`)
  printTable(
    ['page', 'ms'],
    results.slice(0, 12).map(({ path, processor }) => [path, round(processor)]),
  )
  const slowest = results[0]!
  const goals: Goal[] = [
    {
      goal: `a cold public page under ${maxMs} ms of processor time`,
      measured: `${round(slowest.processor)} ms (${slowest.path})`,
      met: slowest.processor < maxMs,
    },
  ]
  return { results, goals }
}
