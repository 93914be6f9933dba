import { join } from 'node:path'
import { startFrontCache } from '#test/faults/front-cache.ts'
import { applyLoad } from './load.ts'
import { findProgram, pinned, serverCore } from './machine.ts'
import { startNginx } from './nginx.ts'
import { median, printTable, round, type Goal } from './numbers.ts'
import { startSite } from './servers.ts'
import { takeAnswers } from './throughput.ts'

const encodings = ['gzip', 'br']
const minShareOfFiles = 0.75
const rounds = 7

/** The home page from nginx's cache in front of the site, in turn with nginx sending the same bytes from files. */
export async function measureFrontCache(dataDir: string, folder: string) {
  if (!findProgram('nginx', ['-v'])) return { goals: [] }
  const site = await startSite(dataDir)
  const answers = await takeAnswers(site.address)
  const files = await startNginx(join(folder, 'nginx-files'), answers)
  const front = await startFrontCache(Number(new URL(site.address).port), {
    startedBy: (name, args) => pinned(serverCore, name, args),
  })
  try {
    const results = []
    for (const encoding of encodings) {
      const ratios: number[] = []
      for (let turn = 0; turn <= rounds; turn++) {
        const cached = await applyLoad(`http://127.0.0.1:${front.port}/`, encoding, 1)
        const plain = await applyLoad(`${files!.address}/${encoding}`, encoding, 1)
        // The first turn warms up.
        if (turn > 0) ratios.push(cached.perSecond / plain.perSecond)
      }
      results.push({ encoding, ratio: round(median(ratios), 2) })
    }
    return report(results)
  } finally {
    await front.stop()
    await files!.stop()
    await site.stop()
  }
}

function report(results: { encoding: string; ratio: number }[]) {
  console.log("\nHome page from nginx's cache in front of the site, compared with nginx and files")
  printTable(
    ['encoding', 'of files'],
    results.map(({ encoding, ratio }) => [encoding, ratio]),
  )
  const goals = results.map(({ encoding, ratio }): Goal => ({
    goal: `behind nginx's cache the home page (${encoding}) at least ${minShareOfFiles} of nginx with files`,
    measured: String(ratio),
    met: ratio >= minShareOfFiles,
  }))
  return { results, goals }
}
