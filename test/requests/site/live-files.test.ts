import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import { findLibraryFile } from '#features/media/library.server.ts'
import { storeDownload } from '#features/media/operations.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { makePdf } from '#test/hostile/made-files.ts'
import { ask, readUndo, withFlash } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'

/** Editors who may not publish cannot change files that visitors see, whichever request they send. */

const sentence = 'This file is used on a published or scheduled page. Ask an administrator to change it.'
const urlencoded = 'application/x-www-form-urlencoded'

async function publishNewsletter(db: Db, pdf: string) {
  const data = {
    title: 'Bulletin',
    volume: 1,
    number: 1,
    period: 'January 2026',
    releasedOn: '2026-01-02',
    contents: [],
    pdf,
  }
  return publishEntry(db, { kind: 'newsletter', slug: `bulletin-${newId()}`, data }, autumn)
}

test('an editor cannot replace a published newsletter, in one request or in chunks', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const { db, files } = site
  const given = { name: 'Bulletin.pdf', mediaType: 'application/pdf' }
  const pdf = Buffer.concat([await makePdf(1), Buffer.from(`%${newId()}`)])
  const id = await storeDownload(db, files, pdf, given, autumn)
  await publishNewsletter(db, id)
  const other = await makePdf(2)
  const send = (by: Caller, path: string, type: string, body: string | Buffer) =>
    ask(port, path, { method: 'POST', origin, cookie: by.cookie, 'content-type': type }, Buffer.from(body))
  const replace = (by: Caller) => send(by, `/editor/media/${id}?do=replace`, ...multipart(other))

  const refused = await replace(callers.editor)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain(sentence)
  const inPieces = new URLSearchParams({ name: 'b.pdf', bytes: String(other.length), replaces: id })
  const started = await send(callers.editor, '/editor/media/upload?do=begin', urlencoded, `${inPieces}`)
  expect([started.status, JSON.parse(started.text)]).toEqual([403, { sentence }])
  expect((await ask(port, `/files/${id}/Bulletin.pdf`)).bytes).toEqual(pdf)

  const page = await ask(port, `/editor/media/${id}`, { cookie: callers.editor.cookie })
  expect(page.text).toMatch(/<button[^>]*disabled=""[^>]*aria-describedby="why-not"[^>]*>Replace</)
  expect(page.text).toContain(`<p id="why-not"`)
  expect(page.text).not.toContain('type="file"')

  const replaced = await replace(callers.admin)
  expect(replaced.status).toBe(302)
  const now = await findLibraryFile(db, id)
  const cookie = withFlash(callers.admin.cookie, replaced.headers['set-cookie'])
  const shown = await ask(port, `/editor/media/${id}`, { cookie })
  expect(readUndo(shown.text).form).toMatchObject({ earlier: now?.earlier[0]?.id })
  expect((await ask(port, now?.href ?? '')).bytes).toEqual(other)
  const earlier = now?.earlier[0]?.id ?? ''
  const back = `/editor/media/${id}?do=put-back`
  const putBack = await send(callers.editor, back, urlencoded, `${new URLSearchParams({ earlier })}`)
  expect(putBack.status).toBe(403)
  expect((await findLibraryFile(db, id))?.bytes).toBe(other.length)
})

test('an upload that was started before the file was published does not replace it afterwards', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const { db, files } = site
  const given = { name: 'Early.pdf', mediaType: 'application/pdf' }
  const pdf = Buffer.concat([await makePdf(1), Buffer.from(`%${newId()}`)])
  const id = await storeDownload(db, files, pdf, given, autumn)
  const other = Buffer.concat([await makePdf(1), Buffer.from(`%${newId()}`)])
  const shared = { method: 'POST', origin, cookie: callers.editor.cookie }
  const post = (what: string, body: Record<string, string>) => {
    const form = { 'content-type': urlencoded, body: `${new URLSearchParams(body)}` }
    return ask(port, `/editor/media/upload?do=${what}`, { ...shared, ...form })
  }
  const started = await post('begin', { name: 'b.pdf', bytes: String(other.length), replaces: id })
  const upload = (JSON.parse(started.text) as { id: string }).id
  const piece = { ...shared, 'content-type': 'application/octet-stream' }
  await ask(port, `/editor/media/upload?do=chunk&id=${upload}&offset=0`, piece, other)
  await publishNewsletter(db, id)

  const finished = await post('finish', { id: upload })

  expect([finished.status, JSON.parse(finished.text)]).toEqual([403, { sentence }])
  expect((await ask(port, `/files/${id}/Early.pdf`)).bytes).toEqual(pdf)
})

function multipart(bytes: Buffer): [type: string, body: Buffer] {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="b.pdf"\r\n\r\n'
  return [
    'multipart/form-data; boundary=x',
    Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
  ]
}
