import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { whileBusy } from './in-use.ts'
import { checkAll } from './checks.ts'
import { openFaultSite } from './fault-site.ts'

/** K1: the disk is full, and later it is not. A small volume in memory holds everything the site stores. */

/** Whether this user may mount a volume of a given size. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'volume-'))
  const mounted = mount(folder, 1)
  if (mounted) unmount(folder)
  rmSync(folder, { recursive: true })
  return mounted
}

function mount(folder: string, megabytes: number): boolean {
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
  return process.platform === 'linux' && spawnSync('mount', options).status === 0
}

function unmount(folder: string) {
  spawnSync('umount', [folder])
}

export async function onSmallVolume<T>(megabytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'volume-'))
  if (!mount(folder, megabytes)) throw new Error('This user may not mount a small volume.')
  try {
    return await work(folder)
  } finally {
    unmount(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Takes all the free space except a little. */
function fill(folder: string, leaveBytes: number): string {
  const path = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  const file = openSync(path, 'w')
  const block = Buffer.alloc(65_536)
  try {
    for (let left = bavail * bsize - leaveBytes; left > 0; left -= block.length)
      writeSync(file, block, 0, Math.min(left, block.length))
  } catch {
    // It is full, as intended.
  }
  closeSync(file)
  return path
}

/** Fills the volume again and again, each time with slightly more or less space left, so that another write fails. */
export async function fillDisk(
  { times, postgresUrl }: { times: number; postgresUrl?: string | undefined },
  print: (line: string) => void = () => undefined,
) {
  return onSmallVolume(64, async (folder) => {
    const testSite = await openFaultSite({ folder, postgresUrl })
    return whileBusy(testSite, async (site) => {
      const { ledger, faults } = site
      for (let time = 0; time < times; time++) {
        await site.anotherAct()
        const refused = ledger.refused
        const filler = fill(folder, time * 24_576)
        const fullSince = performance.now()
        while (ledger.refused < refused + 8 && performance.now() - fullSince < 10_000)
          await site.during(sleep(20))
        rmSync(filler)
        const recoveryMs = await site.recover('a full disk')
        print(`full ${time + 1}: ${ledger.refused - refused} refused, recovered after ${recoveryMs} ms`)
      }
      await site.rest()
      faults.push(
        ...new Set(ledger.bad),
        ...new Set(site.readers.failed),
        ...(await checkAll(testSite, ledger)),
      )
      return { times, ...site.results, faults }
    })
  })
}
