import { setTimeout as sleep } from 'node:timers/promises'
import { pick, randomFrom } from '#test/harness/random.ts'
import { whileBusy, type BusySite } from './in-use.ts'
import { checkAll } from './checks.ts'
import { kinds, LayeredFolder, type DiskCallKind } from './disk-layer.ts'
import { checkLetters } from './letters.ts'
import { openFaultSite } from './fault-site.ts'

/** K1: one change of the disk after another fails, once or with all that follow, and later none fails any more. */

const actsOfTrial = 10
const maxMs = 60_000
const checksAllEvery = 25

export async function failWrites(
  { times, seed, endsAt = Infinity }: { times: number; seed: number; endsAt?: number },
  print: (line: string) => void = () => undefined,
) {
  const layer = new LayeredFolder()
  const random = randomFrom(seed)
  const testSite = await openFaultSite({ folder: layer.folder, env: layer.controlled })
  try {
    return await whileBusy(testSite, async (site) => {
      const { ledger, faults } = site
      const changes = await countChanges(site, layer)
      let failures = 0
      for (; failures < times && performance.now() < endsAt && faults.length === 0; failures++) {
        const kind = pick(kinds, random)
        const code = pick(['EIO', 'ENOSPC'] as const, random)
        const isLasting = random() < 0.5
        const number = Math.floor(random() * changes[kind])
        layer.fail(kind, number, code, isLasting)
        await breakFor(site, layer, kind, isLasting)
        layer.mend()
        await site.recover(`${code} ${isLasting ? 'from' : 'at'} ${kind} ${number} on`)
        if (failures % checksAllEvery === checksAllEvery - 1) {
          faults.push(...(await checkAll(testSite, ledger)))
          print(`${failures + 1} failures, ${ledger.refused} refused, ${faults.length} faults`)
        }
      }
      await site.rest()
      if (ledger.bad.length > 0) faults.push(...reasonsIn(testSite.site.lines))
      faults.push(
        ...new Set(ledger.bad),
        ...new Set(site.readers.failed),
        ...(await checkAll(testSite, ledger)),
      )
      // What the mail server accepted and could not be recorded is sent again under its Message-ID, as after a kill.
      faults.push(...(await checkLetters(testSite, failures)).faults)
      const failed = kinds.map((kind) => `${layer.failed(kind)} of kind ${kind}`).join(', ')
      return { failures, failed, ...site.results, faults }
    })
  } finally {
    layer.remove()
  }
}

/** What the site logged about errors that were not the disk's fault by their code. */
function reasonsIn(lines: string[]): string[] {
  return lines.filter((line) => line.includes('"request.failed"') && !/EIO|ENOSPC|SqliteError/.test(line))
}

/** How many changes of each kind some actions make when nothing fails. */
async function countChanges(site: BusySite, layer: LayeredFolder): Promise<Record<DiskCallKind, number>> {
  const count = () => kinds.map((kind) => layer.seen(kind))
  const before = count()
  const enough = site.ledger.acknowledged + actsOfTrial
  while (site.ledger.acknowledged < enough) await site.anotherAct()
  const changes = count().map((seen, at) => seen - (before[at] ?? 0))
  return Object.fromEntries(kinds.map((kind, at) => [kind, changes[at]])) as Record<DiskCallKind, number>
}

/** Until the change has failed, and if all fail from there on, until some people got an error. */
async function breakFor(site: BusySite, layer: LayeredFolder, kind: DiskCallKind, isLasting: boolean) {
  const before = layer.failed(kind)
  const giveUpAt = performance.now() + maxMs
  while (layer.failed(kind) === before) {
    if (performance.now() > giveUpAt) throw new Error(`There was no change of the kind ${kind}.`)
    await site.during(sleep(2))
  }
  const { refused } = site.ledger
  while (isLasting && site.ledger.refused < refused + 8 && performance.now() < giveUpAt)
    await site.during(sleep(20))
}
