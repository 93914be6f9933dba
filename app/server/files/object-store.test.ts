import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, test as base } from 'vitest'
import { objectsAt, startObjectServer } from '#test/harness/object-store.ts'
import type { FileStore } from './files.server.ts'
import { openObjectStore } from './object-store.server.ts'
import { openStores } from './stores.server.ts'
import { onlyInFull } from '#test/harness/scale.ts'

const test = base.extend<{ folder: string; address: string; files: FileStore }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'objects-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  address: async ({ folder }, use) => {
    const server = await startObjectServer(folder)
    await use(server.address)
    await server.stop()
  },
  files: async ({ address, folder }, use) => use(openObjectStore(objectsAt(address, folder), 'files')),
})

const bytes = Buffer.from('Seven colours')
const sha256 = createHash('sha256').update(bytes).digest('hex')

test('a file is stored under the hash of its bytes, and read completely and in part', async ({ files }) => {
  expect(await files.has(sha256)).toBe(false)
  expect(await files.put(bytes)).toBe(sha256)
  expect(await files.put(bytes)).toBe(sha256)

  expect(await files.has(sha256)).toBe(true)
  expect(await files.read(sha256)).toEqual(bytes)
  expect(await text(files.stream(sha256))).toBe('Seven colours')
  expect(await text(files.stream(sha256, { start: 6, end: 8 }))).toBe('col')
})

test('a file of this machine is stored, however large', async ({ files, folder }) => {
  const large = Buffer.alloc(9_000_000, 'light')
  const name = createHash('sha256').update(large).digest('hex')
  writeFileSync(join(folder, 'large'), large)
  await files.putFile(join(folder, 'large'), name)

  expect((await buffer(files.stream(name))).equals(large)).toBe(true)
})

test('a removed file is gone, and removing it again is no error', async ({ files }) => {
  await files.put(bytes)
  await files.remove(sha256)
  await files.remove(sha256)

  expect(await files.has(sha256)).toBe(false)
  await expect(files.read(sha256)).rejects.toThrow('no such file')
  await expect(text(files.stream(sha256))).rejects.toThrow('no such file')
})

test(
  'all files of this folder only are listed, over more than one answer',
  onlyInFull,
  async ({ address, folder }) => {
    const { files, privateFiles } = openStores({ dataDir: folder, objects: objectsAt(address, folder) })
    await privateFiles.put(bytes)
    const names: string[] = []
    for (let number = 0; number < 1005; number++) names.push(await files.put(Buffer.from(String(number))))

    const found = await all(files.list())

    expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(found.every(({ writtenAt }) => Math.abs(writtenAt.getTime() - Date.now()) < 120_000)).toBe(true)
    expect((await all(privateFiles.list())).map(({ name }) => name)).toEqual([sha256])
  },
)

test.for(['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(64)}?acl`])(
  'the name “%s” is refused by every function',
  (name, { files }) => {
    for (const act of [files.has, files.read, files.stream, files.remove])
      expect(() => act(name)).toThrow('not the name of a stored file')
  },
)

test('a wrong key is reported as such and never taken for a missing file', async ({ address, folder }) => {
  const files = openObjectStore({ ...objectsAt(address, folder), secretAccessKey: 'wrong' }, 'files')

  await expect(files.has(sha256)).rejects.toThrow('answered 403')
  await expect(files.put(bytes)).rejects.toThrow('answered 403')
})

test('a store that fails temporarily is asked again', async ({ folder, address }) => {
  const behind = new URL(address)
  let failures = 2
  const moody = await listen((request, answer) => {
    if (failures-- > 0) return answer.writeHead(503).end()
    void forward(behind, request).then(({ status, body }) => answer.writeHead(status).end(body))
  })
  const location = { ...objectsAt(address, folder), endpoint: `${moody.address}/academy/site` }
  expect(await openObjectStore(location, 'files').has(sha256)).toBe(false)
  await moody.stop()
})

test('an unreachable store is reported as such', async ({ folder, address }) => {
  const { address: nowhere, stop } = await listen(() => undefined)
  await stop()
  const files = openObjectStore({ ...objectsAt(address, folder), endpoint: `${nowhere}/academy` }, 'files')

  await expect(files.has(sha256)).rejects.toThrow('does not answer')
  await expect(files.put(bytes)).rejects.toThrow('does not answer')
})

async function all<Item>(items: AsyncIterable<Item>) {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

type Answer = Parameters<Parameters<typeof createServer>[1] & {}>

async function listen(answer: (...pending: Answer) => unknown) {
  const server: Server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** Without the signature, which was made for another host; this server answers requests without one. */
async function forward(behind: URL, request: Answer[0]) {
  const answer = await fetch(`${behind.origin}${request.url}`, { method: request.method ?? 'GET' })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}
