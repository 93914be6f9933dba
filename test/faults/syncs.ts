import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UserAct } from './acts.ts'
import { SimulatedUsers } from './simulated-users.ts'
import type { FaultSite } from './fault-site.ts'

/**
 * The half of J3 that strace can show: how often the site syncs the disk before it acknowledges something. One person
 * at a time, so that no sync counts for someone else.
 */
const wanted: { act: UserAct; least: number }[] = [
  { act: 'write', least: 1 },
  { act: 'nominate', least: 1 },
  // The bytes, their folder, the folder above it, and the row.
  { act: 'attach', least: 4 },
  { act: 'upload', least: 4 },
  { act: 'publish', least: 2 },
]

export async function countSyncs(testSite: FaultSite, times: number) {
  const faults: string[] = []
  const results: Record<string, string> = {}
  await testSite.site.start()
  const users = new SimulatedUsers(testSite)
  const open = new AbortController().signal
  // The first of each starts what the others continue.
  await users.work(
    open,
    1,
    wanted.map(({ act }) => act),
  )
  for (const { act, least } of wanted) {
    const seen = await watchSyncs(testSite.site.pid, () => users.work(open, times, [act]))
    if (seen < least * times) faults.push(`${act}: ${seen} syncs for ${times} acknowledged`)
    results[act] = `${seen}/${times}`
  }
  return { ...results, faults }
}

async function watchSyncs(pid: number, work: () => Promise<void>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'syncs-'))
  const file = join(folder, 'calls')
  const strace = spawn('strace', ['-f', '-e', 'trace=fsync,fdatasync', '-o', file, '-p', String(pid)])
  await once(strace.stderr, 'data')
  await sleep(300)
  await work()
  strace.kill('SIGINT')
  await once(strace, 'exit')
  const calls = readFileSync(file, 'utf8').match(/(fsync|fdatasync)(\(\d+| resumed>)[^\n]*= 0/g) ?? []
  rmSync(folder, { recursive: true })
  return calls.length
}
