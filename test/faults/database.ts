import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { percentile } from '#test/bench/numbers.ts'
import { checkAll } from './checks.ts'
import { Crowd } from './crowd.ts'
import { checkLetters } from './letters.ts'
import { openPlace, type FaultPlace } from './place.ts'
import { behindOf, openProxy, throughProxy } from './proxy.ts'
import { Readers } from './readers.ts'

/** L1, L2: PostgreSQL is cut off, refuses, falls silent, is slow, locked, read-only or killed, and comes back. */

/** Each step of a request gives up after five seconds at most, and a few may follow each other. */
const longestRefusalMs = 15_000
const longestRecoveryMs = 10_000
const mostFailedReads = 0.01

type Proxy = Awaited<ReturnType<typeof openProxy>>
type Trouble = (here: { place: FaultPlace; proxy: Proxy; lengthMs: number }) => Promise<void>

const troubles: Record<string, Trouble> = {
  async cut({ proxy, lengthMs }) {
    for (const begun = performance.now(); performance.now() - begun < lengthMs;) {
      await sleep(150)
      proxy.cut()
    }
  },
  async refused({ proxy, lengthMs }) {
    proxy.mood = 'refused'
    proxy.cut()
    await sleep(lengthMs)
  },
  async silent({ proxy, lengthMs }) {
    proxy.mood = 'silent'
    await sleep(lengthMs * 2)
  },
  async slow({ proxy, lengthMs }) {
    proxy.mood = { slowMs: 200 }
    await sleep(lengthMs)
  },
  /** Somebody holds what every write needs. */
  async locked({ place, lengthMs }) {
    await place.db.transaction().execute(async (db) => {
      await db.selectFrom('audit_head').select('id').forUpdate().execute()
      await sleep(lengthMs * 2)
    })
  },
  /** As a standby answers that has not taken over yet. */
  async 'read-only'({ place, proxy, lengthMs }) {
    const name = new URL(place.address).pathname.slice(1)
    await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(place.db)
    proxy.cut()
    await sleep(lengthMs)
    await sql`set transaction_read_only = off`.execute(place.db)
    await sql.raw(`alter database ${name} reset default_transaction_read_only`).execute(place.db)
    proxy.cut()
  },
}

/** Only where nobody else uses the server: its keeper starts it again. */
const killed: Trouble = async ({ place }) => {
  const { rows } = await sql<{ pid: number }>`
    select pg_read_file('postmaster.pid', 0, 10)::text as pid`.execute(place.db)
  process.kill(Number.parseInt(String(rows[0]?.pid), 10), 'SIGKILL')
  await sleep(1000)
}

export async function breakDatabase(
  postgresUrl: string,
  { lengthMs, only, mayKill = false }: { lengthMs: number; only?: string[]; mayKill?: boolean },
  tell: (line: string) => void = () => undefined,
) {
  const proxy = await openProxy(behindOf(postgresUrl))
  const place = await openPlace({ postgresUrl, throughProxy: (url) => throughProxy(url, proxy.port) })
  const crowd = new Crowd(place)
  const { ledger } = crowd
  const readers = new Readers(place.site)
  const faults: string[] = []
  const done = new AbortController()
  let slowestRecoveryMs = 0
  try {
    await place.site.start()
    await readers.warm()
    const ended = place.site.ended.then(({ errors }) => {
      if (!done.signal.aborted) throw new Error(`The site ended: ${errors}`)
    })
    const working = Promise.all([crowd.work(done.signal), readers.read(done.signal)])
    const busy = Promise.race([working, ended])
    await anotherAct(crowd)
    const all = Object.entries({ ...troubles, ...(mayKill && { killed }) })
    for (const [name, trouble] of all.filter(([name]) => only?.includes(name) ?? true)) {
      const before = { ...figuresOf(crowd, readers) }
      await Promise.race([trouble({ place, proxy, lengthMs }), busy])
      proxy.mood = 'well'
      const begun = performance.now()
      await Promise.race([anotherAct(crowd), sleep(longestRecoveryMs * 3), busy])
      const recoveryMs = performance.now() - begun
      slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs)
      if (recoveryMs > longestRecoveryMs) faults.push(`after ${name} nothing was taken for ${recoveryMs} ms`)
      const { reads, failedReads, refused } = figuresOf(crowd, readers)
      tell(
        `${name}: ${reads - before.reads} reads, ${failedReads - before.failedReads} failed; ` +
          `${refused - before.refused} writes refused; well again after ${Math.round(recoveryMs)} ms`,
      )
    }
    done.abort()
    await working
    if (readers.failed.length > readers.times.length * mostFailedReads) faults.push(...readers.failed)
    if (ledger.slowestRefusalMs > longestRefusalMs)
      faults.push(`a refusal took ${Math.round(ledger.slowestRefusalMs)} ms`)
    faults.push(...new Set(ledger.bad), ...(await checkAll(place, ledger)))
    faults.push(...(await checkLetters(place)).faults)
    return {
      ...figuresOf(crowd, readers),
      readersP99Ms: Math.round(percentile(readers.times, 0.99)),
      acknowledged: ledger.acknowledged,
      slowestRefusalMs: Math.round(ledger.slowestRefusalMs),
      slowestRecoveryMs: Math.round(slowestRecoveryMs),
      faults,
    }
  } finally {
    done.abort()
    await place.close()
    await proxy.close()
  }
}

function figuresOf({ ledger }: Crowd, readers: Readers) {
  return { reads: readers.times.length, failedReads: readers.failed.length, refused: ledger.refused }
}

/** Until something more has been acknowledged. */
async function anotherAct({ ledger }: Crowd) {
  const before = ledger.acknowledged
  while (ledger.acknowledged === before) await sleep(20)
}
