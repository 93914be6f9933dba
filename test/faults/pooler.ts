import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#test/harness/http.ts'

/** Whether this machine has pgbouncer. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

/**
 * A real pgbouncer in transaction mode in front of a PostgreSQL server, and the address of its databases there. With few
 * connections to the server, transactions of one connection to the pooler soon go over all of them.
 */
export async function startPooler(server: string, connectionsToServer = 3) {
  const url = new URL(server)
  const host = url.searchParams.get('host') ?? url.hostname
  const folder = mkdtempSync('/tmp/pooler-')
  chmodSync(folder, 0o755)
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${host} port=${url.port || 5432} user=${url.username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    `unix_socket_dir =`,
    `auth_type = any`,
    `pool_mode = transaction`,
    `default_pool_size = ${connectionsToServer}`,
    // As docs/running.md advises: it tries a server that failed again after a second instead of fifteen.
    `server_login_retry = 1`,
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', [...asNobody, '-q', settings], { stdio: 'ignore' })
  const ended = once(pooler, 'exit')
  const addressOf = (database: string) =>
    `postgresql://${url.username}@127.0.0.1:${port}${new URL(database).pathname}`
  await untilItAnswers(addressOf(server))
  const stop = async () => {
    pooler.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true })
  }
  return { addressOf, stop }
}

async function untilItAnswers(address: string) {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(address)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return await client.end()
    } catch (error) {
      if (tries > 100) throw error
      await sleep(50)
    }
  }
}
