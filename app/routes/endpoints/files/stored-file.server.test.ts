import { describe, expect } from 'vitest'
import { storePicture, recordPicture, storeDownload } from '#features/media/operations.server.ts'
import { findPictures } from '#features/media/queries.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { test } from '#test/harness/ask.ts'
import { monday } from '#test/harness/db.ts'
import * as download from './download.ts'
import * as picture from './picture.ts'

const viewerPolicy =
  `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

describe('downloads', () => {
  test('that are PDFs open in the viewer, which may run and load nothing', async ({ db, files, ask }) => {
    const { path, params } = await storeReport(db, files)

    const response = await ask(download, path, params)

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('0123456789')
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="Report _.pdf"; /)
    expect(response.headers.get('content-security-policy')).toBe(viewerPolicy)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-length')).toBe('10')
  })

  test.for([
    ...['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/zip', 'text/plain'],
    ...['application/PDF', 'application/pdf;charset=utf-8', 'application/pdf+xml', 'image/pdf'],
  ])('of the type %s are saved under their name and never shown', async (mediaType, { db, files, ask }) => {
    const id = await storeDownload(db, files, Buffer.from('%PDF-1.7'), { name: 'a.pdf', mediaType }, monday)

    const response = await ask(download, `/files/${id}/a.pdf`, { id, name: 'a.pdf' })

    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.pdf"')
    expect(response.headers.get('content-security-policy')).toBe(`default-src 'none'; sandbox`)
    expect(response.headers.get('content-type')).toBe(mediaType)
  })

  test('are sent in part, again, or not at all, as requested', async ({ db, files, ask }) => {
    const { path, params } = await storeReport(db, files)

    const part = await ask(download, path, params, { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text()]).toEqual([206, '234'])
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
    expect(part.headers.get('content-length')).toBe('3')

    const beyond = await ask(download, path, params, { headers: { range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])

    const known = await ask(download, path, params, {
      headers: { 'if-none-match': part.headers.get('etag')! },
    })
    expect([known.status, await known.text()]).toEqual([304, ''])

    const head = await ask(download, path, params, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '10', null])
  })

  test('have one address, and pictures have none among them', async ({ db, files, ask }) => {
    const { params } = await storeReport(db, files)
    const id = await recordPicture(db, await storePicture(files, grey()), { name: 'photo.jpg' }, monday)

    for (const wrong of [
      { ...params, name: 'other.pdf' },
      { id: 'x', name: 'report.pdf' },
      { id, name: 'photo.jpg' },
    ])
      expect((await ask(download, '/files/x', wrong)).status).toBe(404)
  })
})

describe('pictures', () => {
  test('are cached by browsers forever', async ({ db, files, ask }) => {
    const id = await recordPicture(db, await storePicture(files, grey()), { name: 'photo.jpg' }, monday)
    const name = (await findPictures(db, [id]))[id]!.jpeg[0]!.src.replace('/pictures/', '')

    const response = await ask(picture, `/pictures/${name}`, { name })

    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(Buffer.from(await response.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect((await ask(picture, '/', { name: name.replace('jpg', 'webp') })).status).toBe(404)
  })

  test('are only what a picture of the site names', async ({ db, files, ask }) => {
    const secret = await files.put(Buffer.from('not a picture'))
    await storeDownload(
      db,
      files,
      Buffer.from('a report'),
      { name: 'a.pdf', mediaType: 'application/pdf' },
      monday,
    )

    for (const name of [`${secret}.jpg`, '../../etc/passwd', secret, `${secret.toUpperCase()}.jpg`, 'x.svg'])
      expect((await ask(picture, '/', { name })).status).toBe(404)
  })
})

async function storeReport(db: Parameters<typeof storeDownload>[0], files: FileStore) {
  const given = { name: 'Report ā.pdf', mediaType: 'application/pdf' }
  const id = await storeDownload(db, files, Buffer.from('0123456789'), given, monday)
  return { path: `/files/${id}/${encodeURIComponent(given.name)}`, params: { id, name: given.name } }
}

function grey() {
  return { width: 4, height: 4, rgb: new Uint8Array(48).fill(128) }
}
