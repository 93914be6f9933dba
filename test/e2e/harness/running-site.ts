import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rememberSecret } from '#test/makers/letters.ts'
import { watched } from '#test/harness/processes.ts'
import { freePort } from '#test/harness/http.ts'

const startLimitMs = 120_000
const stopLimitMs = 20_000

export function newDataDir() {
  return mkdtempSync(join(tmpdir(), 'browsed-site-'))
}

/**
 * Starts the built site like `npm start`, in a separate process and on a free port. The data folder is deleted with it.
 */
export async function startSite({
  host = '127.0.0.1',
  dataDir = newDataDir(),
  env = {},
}: { host?: string; dataDir?: string; env?: Record<string, string> } = {}) {
  const port = String(await freePort())
  const { DATABASE_URL: _, ORIGIN: __, ...environment } = process.env
  const server = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: {
      ...environment,
      ...watched,
      NODE_ENV: 'production',
      HOST: host,
      PORT: port,
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(server, 'exit')
  const stop = async () => {
    const killTimer = setTimeout(() => server.kill('SIGKILL'), stopLimitMs)
    server.kill('SIGTERM')
    await ended
    clearTimeout(killTimer)
    rmSync(dataDir, { recursive: true, force: true })
  }

  let said = ''
  const opened = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      const address = /running at (http:\/\/\S+)/.exec(said)?.[1]
      if (address) resolve(address)
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
  })
  const timer = setTimeout(() => server.kill('SIGKILL'), startLimitMs)
  const address = await Promise.race([opened, ended.then(() => undefined)])
  clearTimeout(timer)
  if (!address) {
    await stop()
    throw new Error(`The site did not open; it said:\n${said}`)
  }
  rememberSecret(env['SECRET'] ?? readFileSync(join(dataDir, 'secret'), 'utf8'))
  return { address, pid: server.pid ?? 0, stop, said: () => said }
}
