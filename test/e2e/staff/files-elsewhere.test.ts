import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storeDownload } from '#features/media/operations.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { markedSvg } from '#test/hostile/hostile-files.ts'
import { hydrated, makePerson, test, type Office } from '#test/e2e/harness/staff-office.ts'

/** Test D7: what happens to stored files when a page uses them, our own or a foreign one. */

const tags = ['img', 'iframe', 'script', 'object', 'embed', 'link'] as const

test('neither a foreign page nor one of ours can make our files run', async ({
  office,
  browser,
  openSignedIn,
}) => {
  const files = await storeFiles(office)
  const editor = await makePerson(office, { role: 'editor' })
  const elsewhere = await servePage()
  const page = await openSignedIn(office, editor, { expected: /./ })
  const outside: string[] = []
  page.context().on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== office.address && origin !== elsewhere.address) outside.push(request.url())
  })

  await page.goto(elsewhere.address)
  for (const path of [...files.downloads, files.picture, files.whole])
    expect(await tryAll(page, office.address + path), `elsewhere ${path}`).toEqual({
      loaded: [],
      ran: [],
      readable: false,
    })

  await page.goto('/editor/media')
  await hydrated(page)
  for (const path of files.downloads) {
    const { loaded, ran } = await tryAll(page, path)
    expect(ran, `here ${path}`).toEqual([])
    // A drawing may be a picture in a page, where browsers run nothing of it.
    expect(loaded, `here ${path}`).toEqual(path.endsWith('.svg') ? ['img'] : [])
  }
  expect((await tryAll(page, files.picture)).loaded).toEqual(['img'])
  expect(outside).toEqual([])
  await elsewhere.close()
  expect(browser.isConnected()).toBe(true)
})

async function storeFiles({ db, dataDir }: Office) {
  const store = openFileStore(join(dataDir, 'files'))
  const downloads: string[] = []
  for (const [name, mediaType, text] of [
    ['page.svg', 'image/svg+xml', markedSvg],
    ['script.pdf', 'application/pdf', 'globalThis.ran = ["script"]; /* %PDF- */'],
  ] as const) {
    const id = await storeDownload(db, store, Buffer.from(text), { name, mediaType }, new Date())
    downloads.push(`/files/${id}/${name}`)
  }
  const { sha256, file_id } = await db
    .selectFrom('picture_variant')
    .select(['sha256', 'file_id'])
    .where('format', '=', 'jpeg')
    .executeTakeFirstOrThrow()
  return { downloads, picture: `/pictures/${sha256}.jpg`, whole: `/editor/media/${file_id}/whole` }
}

/** Which elements show what is at the address, what ran because of it, and whether a script can read it. */
function tryAll(page: Page, url: string) {
  return page.evaluate(
    async ({ url, tags }) => {
      const ran: string[] = []
      Object.assign(globalThis, { ran, alert: () => void ran.push('alert') })
      const loaded: string[] = []
      for (const tag of tags) {
        // A frame reports that it is loaded even if it shows that nothing may be shown, or reports nothing.
        const isFrame = ['iframe', 'object', 'embed'].includes(tag)
        const element = document.createElement(tag)
        const ended = new Promise<boolean>((resolve) => {
          element.addEventListener('load', () => resolve(true))
          element.addEventListener('error', () => resolve(false))
          setTimeout(() => resolve(false), isFrame ? 400 : 20_000)
        })
        try {
          if (element instanceof HTMLLinkElement) Object.assign(element, { rel: 'stylesheet', href: url })
          else if (element instanceof HTMLObjectElement) element.data = url
          else element.src = url
        } catch {
          // Our own pages let no script have an untrusted address.
          continue
        }
        document.body.append(element)
        const isLoaded = await ended
        if (isLoaded && !isFrame) loaded.push(tag)
        element.remove()
      }
      const readable = await fetch(url, { credentials: 'include' }).then(
        () => true,
        () => false,
      )
      return { loaded, ran: (globalThis as unknown as { ran: string[] }).ran, readable }
    },
    { url, tags: [...tags] },
  )
}

async function servePage() {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Elsewhere</title><body>'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
