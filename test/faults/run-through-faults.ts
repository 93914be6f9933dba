import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '#test/bench/numbers.ts'
import { checkAll } from './checks.ts'
import type { SimulatedUsers } from './simulated-users.ts'
import { BusySite } from './in-use.ts'
import { checkLetters } from './letters.ts'
import type { FaultSite } from './fault-site.ts'

/** Lets people read and write while one fault after another comes and goes, and checks the results. */

const maxRefusalMs = 5000
const defaultMaxRecoveryMs = 10_000
const maxReadMs = 1000
const maxFailedReads = 0.01

/** A fault that comes and goes. What it returns are sentences about what went wrong. */
export type InjectedFault = (users: SimulatedUsers) => Promise<string[] | undefined | void>

interface RunOptions {
  /** Whether times are checked, which means something only on a quiet machine. */
  isTimed: boolean
  maxRecoveryMs?: number
  print?: ((line: string) => void) | undefined
}

interface FaultTimes {
  readersP99Ms: number
  slowestRefusalMs: number
  slowestRecoveryMs: number
}

export async function runThroughFaults(
  testSite: FaultSite,
  injected: Record<string, InjectedFault>,
  terms: RunOptions,
) {
  const site = new BusySite(testSite)
  const { ledger, readers, faults } = site
  const slowest: FaultTimes = { readersP99Ms: 0, slowestRefusalMs: 0, slowestRecoveryMs: 0 }
  try {
    await site.begin()
    await site.anotherAct()
    for (const [name, fault] of Object.entries(injected)) {
      const times = await runThrough(site, name, fault, terms)
      for (const key of Object.keys(slowest) as (keyof FaultTimes)[])
        slowest[key] = Math.max(slowest[key], times[key])
      faults.push(...judge(name, times, terms))
    }
    await site.rest()
  } finally {
    site.stop()
  }
  if (readers.failed.length > readers.times.length * maxFailedReads) faults.push(...readers.failed)
  faults.push(...new Set(ledger.bad), ...(await checkAll(testSite, ledger)))
  const letters = await checkLetters(testSite, ledger.refused)
  faults.push(...letters.faults)
  return { ...site.results, lettersTwice: letters.doubled, ...slowest, faults }
}

async function runThrough(
  site: BusySite,
  name: string,
  fault: InjectedFault,
  { maxRecoveryMs = defaultMaxRecoveryMs, print }: RunOptions,
): Promise<FaultTimes> {
  const { ledger, readers } = site
  const before = { reads: readers.times.length, failed: readers.failed.length, refused: ledger.refused }
  ledger.slowestRefusal = { ms: 0, path: '' }
  site.faults.push(...((await site.during(fault(site.users))) ?? []))
  const started = performance.now()
  await Promise.race([site.during(waitForRecovery(site)), sleep(maxRecoveryMs * 3)])
  const times: FaultTimes = {
    readersP99Ms: Math.round(percentile(readers.times.slice(before.reads), 0.99)),
    slowestRefusalMs: Math.round(ledger.slowestRefusal.ms),
    slowestRecoveryMs: Math.round(performance.now() - started),
  }
  print?.(
    `${name}: ${readers.times.length - before.reads} reads, ${readers.failed.length - before.failed} failed, ` +
      `99 of 100 within ${times.readersP99Ms} ms; ${ledger.refused - before.refused} writes refused, ` +
      `the slowest after ${times.slowestRefusalMs} ms at ${ledger.slowestRefusal.path}; ` +
      `recovered after ${times.slowestRecoveryMs} ms`,
  )
  return times
}

function judge(
  name: string,
  times: FaultTimes,
  { isTimed, maxRecoveryMs = defaultMaxRecoveryMs }: RunOptions,
): string[] {
  const { readersP99Ms, slowestRefusalMs, slowestRecoveryMs } = times
  const faults: string[] = []
  if (slowestRecoveryMs > maxRecoveryMs) faults.push(`after ${name} it took ${slowestRecoveryMs} ms`)
  if (!isTimed) return faults
  if (slowestRefusalMs > maxRefusalMs) faults.push(`${name}: a refusal took ${slowestRefusalMs} ms`)
  if (readersP99Ms > maxReadMs) faults.push(`${name}: one read in a hundred took ${readersP99Ms} ms`)
  return faults
}

/** Until something more has been acknowledged and no request waits for the database any more. */
async function waitForRecovery(site: BusySite) {
  await site.anotherAct()
  for (;;) {
    const { text } = await site.users.site.get('/metrics')
    const [, inLine = '0'] = /^iaps_database_connections\{state="waiting"\} (\d+)/m.exec(text) ?? []
    if (Number(inLine) === 0) return
    await sleep(20)
  }
}
