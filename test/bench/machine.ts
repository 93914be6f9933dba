import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** With two cores, servers have the first for themselves and their clients the second. */
export const serverCore = 0
export const askerCore = 1
export const canPin = availableParallelism() > 1 && runs('taskset', ['-c', String(askerCore), 'true'])

/** Off where several processes share all cores. */
export const pinning = { isOn: canPin }

export function pinned(core: number, command: string, args: string[]): [string, string[]] {
  return pinning.isOn ? ['taskset', ['-c', String(core), command, ...args]] : [command, args]
}

/** Finds a program, or as root lets Debian install it. */
export function findProgram(name: string, ask: string[]): boolean {
  if (runs(name, ask)) return true
  if (process.getuid?.() !== 0 || !runs('apt-get', ['--version'])) return false
  console.log(`Installing ${name} with apt-get …`)
  const install = ['-q', '-y', '--no-install-recommends', 'install', name]
  spawnSync('apt-get', install, {
    stdio: 'ignore',
    timeout: 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return runs(name, ask)
}

function runs(command: string, args: string[]): boolean {
  const { error, status } = spawnSync(command, args, { stdio: 'ignore', timeout: 60_000 })
  // wrk prints its version and then exits with 1.
  return !error && (status === 0 || status === 1)
}

/** The resident memory of a process right now, in bytes. */
export function residentBytes(pid: number): number {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1024
  }
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) * 1024
}

/** The same for a process and all its children together; shared memory counts each time. */
export function residentBytesOfAll(pid: number): number {
  const own = residentBytes(pid)
  if (process.platform !== 'linux') return own
  return childrenOf(pid).reduce((sum, child) => sum + residentBytesOfAll(child), own)
}

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return listed.split(' ').filter(Boolean).map(Number)
}

/** The processor time that a process and its children have used, in milliseconds; only known on Linux. */
export function processorMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return childrenOf(pid).reduce((sum, child) => sum + processorMs(child), ownProcessorMs(pid))
}

/** The same without children, which may come and go meanwhile. */
export function ownProcessorMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return ticksOf(pid, [11, 12]) * 10
}

/** The same including ended children, such as PostgreSQL's parallel workers. */
export function processorMsEver(pid: number): number {
  return processorMs(pid) + ticksOf(pid, [13, 14]) * 10
}

const hashed = Buffer.alloc(1 << 20, 7)

/** The processor time of one unit: the SHA-256 of a megabyte, taken from many. */
export function hashingMs(): number {
  const times = 40
  const before = process.cpuUsage()
  for (let time = 0; time < times; time++) createHash('sha256').update(hashed).digest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

export function parentOf(pid: number): number {
  return process.platform === 'linux' ? ticksOf(pid, [1]) : Number.NaN
}

/** The sum of some fields of the kernel's information about a process; times are in hundredths of a second. */
function ticksOf(pid: number, columns: number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program is in brackets and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return columns.reduce((sum, column) => sum + Number(fields[column]), 0)
}
