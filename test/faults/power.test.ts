import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '#test/harness/processes.ts'
import { randomFrom } from '#test/harness/random.ts'
import { canCompile, LayeredFolder, type IgnoredSyncs } from './disk-layer.ts'
import { losePower } from './power.ts'

const canRun = process.env['TEST_ENGINE'] === 'sqlite' && canCompile()

/**
 * What is left of the files of `test/harness/processes/keep-files.ts`, each by the name of the way in which it was
 * stored.
 */
async function leftAfterCut(ignoredSyncs?: IgnoredSyncs) {
  const layer = new LayeredFolder()
  onTestFinished(() => layer.remove())
  const { folder, journal } = layer
  const { signal } = await runProgram(
    'test/harness/processes/keep-files.ts',
    layer.journalled(ignoredSyncs),
    folder,
  ).ended
  expect(signal).toBe('SIGKILL')
  losePower(journal, 'all', randomFrom(1))
  return {
    put: storedIn(join(folder, 'files')),
    copied: storedIn(join(folder, 'private')),
    piece: sizeOf(join(folder, 'uploads', 'upload')) === 5000,
    secret: sizeOf(join(folder, 'secret')) === 9,
    backup: sizeOf(join(folder, 'backups', 'one')) > 0,
  }
}

function storedIn(folder: string): boolean {
  if (!existsSync(folder)) return false
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60)
  return (
    names.length === 1 &&
    names.every((name) => name.endsWith(hash('sha256', readFileSync(join(folder, name)))))
  )
}

function sizeOf(path: string): number {
  return existsSync(path) ? readFileSync(path).length : 0
}

const all = { put: true, copied: true, piece: true, secret: true, backup: true }
const none = { put: false, copied: false, piece: false, secret: false, backup: false }

test.runIf(canRun)('what was stored on a new site survives a power cut (J3)', async () => {
  expect(await leftAfterCut()).toEqual(all)
})

test.runIf(canRun).each(['files', 'folders'] as const)(
  'if the disk only claims to have synced %s, the layer loses what was stored',
  async (ignoredSyncs) => {
    expect(await leftAfterCut(ignoredSyncs)).toEqual(none)
  },
)
