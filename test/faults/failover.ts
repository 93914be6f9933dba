import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '#db/engine/engine.server.ts'
import { startReplicatedPostgres } from '#test/harness/postgres.ts'
import { runThroughFaults } from './run-through-faults.ts'
import { openFaultSite } from './fault-site.ts'
import { behindOf, openProxy, throughProxy } from './proxy.ts'

/**
 * L1: the primary PostgreSQL machine fails, the standby, which has everything acknowledged, takes over, and the old
 * former primary returns, still taking writes, and every second new connection reaches it.
 */

/** How the primary fails: its connections are closed, or they stay open and silent. */
export type PrimaryFailure = 'killed' | 'vanished'

interface FailoverCampaign {
  how: PrimaryFailure
  /** How long there is no primary, and how long the stray is running. */
  lengthMs: number
  isTimed: boolean
}

export async function failOver({ how, lengthMs, isTimed }: FailoverCampaign, print?: (line: string) => void) {
  const server = await startReplicatedPostgres()
  const first = behindOf(server.url)
  const second = { path: server.replicaSocket }
  const proxy = await openProxy(first)
  const url = throughProxy(server.url, proxy.port)
  const testSite = await openFaultSite({ postgresUrl: url })
  const replica = openDatabase(secondUrl(server.url))
  try {
    await waitForEach(server.url)
    return await runThroughFaults(
      testSite,
      {
        async [how]() {
          if (how === 'vanished') proxy.freeze()
          server.killFirst()
          await sleep(lengthMs)
          await sql`select pg_promote(true, 60)`.execute(replica)
          proxy.behind = second
        },
        async stray() {
          server.bringBackFirst()
          await isOpen(server.url)
          proxy.stray = first
          for (const started = performance.now(); performance.now() - started < lengthMs;) {
            proxy.cut()
            await sleep(500)
          }
          proxy.stray = undefined
          proxy.cut()
        },
      },
      { isTimed, print, ...(!isTimed && { maxRecoveryMs: 30_000 }) },
    )
  } finally {
    await replica.destroy()
    await testSite.close()
    await proxy.close()
    await server.stop()
  }
}

function secondUrl(url: string): string {
  const second = new URL(url)
  second.port = '5433'
  return second.href
}

/** From now on nothing counts as committed before the standby has it. */
async function waitForEach(url: string) {
  const db = openDatabase(url)
  await sql`alter system set synchronous_standby_names = '*'`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  for (;;) {
    const { rows } = await sql<{ state: string }>`
      select sync_state as state from pg_stat_replication`.execute(db)
    if (rows.some(({ state }) => state === 'sync')) break
    await sleep(50)
  }
  await db.destroy()
}

/** Until the stray answers, and reports that it is read-only. */
async function isOpen(url: string) {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
      if (rows[0]?.follows) return
      throw new Error('The stray would accept writes.')
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('The stray')) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
