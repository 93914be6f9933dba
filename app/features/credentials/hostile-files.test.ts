import { expect, test } from 'vitest'
import type { HostileFile } from '#test/hostile/credential-files/hostile-file.ts'
import { hidingFiles, jsonFiles, largeFiles } from '#test/hostile/credential-files/json-files.ts'
import { pdfFiles } from '#test/hostile/credential-files/pdf-files.ts'
import { pictureFiles } from '#test/hostile/credential-files/picture-files.ts'
import { strangersFiles } from '#test/hostile/credential-files/strangers-files.ts'
import { tokenFiles } from '#test/hostile/credential-files/token-files.ts'
import { isFull, isTaken } from '#test/harness/scale.ts'
import { now, own } from '#test/makers/credentials.ts'
import { checkFile } from './check-file.server.ts'

/** Files made to be called valid, to break the check or to keep it busy. */

const all: [string, () => HostileFile[] | Promise<HostileFile[]>, { min: number; oneIn?: number }][] = [
  ['credential that hides a field', hidingFiles, { min: 15 }],
  ['JSON', jsonFiles, { min: 150, oneIn: 6 }],
  ['credential of a stranger', strangersFiles, { min: 60, oneIn: 3 }],
  ['token', tokenFiles, { min: 70 }],
  ['picture', pictureFiles, { min: 50, oneIn: 3 }],
  ['large JSON', largeFiles, { min: 5 }],
  ['PDF', pdfFiles, { min: 30 }],
]
/** What takes long to make or to check is left to the full run. */
const kinds = isFull ? all : all.slice(0, 5)

test.for(kinds)(
  'each hostile %s gets the right word and a reason, soon',
  { timeout: 120_000 },
  async ([, makeFiles, { min, oneIn = 1 }]) => {
    const files = await makeFiles()
    expect(files.length).toBeGreaterThanOrEqual(min)
    expect(new Set(files.map(({ name }) => name)).size, 'each has a name of its own').toBe(files.length)
    const wrong: string[] = []
    for (const { name, bytes, words, list } of files.filter((_, at) => isTaken(at, 0, oneIn))) {
      const before = process.cpuUsage()
      const { word, why, isOurs } = await checkFile(bytes, { own, now, readList: () => list })
      const { user, system } = process.cpuUsage(before)
      const isRight =
        words.includes(word) && (!isOurs || words.includes('valid') || words.includes('expired'))
      if (!isRight || !/^[A-Z“].+\.$/.test(why) || why.length > 1000 || user + system > 10_000_000)
        wrong.push(`${name}: ${word}, ${why} (${Math.round((user + system) / 1000)} ms)`)
    }
    expect(wrong).toEqual([])
  },
)
