import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './folder.server.ts'

let top: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'folder-'))
})
afterEach(() => rmSync(top, { recursive: true }))

test('a folder is made with those above it, once or in parallel', async () => {
  const folder = join(top, 'a', 'b', 'c')
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(top, 'a', 'd'))])
  await makeFolder(folder)

  expect(statSync(folder).isDirectory()).toBe(true)
  expect(statSync(join(top, 'a', 'd')).isDirectory()).toBe(true)
})

test('what stops it is named as the disk names it', async () => {
  writeFileSync(join(top, 'file'), '')

  await expect(makeFolder(join(top, 'file', 'a', 'b'))).rejects.toThrow('ENOTDIR')
})
