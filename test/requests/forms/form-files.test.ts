import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { findDraft } from '#features/forms/drafts/drafts.server.ts'
import { unseal } from '#features/forms/sealed.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { makeHostileFiles } from '#test/hostile/hostile-files.ts'
import { makePdf, photograph } from '#test/hostile/made-files.ts'
import { isTaken } from '#test/harness/scale.ts'
import { captureLog } from '#test/harness/log.ts'
import { startInFull } from '#test/harness/form-pages.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, importBuild, origin, test, type TestSite } from '#test/harness/site.ts'

/** Files that people send with a form: judged by their bytes, stored sealed, refused with a sentence. */

const fellow = '/fellowship/fellow-nomination-form'
const membership = '/membership/form'

function waiting({ dataDir }: TestSite): string[] {
  const folder = join(dataDir, 'uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

async function begin(testSite: Pick<TestSite, 'site'>, href = fellow): Promise<PlainBrowser> {
  const browser = openPlainBrowser(testSite.site)
  await (href === fellow ? startInFull(browser, href) : browser.post(href, {}))
  return browser
}

function filesOf({ site }: Pick<TestSite, 'site'>, browser: PlainBrowser) {
  const token = browser.cookie().split('=')[1] ?? ''
  return findDraft(site.db, 'fellow', token, autumn).then((draft) => draft?.files ?? [])
}

/** As the script of the page sends one. */
function upload(testSite: TestSite, browser: PlainBrowser, question: string, name: string, bytes: Buffer) {
  return testSite.site.respond(
    new Request(`${origin}${fellow}/upload?question=${question}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: {
        ...{ origin, cookie: browser.cookie(), 'content-type': 'application/octet-stream' },
        'x-file-name': encodeURIComponent(name),
      },
    }),
  )
}

test('a file is sent with its page, listed with its size, survives errors and is removed by its button', async ({
  testSite,
}) => {
  captureLog()
  const browser = await begin(testSite)
  const cv = { field: 'vitae', name: 'My CV.pdf', bytes: await makePdf(2) }
  const page = await browser.post(`${fellow}/attachments`, { go: 'on' }, [cv])

  expect(page.status).toBe(400)
  expect(page.text).toContain('Full list of publications: choose a file.')
  expect(page.text).toMatch(/My CV\.pdf \d+(\.\d)? (KB|bytes)/)
  const [file] = await filesOf(testSite, browser)
  const stored = readFileSync(join(testSite.dataDir, 'private', file!.sha256.slice(0, 2), file!.sha256))
  expect(stored.includes('%PDF-')).toBe(false)
  expect(unseal(Buffer.from(file!.fileKey, 'base64url'), stored)).toEqual(cv.bytes)
  const removed = await browser.post(`${fellow}/attachments`, { drop: file!.id })
  expect(removed.text).not.toContain('My CV.pdf')
  expect(await filesOf(testSite, browser)).toEqual([])
  expect(waiting(testSite)).toEqual([])
})

test('no byte of a file is written without a form, or while the form is closed', async ({ testSite }) => {
  captureLog()
  const pdf = { field: 'vitae', name: 'a.pdf', bytes: await makePdf(1) }
  const stranger = openPlainBrowser(testSite.site)
  const watched = watchFolder(join(testSite.dataDir, 'uploads'))
  const none = await stranger.post(`${fellow}/attachments`, { go: 'list' }, [pdf])
  expect(none.status).toBe(404)
  expect((await upload(testSite, stranger, 'vitae', 'a.pdf', pdf.bytes)).status).toBe(404)

  const owner = await begin(testSite)
  const photo = { field: 'photograph', name: 'a.jpg', bytes: await photograph(400, 500) }
  const shut = { fellowOpensAt: '2026-01-01 00:00', fellowClosesAt: '2026-02-01 00:00' }
  await changeSettings(testSite.site.db, system, shut, autumn)
  const closed = await owner.post(`${fellow}/person`, { nationality: 'Precious', go: 'list' }, [photo])
  expect(closed.status).toBe(409)
  expect(closed.text).toContain('this form is not open, so you cannot add files. Your text is saved.')
  expect(closed.html).toContain('value="Precious"')
  expect((await upload(testSite, owner, 'vitae', 'a.pdf', pdf.bytes)).status).toBe(409)
  expect(await filesOf(testSite, owner)).toEqual([])
  expect(watched()).toEqual([])
  await changeSettings(testSite.site.db, system, { fellowOpensAt: '', fellowClosesAt: '' }, autumn)
})

test('a network at its limit is told so, with its text saved', async ({ testSite }) => {
  captureLog()
  const browser = await begin(testSite)
  const photo = { field: 'photograph', name: 'a.jpg', bytes: await photograph(400, 500) }
  const fill = (bytes: number) => testSite.site.db.updateTable('form_draft').set({ bytes }).execute()
  await fill(2400 * 1024 * 1024)
  const watched = watchFolder(join(testSite.dataDir, 'uploads'))
  const full = await browser.post(`${fellow}/person`, { nationality: 'Precious', go: 'list' }, [photo])
  expect(full.status).toBe(429)
  expect(full.text).toContain('have used all the space we allow for one network')
  expect(full.html).toContain('value="Precious"')
  await fill(20 * 1024 * 1024 * 1024)
  expect((await upload(testSite, browser, 'photograph', 'a.jpg', photo.bytes)).status).toBe(507)
  expect((await openPlainBrowser(testSite.site).post(fellow, {})).status).toBe(507)
  expect(watched()).toEqual([])

  await fill(65_536)
  expect((await upload(testSite, browser, 'photograph', 'a.jpg', photo.bytes)).status).toBe(200)
  expect(
    await testSite.site.db.selectFrom('form_charge').select('id').where('kind', '=', 'upload').execute(),
  ).toEqual([])
  await fill(65_536)
})

/** What was ever written into a folder since. */
function watchFolder(folder: string): () => string[] {
  mkdirSync(folder, { recursive: true })
  const seen = new Set<string>()
  const watcher = watch(folder, (_, name) => seen.add(name ?? ''))
  onTestFinished(() => watcher.close())
  return () => [...seen]
}

test('another person cannot remove a file', async ({ testSite }) => {
  captureLog()
  const [owner, stranger] = [await begin(testSite), await begin(testSite)]
  await owner.post(`${fellow}/attachments`, { go: 'list' }, [
    { field: 'vitae', name: 'a.pdf', bytes: await makePdf(1) },
  ])
  const [file] = await filesOf(testSite, owner)
  await stranger.post(`${fellow}/attachments`, { drop: file!.id })

  expect(await filesOf(testSite, owner)).toHaveLength(1)
  expect(
    await testSite.site.db.selectFrom('attachment').select('id').where('id', '=', file!.id).execute(),
  ).toHaveLength(1)
})

test('a photograph is encoded again without camera metadata, upright and large enough', async ({
  testSite,
}) => {
  captureLog()
  const browser = await begin(testSite)
  const plain = await photograph(500, 400)
  const turned = await sharp(plain)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'Canary-GPS' } })
    .toBuffer()
  const small = await photograph(299, 400)
  const refused = await browser.post(`${fellow}/person`, { nationality: 'Kept', go: 'list' }, [
    { field: 'photograph', name: 'me.jpg', bytes: small },
  ])
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('“me.jpg” has fewer than 300 × 400 pixels.')
  expect(refused.html).toContain('value="Kept"')
  await browser.post(`${fellow}/person`, { nationality: 'Kept', go: 'list' }, [
    { field: 'photograph', name: 'me.jpg', bytes: turned },
  ])
  const [file] = await filesOf(testSite, browser)
  const stored = readFileSync(join(testSite.dataDir, 'private', file!.sha256.slice(0, 2), file!.sha256))
  const bytes = unseal(Buffer.from(file!.fileKey, 'base64url'), stored)
  expect(bytes.includes('Canary-GPS')).toBe(false)
  const { width, height, exif, orientation } = await sharp(bytes).metadata()
  expect({ width, height, exif, orientation }).toEqual({
    width: 400,
    height: 500,
    exif: undefined,
    orientation: undefined,
  })
})

test(
  'no hostile file is stored as what it is not, and each refusal is a sentence',
  { timeout: 180_000 },
  async ({ testSite }) => {
    captureLog()
    const files = (await makeHostileFiles()).filter(({ bytes }) => bytes.length < 5_000_000)
    const browser = await begin(testSite)
    for (const [row, { name, fileName, bytes }] of files.entries()) {
      for (const question of ['vitae', 'photograph'].filter((_, column) => isTaken(row, column, 2))) {
        const answer = await upload(testSite, browser, question, fileName, bytes)
        const { sentence = '' } = (await answer.json()) as { sentence?: string }
        if (answer.status === 200) {
          const saved = (await filesOf(testSite, browser)).at(-1)!
          expect(['application/pdf', 'image/jpeg'], name).toContain(saved.mediaType)
          expect(saved.name, name).toMatch(question === 'vitae' ? /\.pdf$/ : /\.jpg$/)
          const page = question === 'vitae' ? 'attachments' : 'person'
          await browser.post(`${fellow}/${page}`, { drop: saved.id })
        } else {
          expect([400, 413], name).toContain(answer.status)
          expect(sentence, name).toMatch(/^[A-Z].+\.$/)
        }
      }
    }
    expect(await filesOf(testSite, browser)).toEqual([])
    expect(waiting(testSite)).toEqual([])
  },
)

test.for([
  '../../x.pdf',
  'a\0b.pdf',
  '\u202efdp.exe',
  'CON.pdf',
  'é'.repeat(400),
  'a\r\nX-Evil: 1.pdf',
  'a"; filename="b.html',
  '<img src=x onerror=alert(1)>.pdf',
])('a file named %j keeps nothing of it that could do harm', async (name, { testSite }) => {
  captureLog()
  const browser = await begin(testSite)
  const answer = await upload(testSite, browser, 'vitae', name, await makePdf(1))
  expect(answer.status).toBe(200)
  const [file] = await filesOf(testSite, browser)

  expect(file!.name).toMatch(/^[^/\\\0-\x1f"<>]+\.pdf$/)
  expect((await browser.open(`${fellow}/attachments`)).html).not.toContain('<img src=x')
})

test('a file is as large as its question allows, and not a byte larger', async ({ testSite }) => {
  captureLog()
  const browser = await begin(testSite)
  const pdf = await makePdf(1)
  const padded = (bytes: number) => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, '\n')])
  const most = 5 * 1024 * 1024
  const one = await upload(testSite, browser, 'vitae', 'a.pdf', padded(most + 1))
  expect(one.status).toBe(413)
  expect(((await one.json()) as { sentence: string }).sentence).toBe(
    'Curriculum vitae: “a.pdf” is larger than 5 MB. Upload a smaller file.',
  )
  const page = await browser.post(`${fellow}/attachments`, { go: 'list' }, [
    { field: 'vitae', name: 'b.pdf', bytes: padded(most + 1) },
  ])
  expect(page.status).toBe(400)
  expect(page.text).toContain('“b.pdf” is larger than 5 MB')
  expect((await upload(testSite, browser, 'vitae', 'c.pdf', padded(most))).status).toBe(200)
  const second = await upload(testSite, browser, 'vitae', 'd.pdf', pdf)
  expect(((await second.json()) as { sentence: string }).sentence).toContain('Remove the other file first.')
})

test('a page that is too large gets 413, and its text is saved', async ({ testSite }) => {
  captureLog()
  const browser = await begin(testSite, membership)
  const large = Buffer.alloc(52 * 1024 * 1024, 'x')
  const page = await browser.post(
    `${membership}/you`,
    { firstName: 'Precious', lastName: 'Words', go: 'on' },
    [{ field: 'photograph', name: 'me.jpg', bytes: large }],
  )
  expect(page.status).toBe(413)
  expect(page.html).toContain('value="Precious"')
  expect((await browser.open(`${membership}/you`)).html).toContain('value="Words"')

  const text = await browser.post(`${membership}/you`, {
    firstName: 'Kept',
    officeAddress: 'x'.repeat(3 * 1024 * 1024),
  })
  expect(text.status).toBe(413)
  expect((await browser.open(`${membership}/you`)).html).toContain('value="Kept"')
  expect(waiting(testSite)).toEqual([])
})

test.for([
  ['no boundary', 'multipart/form-data', 'x'],
  [
    'no end',
    'multipart/form-data; boundary=x7',
    '--x7\r\nContent-Disposition: form-data; name="firstName"\r\n\r\nA',
  ],
  ['another type', 'text/plain', 'firstName=A'],
  [
    'a thousand parts',
    'multipart/form-data; boundary=x7',
    '--x7\r\nContent-Disposition: form-data; name="firstName"\r\n\r\nA\r\n'.repeat(1000),
  ],
  [
    'a file for no question',
    'multipart/form-data; boundary=x7',
    '--x7\r\nContent-Disposition: form-data; name="firstName"; filename="a.pdf"\r\n\r\nA\r\n--x7--\r\n',
  ],
  [
    'a field twice',
    'multipart/form-data; boundary=x7',
    `${'--x7\r\nContent-Disposition: form-data; name="firstName"\r\n\r\nA\r\n'.repeat(2)}--x7--\r\n`,
  ],
] as const)('a form with %s is refused and changes nothing', async ([, type, body], { testSite }) => {
  captureLog()
  const browser = await begin(testSite, membership)
  const before = await testSite.site.db.selectFrom('form_draft').selectAll().execute()
  const headers = { origin, cookie: browser.cookie(), 'content-type': type }
  const address = `${origin}${membership}/you`
  const answer = await testSite.site.respond(new Request(address, { method: 'POST', body, headers }))

  expect(answer.status).toBe(400)
  expect(await testSite.site.db.selectFrom('form_draft').selectAll().execute()).toEqual(before)
  expect(waiting(testSite)).toEqual([])
})

test.for([
  ['a part', 'attachments', 'multipart/form-data; boundary=x7'],
  ['a file', 'upload?question=vitae', 'application/octet-stream'],
  ['a text', 'seconder', 'application/x-www-form-urlencoded'],
] as const)(
  '%s without an end costs no memory and is cut off',
  async ([, page, type], { testSite, port }) => {
    captureLog()
    const browser = await begin(testSite)
    const before = process.memoryUsage.rss()
    let most = 0
    const headers = { origin, cookie: browser.cookie(), 'content-type': type, 'x-file-name': 'a.pdf' }
    const sending = request({
      ...{ port, host: '127.0.0.1', method: 'POST', path: `${fellow}/${page}`, agent: false },
      headers: { ...headers, 'transfer-encoding': 'chunked' },
    })
    let status = 0
    let isOpen = true
    const ended = new Promise<void>((resolve) =>
      sending.once('close', resolve).once('error', () => resolve()),
    )
    void ended.then(() => (isOpen = false))
    sending.once('response', (answer: IncomingMessage) => {
      status = answer.statusCode ?? 0
      answer.resume()
    })
    sending.write('--x7\r\nContent-Disposition: form-data; name="vitae"; filename="a.pdf"\r\n\r\n')
    const piece = Buffer.alloc(65_536, 'a')
    let sent = 0
    while (isOpen && sent < 1_000_000_000) {
      if (!sending.write(piece)) await Promise.race([once(sending, 'drain').catch(() => undefined), ended])
      sent += piece.length
      most = Math.max(most, process.memoryUsage.rss() - before)
    }
    sending.destroy()

    expect(sent).toBeLessThan(1_000_000_000)
    expect([0, 400, 413]).toContain(status)
    // The sender itself runs in this process too.
    expect(most).toBeLessThan(150_000_000)
    await expect.poll(() => waiting(testSite)).toEqual([])
  },
)

test('the scanner sees each file once, and infected ones are not stored', async ({ testSite }) => {
  captureLog()
  const folder = mkdtempSync(join(tmpdir(), 'scanner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [script, seen] = [join(folder, 'scan.mjs'), join(folder, 'seen')]
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(seen)}, 'x')
     process.exit(readFileSync(process.argv[2]).includes('EICAR') ? 1 : 0)`,
  )
  const built = await importBuild()
  const config = { ...testSite.config, scanCommand: [process.execPath, script] }
  const site = await built.openSite(config, () => autumn)
  onTestFinished(() => site.close())
  const browser = await begin({ site })
  const pdf = await makePdf(1)
  const marked = Buffer.concat([pdf, Buffer.from('\n%EICAR\n')])
  const page = await browser.post(`${fellow}/attachments`, { go: 'list' }, [
    { field: 'vitae', name: 'clean.pdf', bytes: pdf },
    { field: 'allPublications', name: 'list.pdf', bytes: marked },
  ])

  expect(page.text).toContain('“list.pdf” was rejected by our virus scanner. We did not save it.')
  expect(page.text).toContain('clean.pdf')
  expect(readFileSync(seen, 'utf8')).toBe('xx')
  expect(await filesOf({ site }, browser)).toHaveLength(1)
})

test.for([
  ['no link', '/confirm/accept'],
  ['a link that is none', `/confirm/accept?token=${'x'.repeat(43)}`],
])(
  'no byte of a photograph is written with %s to accept an election',
  async ([, path = ''], { testSite }) => {
    captureLog()
    const browser = openPlainBrowser(testSite.site)
    const watched = watchFolder(join(testSite.dataDir, 'uploads'))
    const photo = { field: 'acceptedPhotograph', name: 'a.jpg', bytes: await photograph(400, 500) }
    const fields = { token: 'x'.repeat(43), shown: 'y', accepts: 'yes' }
    expect((await browser.post(path, fields, [photo])).status).toBe(410)
    expect(watched()).toEqual([])
  },
)
