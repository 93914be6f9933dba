import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test as base } from 'vitest'
import { openFileStore, type FileStore } from './files.server.ts'

const test = base.extend<{ folder: string; files: FileStore }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    await use(join(folder, 'files'))
    rmSync(folder, { recursive: true })
  },
  files: async ({ folder }, use) => use(openFileStore(folder)),
})

const bytes = Buffer.from('Seven colours')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const absent = 'a'.repeat(64)

test('a file is stored under the hash of its bytes', async ({ files, folder }) => {
  expect(await files.put(bytes)).toBe(sha256)
  expect(readFileSync(join(folder, sha256.slice(0, 2), sha256))).toEqual(bytes)
})

test('a stored file can be looked up, read completely and in part', async ({ files }) => {
  await files.put(bytes)

  expect(await files.has(sha256)).toBe(true)
  expect(await files.read(sha256)).toEqual(bytes)
  expect(await text(files.stream(sha256))).toBe('Seven colours')
  expect(await text(files.stream(sha256, { start: 6, end: 8 }))).toBe('col')
})

test('the same bytes are stored once, also in parallel', async ({ files, folder }) => {
  await Promise.all(Array.from({ length: 10 }, () => files.put(bytes)))
  const { mtimeMs, ino } = statSync(join(folder, sha256.slice(0, 2), sha256))
  await files.put(bytes)

  expect(readdirSync(join(folder, sha256.slice(0, 2)))).toEqual([sha256])
  expect(statSync(join(folder, sha256.slice(0, 2), sha256))).toMatchObject({ mtimeMs, ino })
})

test('an empty file is a file', async ({ files }) => {
  const name = await files.put(new Uint8Array())

  expect(await files.read(name)).toHaveLength(0)
})

test('a half-written file of a killed process is not the file', async ({ files, folder }) => {
  await files.put(bytes)
  await files.remove(sha256)
  writeFileSync(join(folder, sha256.slice(0, 2), `${sha256}.0d3b`), 'Sev')

  expect(await files.has(sha256)).toBe(false)
  expect(await files.put(bytes)).toBe(sha256)
  expect(await files.read(sha256)).toEqual(bytes)
})

test('a removed file is gone, and removing it again is no error', async ({ files }) => {
  await files.put(bytes)
  await files.remove(sha256)
  await files.remove(sha256)

  expect(await files.has(sha256)).toBe(false)
  await expect(files.read(sha256)).rejects.toThrow('ENOENT')
})

test.for([
  '',
  '../../etc/passwd',
  'A'.repeat(64),
  'a'.repeat(63),
  'a'.repeat(65),
  `${absent}\n`,
  `${absent}/..`,
])('the name “%s” is refused by every function', async (name, { files }) => {
  const refusal = 'not the name of a stored file'
  expect(() => files.has(name)).toThrow(refusal)
  expect(() => files.read(name)).toThrow(refusal)
  expect(() => files.stream(name)).toThrow(refusal)
  expect(() => files.remove(name)).toThrow(refusal)
})

test('a file that was never stored does not exist', async ({ files }) => {
  expect(await files.has(absent)).toBe(false)
})

test('if the file cannot be written, nothing is promised and nothing is left over', async ({
  files,
  folder,
}) => {
  await files.put(Buffer.from('another'))
  // A file where the folder should be stops even an administrator.
  writeFileSync(join(folder, sha256.slice(0, 2)), '')

  await expect(files.put(bytes)).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).includes(sha256))).toEqual([])
})
