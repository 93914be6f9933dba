import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#test/harness/http.ts'

/** Whether this machine has pgbouncer. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

/** A real pgbouncer in transaction mode in front of a database, and its address there. */
export async function startPooler(database: string, folderOfServer: string) {
  const url = new URL(database)
  const name = url.pathname.slice(1)
  const folder = mkdtempSync('/tmp/pooler-')
  chmodSync(folder, 0o755)
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `${name} = host=${folderOfServer} port=${url.port || 5432} dbname=${name} user=${url.username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    `unix_socket_dir =`,
    `auth_type = any`,
    `pool_mode = transaction`,
    `default_pool_size = 3`,
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', [...asNobody, '-q', settings], { stdio: 'ignore' })
  const ended = once(pooler, 'exit')
  const address = `postgresql://${url.username}@127.0.0.1:${port}/${name}`
  await untilItAnswers(address)
  const stop = async () => {
    pooler.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true })
  }
  return { address, stop }
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
