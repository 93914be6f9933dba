import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '#test/bench/numbers.ts'
import { checkAll } from './checks.ts'
import { Crowd } from './crowd.ts'
import { checkLetters } from './letters.ts'
import type { FaultPlace } from './place.ts'
import { Readers } from './readers.ts'

/** Lets people read and write while one trouble after another comes and goes, and judges how they fared. */

const longestRefusalMs = 5000
const longestRecovery = 10_000
const longestReadMs = 1000
const mostFailedReads = 0.01

/** What comes and goes; whatever is told here is a fault. */
export type Trouble = (crowd: Crowd) => Promise<string[] | undefined | void>

interface Terms {
  /** Whether times are judged, which means something only on a machine that is not busy with other things. */
  isTimed: boolean
  longestRecoveryMs?: number
  tell?: ((line: string) => void) | undefined
}

export async function bear(
  place: FaultPlace,
  troubles: Record<string, Trouble>,
  { isTimed, longestRecoveryMs = longestRecovery, tell = () => undefined }: Terms,
) {
  const crowd = new Crowd(place)
  const { ledger } = crowd
  const readers = new Readers(place.site)
  const faults: string[] = []
  const done = new AbortController()
  const slowest = { readersP99Ms: 0, slowestRefusalMs: 0, slowestRecoveryMs: 0 }
  try {
    await place.site.start()
    await readers.warm()
    const ended = place.site.ended.then(({ errors }) => {
      if (!done.signal.aborted) throw new Error(`The site ended: ${errors}`)
    })
    const working = Promise.all([crowd.work(done.signal), readers.read(done.signal)])
    const busy = Promise.race([working, ended])
    await Promise.race([anotherAct(crowd), busy])
    for (const [name, trouble] of Object.entries(troubles)) {
      const before = { reads: readers.times.length, failed: readers.failed.length, refused: ledger.refused }
      ledger.slowestRefusal = { ms: 0, path: '' }
      const told = await Promise.race([trouble(crowd), busy.then(() => undefined)])
      faults.push(...(told ?? []))
      const begun = performance.now()
      await Promise.race([wellAgain(crowd), sleep(longestRecoveryMs * 3), busy])
      const fared = {
        readersP99Ms: percentile(readers.times.slice(before.reads), 0.99),
        slowestRefusalMs: ledger.slowestRefusal.ms,
        slowestRecoveryMs: performance.now() - begun,
      }
      for (const key of Object.keys(slowest) as (keyof typeof slowest)[])
        slowest[key] = Math.max(slowest[key], Math.round(fared[key]))
      const [p99, refusal, recovery] = Object.values(fared).map(Math.round)
      tell(
        `${name}: ${readers.times.length - before.reads} reads, ${readers.failed.length - before.failed} failed, ` +
          `99 of 100 within ${p99} ms; ${ledger.refused - before.refused} writes refused, ` +
          `the slowest after ${refusal} ms at ${ledger.slowestRefusal.path}; well again after ${recovery} ms`,
      )
      if (fared.slowestRecoveryMs > longestRecoveryMs) faults.push(`after ${name} it took ${recovery} ms`)
      if (!isTimed) continue
      if (fared.slowestRefusalMs > longestRefusalMs) faults.push(`${name}: a refusal took ${refusal} ms`)
      if (fared.readersP99Ms > longestReadMs) faults.push(`${name}: one read in a hundred took ${p99} ms`)
    }
    done.abort()
    await working
    if (readers.failed.length > readers.times.length * mostFailedReads) faults.push(...readers.failed)
    faults.push(...new Set(ledger.bad), ...(await checkAll(place, ledger)))
    const { acknowledged, refused } = ledger
    const letters = await checkLetters(place, refused)
    faults.push(...letters.faults)
    const read = { reads: readers.times.length, failedReads: readers.failed.length }
    return { ...read, refused, acknowledged, lettersTwice: letters.doubled, ...slowest, faults }
  } finally {
    done.abort()
  }
}

/** Until something more has been acknowledged and nobody stands in line for the database any more. */
async function wellAgain(crowd: Crowd) {
  await anotherAct(crowd)
  for (;;) {
    const { text } = await crowd.site.get('/metrics')
    const [, inLine = '0'] = /^iaps_database_connections\{state="waiting"\} (\d+)/m.exec(text) ?? []
    if (Number(inLine) === 0) return
    await sleep(20)
  }
}

async function anotherAct({ ledger }: Crowd) {
  const before = ledger.acknowledged
  while (ledger.acknowledged === before) await sleep(20)
}
