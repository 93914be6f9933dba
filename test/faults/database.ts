import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { UserAct } from './acts.ts'
import { runThroughFaults, type InjectedFault } from './run-through-faults.ts'
import { openFaultSite, type FaultSite } from './fault-site.ts'
import { startPooler } from './pooler.ts'
import { behindOf, openProxy, throughProxy } from './proxy.ts'

/** L1, L2: PostgreSQL is cut off, refuses, falls silent, is slow, locked, full, read-only or killed, and recovers. */

const poolSize = 10

interface DatabaseFault {
  testSite: FaultSite
  proxy: Awaited<ReturnType<typeof openProxy>>
  lengthMs: number
  /** How long the longest lock is held. */
  lockMs: number
}

const faultsOf = ({ testSite, proxy, lengthMs, lockMs }: DatabaseFault): Record<string, InjectedFault> => ({
  async cut() {
    for (const started = performance.now(); performance.now() - started < lengthMs;) {
      await sleep(150)
      proxy.cut()
    }
  },
  async refused() {
    proxy.state = 'refused'
    proxy.cut()
    await sleep(lengthMs)
    proxy.state = 'normal'
  },
  async silent() {
    proxy.state = 'silent'
    await sleep(lengthMs * 2)
    proxy.state = 'normal'
  },
  async slow() {
    proxy.state = { slowMs: 200 }
    await sleep(lengthMs)
    proxy.state = 'normal'
  },
  async 'two seconds slow'() {
    proxy.state = { slowMs: 2000 }
    await sleep(lengthMs * 4)
    proxy.state = 'normal'
  },
  /** A lock that every write needs. */
  locked: () => holdLock(testSite, () => sleep(lockMs)),
  /** So many wait for it that no connection is left. */
  async exhausted(users) {
    const done = new AbortController()
    const many: UserAct[] = Array.from({ length: poolSize * 4 }, () => 'write')
    let most = 0
    const writing = users.work(done.signal, Infinity, many)
    await holdLock(testSite, async () => {
      for (const started = performance.now(); performance.now() - started < lengthMs * 2;) {
        most = Math.max(most, await countHeld(testSite))
        await sleep(50)
      }
    })
    done.abort()
    await writing
    return most < poolSize ? [`only ${most} connections were held in parallel`] : []
  },
  /** Like a standby that has not taken over yet. */
  async 'read-only'() {
    const name = new URL(testSite.address).pathname.slice(1)
    await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(testSite.db)
    proxy.cut()
    await sleep(lengthMs)
    await sql`set transaction_read_only = off`.execute(testSite.db)
    await sql.raw(`alter database ${name} reset default_transaction_read_only`).execute(testSite.db)
    proxy.cut()
  },
  /** Only if nobody else uses the server: its keeper starts it again. */
  async killed() {
    const { rows } = await sql<{ pid: number }>`
      select pg_read_file('postmaster.pid', 0, 10)::text as pid`.execute(testSite.db)
    process.kill(Number.parseInt(String(rows[0]?.pid), 10), 'SIGKILL')
    await sleep(1000)
  },
})

function holdLock({ db }: FaultSite, until: () => Promise<unknown>): Promise<void> {
  return db.transaction().execute(async (db) => {
    await db.selectFrom('audit_head').select('id').forUpdate().execute()
    await until()
  })
}

/** How many connections of the site wait for a lock. */
async function countHeld({ db }: FaultSite): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.held ?? 0
}

interface DatabaseCampaign {
  lengthMs: number
  lockMs?: number
  only: string[] | 'all'
  isTimed: boolean
  /** Whether the site reaches PostgreSQL through a pooler, which is on the near side of the fault. */
  isPooled?: boolean
}

export async function breakDatabase(
  postgresUrl: string,
  { lengthMs, lockMs = lengthMs * 2, only, isTimed, isPooled = false }: DatabaseCampaign,
  print?: (line: string) => void,
) {
  const proxy = await openProxy(behindOf(postgresUrl))
  const pooler = isPooled ? await startPooler(throughProxy(postgresUrl, proxy.port), poolSize * 2) : undefined
  const testSite = await openFaultSite({
    postgresUrl,
    throughProxy: (url) => pooler?.addressOf(url) ?? throughProxy(url, proxy.port),
  })
  try {
    const all = Object.entries(faultsOf({ testSite, proxy, lengthMs, lockMs }))
    const chosen = all.filter(([name]) => only === 'all' || only.includes(name))
    return await runThroughFaults(testSite, Object.fromEntries(chosen), { isTimed, print })
  } finally {
    await testSite.close()
    await pooler?.stop()
    await proxy.close()
  }
}
