import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from './unprivileged-user.ts'
import type { openProxy } from '#test/faults/proxy.ts'

/** A machine that stands still does not answer at all. */
const maxAnswerMs = 3000

type Proxy = Awaited<ReturnType<typeof openProxy>>

/** How HAProxy and the other machines reach PostgreSQL and Patroni of a machine, and how it reaches etcd. */
export interface Lines {
  clients: Proxy
  checks: Proxy
  peers: Proxy
  peerPatroni: Proxy
  etcd: Proxy
}

interface NodeSettings {
  name: string
  folder: string
  restPort: number
  lines: Lines
  user: User | undefined
}

/** One machine of the cluster: Patroni with its PostgreSQL. */
export class PatroniNode {
  readonly name: string
  readonly lines: Lines
  readonly #given: NodeSettings
  #patroni: ChildProcess | undefined

  constructor(given: NodeSettings) {
    this.name = given.name
    this.lines = given.lines
    this.#given = given
  }

  start(): void {
    const { folder, user } = this.#given
    const log = openSync(join(folder, 'patroni.log'), 'a')
    this.#patroni = spawn('patroni', [join(folder, 'patroni.yml')], {
      ...user,
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder },
      stdio: ['ignore', log, log],
    })
  }

  /** As when the machine loses power. */
  async kill(): Promise<void> {
    const patroni = this.#patroni
    if (!patroni || patroni.exitCode !== null || patroni.signalCode !== null) return
    const ended = once(patroni, 'exit')
    this.#signal('SIGKILL')
    await ended
  }

  /** As when the machine stands still: its connections stay open and silent. */
  freeze(): void {
    this.#signal('SIGSTOP')
  }

  wake(): void {
    this.#signal('SIGCONT')
  }

  /** Only its Patroni stands still; PostgreSQL goes on and believes to be what it was. */
  signalPatroni(signal: NodeJS.Signals): void {
    this.#patroni?.kill(signal)
  }

  /** Cuts lines of this machine: what is sent over them is lost, and nobody is told. */
  cutOff(names: (keyof Lines)[]): void {
    for (const name of names) this.lines[name].state = 'silent'
  }

  heal(): void {
    for (const line of Object.values(this.lines)) {
      line.state = 'normal'
      // What was under way at the cut never arrives.
      line.cut()
    }
  }

  /** What Patroni says of itself, past all lines; undefined if it says nothing. */
  async ask(path: string): Promise<{ status: number; text: string } | undefined> {
    const limit = AbortSignal.timeout(maxAnswerMs)
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#given.restPort}${path}`, { signal: limit })
      return { status: answer.status, text: await answer.text() }
    } catch {
      return undefined
    }
  }

  async isPrimary(): Promise<boolean> {
    return (await this.ask('/primary'))?.status === 200
  }

  get log(): string {
    const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
    return read(join(this.#given.folder, 'patroni.log'))
  }

  /** Patroni first, so that it notices nothing. */
  #signal(signal: NodeJS.Signals) {
    this.#patroni?.kill(signal)
    const postmaster = this.#postmaster()
    if (postmaster === undefined) return
    for (const pid of [postmaster, ...childrenOf(postmaster)]) killIfThere(pid, signal)
  }

  #postmaster(): number | undefined {
    const file = join(this.#given.folder, 'data', 'postmaster.pid')
    const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
    return pid > 0 && commandOf(pid).includes('postgres') ? pid : undefined
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    // The name of the program, in parentheses, may contain anything.
    const after = readProc(pid, 'stat').split(') ').at(-1)
    return Number(after?.split(' ')[1]) === parent
  })
}

function commandOf(pid: number): string {
  return readProc(pid, 'cmdline')
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function killIfThere(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
