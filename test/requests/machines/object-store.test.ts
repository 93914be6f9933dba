import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { captureLog } from '#test/harness/log.ts'
import { startObjectServer } from '#test/harness/object-store.ts'
import { openStarterSite, origin } from '#test/harness/site.ts'

const pages = ['/', '/gallery', '/newsletter', '/archive']

test('with its files in an object store a site shows every picture and sends every download', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'))
  const store = await startObjectServer(folder)
  const { site, dataDir, close } = await openStarterSite(origin, { FILES_URL: store.address })
  const visit = (address: string, headers: HeadersInit = {}) =>
    site.respond(new Request(origin + address, { headers }))

  const texts = await Promise.all(pages.map(async (page) => (await visit(page)).text()))
  const addresses = new Set(texts.join().match(/\/(?:files|pictures)\/[^"'\s,]+/g))
  expect(addresses.size).toBeGreaterThan(9)
  for (const address of addresses) {
    const answer = await visit(address)
    expect([address, answer.status]).toEqual([address, 200])
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')))
  }
  expect(existsSync(join(dataDir, 'files'))).toBe(false)

  await store.stop()
  captureLog()
  const refused = await visit([...addresses][0]!)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  expect((await visit('/gallery')).status).toBe(200)
  await close()
  rmSync(folder, { recursive: true })
})
