import type { Kysely } from 'kysely'
import pg from 'pg'
import { sql } from 'kysely'
import { engineOf } from './engine.server.ts'
import { lockRows } from './lock.server.ts'
import { deadlineMs } from './deadline.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'

const channel = 'content_version'

/** Called in the same transaction as any change that a visitor could see. */
export async function raiseContentVersion(db: Db, now: Date): Promise<void> {
  // Most callers also lock the head of the audit trail, some before this and some after. Locking it first in all cases
  // avoids a deadlock.
  await db.selectFrom('audit_head').select('id').where('id', '=', 1).$call(lockRows(db)).execute()
  await db
    .updateTable('content_version')
    .set((eb) => ({ version: eb('version', '+', 1), changed_at: now.getTime() }))
    .execute()
  if (engineOf(db) === 'postgres') await sql`select pg_notify(${channel}, '')`.execute(db)
}

export async function readContentVersion(db: Db): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return row.version
}

/**
 * Reports every new version, whichever process made it. Both engines poll one row; PostgreSQL also notifies, so there
 * polling is only a safety net.
 */
export function watchContentVersion(
  db: Kysely<Tables>,
  address: string,
  onVersion: (version: number) => void,
) {
  let known = 0
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    try {
      const version = await readContentVersion(db)
      if (version !== known) onVersion((known = version))
    } catch {
      // The database is unreachable: cached pages stay valid until it is back.
    } finally {
      looking = false
    }
  }
  const onPostgres = engineOf(db) === 'postgres'
  const timer = setInterval(look, onPostgres ? 1000 : 250)
  timer.unref()
  const stopListening = onPostgres ? listen(address, look) : async () => undefined
  void look()
  return async () => {
    clearInterval(timer)
    await stopListening()
  }
}

function listen(address: string, look: () => void) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: address,
      connectionTimeoutMillis: deadlineMs,
      keepAlive: true,
    })
    fresh.on('error', () => undefined)
    fresh.on('end', () => {
      if (!stopped) retry = setTimeout(connect, 2000)
    })
    fresh.on('notification', look)
    client = fresh
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      look()
    } catch {
      // 'end' follows and reconnects.
      await fresh.end().catch(() => undefined)
    }
  }
  const connecting = connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await connecting
    await client?.end().catch(() => undefined)
  }
}
