import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/harness/http.ts'
import { pinned, serverCore } from './machine.ts'

export interface RunningServer {
  address: string
  pid: number
  /** From the start of the process to the end of its first good answer. */
  openedMs: number
  stop(): Promise<void>
}

const openLimitMs = 120_000
const stopLimitMs = 10_000

/** The site as `npm start` runs it, or with npm itself in front as people start it. */
export function startSite(
  dataDir: string,
  by: 'node' | 'npm' = 'node',
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const command = by === 'node' ? [process.execPath, ...startArguments()] : ['npm', 'start', '--silent']
  return startServer(command, { DATA_DIR: dataDir, ...env }, '/')
}

function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const [, ...args] = scripts.start.split(' ')
  return args
}

/** Bare node:http that sends everyone the same bytes under the same headers. */
export function startBare(answersFile: string, first = '/gzip'): Promise<RunningServer> {
  return startServer([process.execPath, join(import.meta.dirname, 'bare-server.ts'), answersFile], {}, first)
}

export async function startServer(
  [command, ...args]: string[],
  env: Record<string, string>,
  path: string,
  port?: number,
): Promise<RunningServer> {
  const listensAt = port ?? (await freePort())
  const address = `http://127.0.0.1:${listensAt}`
  const started = performance.now()
  // A separate process group, because npm passes the signal on to its children only after a while.
  const child = spawn(...pinned(serverCore, command!, args), {
    env: { ...withoutOurs(process.env), ...env, HOST: '127.0.0.1', PORT: String(listensAt) },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)))
  const ended = once(child, 'exit')
  const stop = () => stopGroup(child, ended)
  while (!(await answers(address + path))) {
    if (child.exitCode !== null || performance.now() - started > openLimitMs) {
      await stop()
      throw new Error(`${command} ${args.join(' ')} did not open: ${complaint}`)
    }
    await wait(5)
  }
  return { address, pid: child.pid!, openedMs: performance.now() - started, stop }
}

async function stopGroup(child: ChildProcess, ended: Promise<unknown>) {
  if (child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid!, 'SIGTERM')
  const killTimer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), stopLimitMs)
  await ended
  clearTimeout(killTimer)
}

function withoutOurs({ DATABASE_URL: _, ORIGIN: __, NODE_ENV: ___, ...rest }: NodeJS.ProcessEnv) {
  return rest
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const requested = request(url, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    })
    requested.on('error', () => resolve(false)).end()
  })
}
