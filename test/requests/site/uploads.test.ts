import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import { clearUploads } from '#features/media/uploads.server.ts'
import { openChunkStore } from '#server/files/chunks.server.ts'
import { makeHostileFiles } from '#test/hostile/hostile-files.ts'
import { makePdf, photograph } from '#test/hostile/made-files.ts'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { isTaken } from '#test/harness/scale.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { dumpTables } from '#test/harness/databases/dump-tables.ts'
import { test, type Caller } from '#test/harness/visitors.ts'
import { address, begin, finish, losePiece, post, sendPiece, upload, waiting } from '#test/makers/uploads.ts'

/** Files as uploaded over HTTP, honest and hostile. */

test('a file arrives in chunks, and continues where a lost connection left it', async ({
  port,
  testSite,
  callers,
}) => {
  captureLog()
  const by = callers.editor
  const pdf = Buffer.concat([await makePdf(3), Buffer.from(`\n%${newId()}\n`)])
  const id = await begin(port, by, 'Report.pdf', pdf.length)
  await losePiece(port, testSite, by, id, pdf.subarray(0, 1000), pdf.length)
  const state = async () => JSON.parse((await post(port, 'state', by, { id })).text) as { received: number }
  await expect.poll(async () => (await state()).received).toBe(1000)

  expect(await sendPiece(port, by, id, 0, pdf)).toMatchObject({ status: 409, body: { received: 1000 } })
  expect(await sendPiece(port, by, id, 2000, pdf)).toMatchObject({ status: 409, body: { received: 1000 } })
  expect((await finish(port, by, id)).status).toBe(400)
  const half = Math.floor(pdf.length / 2)
  await sendPiece(port, by, id, 1000, pdf.subarray(1000, half))
  await sendPiece(port, by, id, half, pdf.subarray(half))
  const first = await finish(port, by, id)
  expect(first).toMatchObject({ status: 200, body: { isKnown: false, file: { name: 'Report.pdf' } } })
  expect(await finish(port, by, id), 'asked again').toEqual(first)
  expect(waiting(testSite)).toEqual([])

  const served = await ask(port, `/files/${first.body.file?.id}/Report.pdf`)
  expect(served.bytes).toEqual(pdf)
})

test('the same bytes are recognised, and are added only on request', async ({ port, callers }) => {
  const photo = await photograph(61, 47)
  const first = await upload(port, callers.editor, 'one.jpg', photo)
  const id = await begin(port, callers.admin, 'two.jpg', photo.length)
  await sendPiece(port, callers.admin, id, 0, photo)

  expect(await finish(port, callers.admin, id)).toMatchObject({
    status: 200,
    body: { isKnown: true, file: { id: first.body.file?.id, name: 'one.jpg' } },
  })
  const both = await finish(port, callers.admin, id, true)
  expect(both).toMatchObject({ status: 200, body: { isKnown: false, file: { name: 'two.jpg' } } })
  expect(both.body.file?.id).not.toBe(first.body.file?.id)
})

test(
  'every hostile file gets its answer, in chunks as in a form, and leaves nothing waiting',
  {
    timeout: 120_000,
  },
  async ({ port, testSite, callers }) => {
    captureLog()
    const files = (await makeHostileFiles()).filter(({ bytes }) => bytes.length < 8_000_000)
    for (const [row, { name, fileName, bytes, fate }] of files.entries()) {
      if (!isTaken(row, 0, 2)) continue
      const id = bytes.length === 0 ? '' : await begin(port, callers.editor, fileName, bytes.length)
      if (!id) continue
      await sendPiece(port, callers.editor, id, 0, bytes)
      const { status, body } = await finish(port, callers.editor, id, true)
      expect(status, name).toBe(fate === 'refused' ? 400 : 200)
      if (fate === 'refused') expect(body.sentence, name).toMatch(/^[A-Z].+\.$/)
    }
    for (const { name, fileName, bytes } of files.filter(({ fate }) => fate === 'refused').slice(0, 12)) {
      const answer = await sendForm(port, callers.editor, fileName, bytes)
      expect(answer.status, name).toBe(400)
      expect(answer.text, name).toContain('Nothing was uploaded')
    }
    expect(waiting(testSite)).toEqual([])
  },
)

function sendForm(port: number, by: Caller, fileName: string, bytes: Buffer, path = '/editor/media') {
  const head = `--x7\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x7--\r\n')])
  return sendRawForm(port, by, body, path)
}

async function sendRawForm(
  port: number,
  by: Caller,
  body: Buffer,
  path = '/editor/media',
  type = 'multipart/form-data; boundary=x7',
): Promise<HttpAnswer> {
  const headers = { origin, cookie: by.cookie, 'content-type': type, 'content-length': body.length }
  const sending = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false })
  sending.end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() }
}

test('forms that no browser sends are refused and change nothing', async ({
  port,
  site,
  testSite,
  callers,
}) => {
  captureLog()
  const before = await dumpTables(site.db)
  const field = (disposition: string, body = 'x') =>
    `--x7\r\nContent-Disposition: ${disposition}\r\n\r\n${body}\r\n`
  const forms = [
    field('form-data; name="file"; filename="a.jpg"').repeat(10_000),
    field(`form-data; name="${'a'.repeat(1_000_000)}"`),
    field('form-data; name="other"; filename="a.jpg"'),
    field('form-data; name="file"'),
    '',
    'nonsense',
    field('form-data; name="file"; filename="a.jpg"').slice(0, -5),
  ]
  for (const form of forms) {
    const { status } = await sendRawForm(port, callers.editor, Buffer.from(`${form}--x7--\r\n`))
    expect([400, 413], form.slice(0, 60)).toContain(status)
  }
  expect(
    (await sendRawForm(port, callers.editor, Buffer.from('x'), '/editor/media', 'text/plain')).status,
  ).toBe(400)
  expect(await dumpTables(site.db)).toEqual(before)
  expect(waiting(testSite)).toEqual([])
})

test('what is too large is refused before it is read', async ({ port, testSite, callers }) => {
  captureLog()
  const by = callers.editor
  expect((await post(port, 'begin', by, { name: 'a.pdf', bytes: '50000001' })).status).toBe(413)
  const id = await begin(port, by, 'a.pdf', 1000)
  expect(await sendPiece(port, by, id, 0, Buffer.alloc(1001))).toMatchObject({
    status: 413,
    body: { received: 0 },
  })
  expect((await sendPiece(port, by, id, 0, Buffer.alloc(8_600_000))).status).toBe(413)
  const head = { origin, cookie: by.cookie, 'content-type': 'multipart/form-data; boundary=x7' }
  const huge = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/editor/media',
    headers: { ...head, 'content-length': 2_000_000_000 },
    agent: false,
  })
  huge.on('error', () => undefined)
  huge.write('--x7')
  const [answer] = (await once(huge, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(413)
  huge.destroy()
  await post(port, 'cancel', by, { id })
  expect(waiting(testSite)).toEqual([])
})

test.for([
  ['a chunk', `${address}?do=chunk&id=ID&offset=0`, 'application/octet-stream'],
  ['a form', '/editor/media', 'multipart/form-data; boundary=x7'],
  ['a form from someone who may not', '/editor/media', 'multipart/form-data; boundary=x7'],
] as const)(
  '%s without an end costs no memory and is cut off',
  async ([name, path, type], { port, testSite, callers }) => {
    captureLog()
    const by = name.endsWith('not') ? callers.pending : callers.editor
    const id = await begin(port, callers.editor, 'a.pdf', 40_000_000)
    const before = process.memoryUsage.rss()
    let most = 0
    const sending = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: path.replace('ID', id),
      headers: { origin, cookie: by.cookie, 'content-type': type, 'transfer-encoding': 'chunked' },
      agent: false,
    })
    const ended = new Promise<void>((resolve) =>
      sending.once('close', resolve).once('error', () => resolve()),
    )
    let isOpen = true
    void ended.then(() => (isOpen = false))
    const piece = Buffer.alloc(65_536, '-')
    sending.write('--x7\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n')
    let sent = 0
    sending.once('response', (answer: IncomingMessage) => answer.resume())
    while (isOpen && sent < 2_000_000_000) {
      if (!sending.write(piece)) await Promise.race([once(sending, 'drain').catch(() => undefined), ended])
      sent += piece.length
      most = Math.max(most, process.memoryUsage.rss() - before)
    }
    sending.destroy()

    expect(sent).toBeLessThan(2_000_000_000)
    // The sender itself runs in this process too.
    expect(most).toBeLessThan(120_000_000)
    await post(port, 'cancel', callers.editor, { id })
    await expect.poll(() => waiting(testSite)).toEqual([])
  },
)

const oddNames = [
  '../../x.jpg',
  'a\0b.jpg',
  '\u202egpj.exe',
  'CON.jpg',
  'é'.repeat(4096),
  '👩‍🔬.jpg',
  'a\r\nX-Evil: 1.jpg',
  'a"; filename="b.html',
  '%2e%2e%2fx.jpg',
  '<img src=x onerror=alert(1)>.jpg',
]

test.for(oddNames)(
  'a file named %j keeps nothing of it that could do harm',
  async (name, { port, callers }) => {
    captureLog()
    const { status, body } = await upload(
      port,
      callers.editor,
      name,
      Buffer.concat([await makePdf(1), Buffer.from(`\n%${newId()}\n`)]),
    )
    expect(status).toBe(200)
    const { id, name: saved } = body.file!
    expect(saved).toMatch(/^[^/\\\0-\x1f"<>]+\.pdf$/)
    const { status: served, headers } = await ask(port, `/files/${id}/${encodeURIComponent(saved)}`)
    expect(served).toBe(200)
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="[\x20-\x7e]+"(; filename\*=UTF-8''[\w.%~!-]+)?$/,
    )
    expect(headers).not.toHaveProperty('x-evil')
    const page = await ask(port, `/editor/media/${id}`, { cookie: callers.editor.cookie })
    expect(page.text).not.toContain('<img src=x')
  },
)

test('an upload belongs to the person who started it', async ({ port, callers }) => {
  captureLog()
  const id = await begin(port, callers.editor, 'a.pdf', 10)
  const other = await sendPiece(port, callers.admin, id, 0, Buffer.alloc(10))
  expect(other.status).toBe(404)
  for (const what of ['state', 'finish'])
    expect((await post(port, what, callers.admin, { id })).status, what).toBe(404)
  await post(port, 'cancel', callers.admin, { id })
  expect((await post(port, 'state', callers.editor, { id })).status).toBe(200)
  for (const kind of ['visitor', 'half', 'unproved', 'enrolling', 'pending', 'disabled', 'expired'] as const)
    expect((await post(port, 'begin', callers[kind], { name: 'a', bytes: '1' })).status, kind).not.toBe(200)
})

test('abandoned uploads are removed after a day', async ({ port, site, testSite, callers }) => {
  const id = await begin(port, callers.editor, 'a.pdf', 100)
  await sendPiece(port, callers.editor, id, 0, Buffer.alloc(50))
  expect(waiting(testSite)).toContain(id)
  const chunks = openChunkStore(testSite)
  await clearUploads(site.db, chunks, autumn)
  expect(waiting(testSite)).toContain(id)

  await clearUploads(site.db, chunks, new Date(Date.now() + 25 * 3_600_000))
  expect(waiting(testSite)).toEqual([])
  expect(await site.db.selectFrom('upload').select('id').where('id', '=', id).execute()).toEqual([])
})
