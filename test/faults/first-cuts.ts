import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/engine/engine.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { pick, randomFrom } from '#test/harness/random.ts'
import { RunningSite, runningOrigin } from '#test/harness/running-server.ts'
import { checkStore } from './checks.ts'
import { LayeredFolder } from './disk-layer.ts'
import { losePower, losses } from './power.ts'

/** J3 on a new site: the power is cut during the very first start, at one of all the changes that it makes. */
export async function cutFirstStarts(
  { times, seed, endsAt = Infinity }: { times: number; seed: number; endsAt?: number },
  print: (line: string) => void = () => undefined,
) {
  const random = randomFrom(seed)
  const faults: string[] = []
  const changes = await inNewSite(async ({ layer, site }) => {
    await site.start()
    return layer.seen()
  })
  let cuts = 0
  for (; cuts < times && performance.now() < endsAt; cuts++)
    await inNewSite(async ({ layer, site }) => {
      const number = Math.floor(random() * changes)
      const loss = pick(losses, random)
      layer.dieAfter(number)
      site.begin()
      await Promise.race([site.ended, site.opened().catch(() => undefined)])
      await site.kill()
      layer.mend()
      const { lost } = losePower(layer.journal, loss, random)
      rmSync(join(layer.folder, 'site.db-shm'), { force: true })
      const found = await startAgain(layer, site).catch((error: unknown) => [String(error)])
      faults.push(...found.map((fault) => `cut at change ${number}, ${loss} lost: ${fault}`))
      print(`cut at change ${number} of ${changes}, ${lost} lost, ${found.length} faults`)
    })
  return { cuts, changes, faults }
}

async function inNewSite<T>(work: (here: { layer: LayeredFolder; site: RunningSite }) => Promise<T>) {
  const layer = new LayeredFolder()
  const address = { DATA_DIR: layer.folder, HOST: '127.0.0.1', PORT: '0', ORIGIN: runningOrigin }
  const site = new RunningSite({ ...address, ...layer.journalled() })
  try {
    return await work({ layer, site })
  } finally {
    await site.kill()
    layer.remove()
  }
}

async function startAgain({ folder }: LayeredFolder, site: RunningSite): Promise<string[]> {
  await site.start()
  const address = join(folder, 'site.db')
  const db = openDatabase(address)
  const files = openFileStore(join(folder, 'files'))
  const privateFiles = openFileStore(join(folder, 'private'))
  const { status } = await site.get('/')
  const faults = await checkStore({ address, db, files, folder, privateFiles })
  await db.destroy()
  return status === 200 ? faults : [...faults, `the home page answers ${status}`]
}
