import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import { clearFiles } from '#features/media/orphaned-files.server.ts'
import { makePdf, photograph } from '#test/hostile/made-files.ts'
import { markedSvg } from '#test/hostile/hostile-files.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn } from '#test/harness/site.ts'
import { kinds, test, accessRoleOf } from '#test/harness/visitors.ts'
import { finish, post, sendPiece, upload } from '#test/makers/uploads.ts'

/** Stored files as downloaded over HTTP. */

test('nothing in a served drawing can run', async ({ port, callers }) => {
  const svg = Buffer.from(markedSvg.replace('red', '#123456'))
  const { body } = await upload(port, callers.editor, 'plan.svg', svg)
  const { headers, bytes } = await ask(port, `/files/${body.file?.id}/plan.svg`)

  expect(bytes).toEqual(svg)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': `default-src 'none'; sandbox`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-disposition']).toMatch(/^attachment/)
})

test('a PDF opens in the browser’s viewer, which nobody can frame', async ({ port, callers }) => {
  const pdf = Buffer.concat([await makePdf(1), Buffer.from(`\n%${newId()}\n`)])
  const { body } = await upload(port, callers.editor, 'report.pdf', pdf)
  const { headers, bytes } = await ask(port, `/files/${body.file?.id}/report.pdf`)

  expect(bytes).toEqual(pdf)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="report.pdf"',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  const policy = String(headers['content-security-policy'])
  expect(policy.split('; ')).toEqual([
    ...[`default-src 'none'`, `object-src 'self'`, `style-src 'unsafe-inline'`, `base-uri 'none'`],
    ...[`form-action 'none'`, `frame-ancestors 'none'`],
  ])
})

test('what is not a PDF does not become one by its name', async ({ port, callers }) => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const { status } = await upload(port, callers.editor, 'report.pdf', page)

  expect(status).toBe(400)
})

test('files are sent in ranges, and not at all by guessing, under another name or when deleted', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const pdf = Buffer.concat([await makePdf(1), Buffer.from(`\n%${newId()}\n`)])
  const { body } = await upload(port, callers.editor, 'a.pdf', pdf)
  const id = body.file?.id ?? ''
  const part = await ask(port, `/files/${id}/a.pdf`, { range: 'bytes=0-4' })
  expect([part.status, part.text]).toEqual([206, '%PDF-'])
  expect((await ask(port, `/files/${id}/a.pdf`, { range: 'bytes=999999999-' })).status).toBe(416)
  for (const path of [
    `/files/${newId()}/a.pdf`,
    `/files/${id}/b.pdf`,
    `/files/${id}/`,
    `/pictures/${'a'.repeat(64)}.jpg`,
  ])
    expect([404, 308], path).toContain((await ask(port, path)).status)

  await site.db.updateTable('file').set({ removed_at: autumn.getTime() }).where('id', '=', id).execute()
  expect((await ask(port, `/files/${id}/a.pdf`)).status).toBe(404)
})

test('each role gets the stored bytes it may, complete or in part, and never in a form that a page could use', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const { body } = await upload(
    port,
    callers.editor,
    'a.svg',
    Buffer.from(markedSvg.replace('red', '#010203')),
  )
  const photo = await upload(port, callers.editor, 'b.jpg', await photograph(67, 41))
  const id = photo.body.file?.id ?? ''
  const { sha256 } = await site.db
    .selectFrom('file')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sealed = {
    'content-security-policy': `default-src 'none'; sandbox`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
  const stored = [
    { path: `/files/${body.file?.id}/a.svg`, forAll: true, headers: sealed },
    { path: `/pictures/${sha256}.jpg`, forAll: true, headers: { ...sealed, 'content-type': 'image/jpeg' } },
    {
      path: `/editor/media/${id}/whole`,
      forAll: false,
      headers: { ...sealed, 'cache-control': 'no-store', 'content-type': 'image/jpeg' },
    },
  ]
  for (const kind of kinds)
    for (const { path, forAll, headers } of stored)
      for (const range of [undefined, 'bytes=0-9']) {
        const { cookie } = callers[kind]
        const answer = await ask(port, path, { ...(cookie && { cookie }), ...(range && { range }) })
        const may = forAll || ['editor', 'admin'].includes(accessRoleOf[kind])
        const name = `${kind} ${path} ${range}`
        expect(answer.status < 300, name).toBe(may)
        if (may) expect(answer.headers, name).toMatchObject(headers)
        else expect(answer.text, name).not.toContain('JFIF')
        if (may && range) expect([answer.status, answer.bytes.length], name).toEqual([206, 10])
      }
})

test('an old link to a replaced picture works until it can no longer be restored', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const photo = await upload(port, callers.editor, 'old.jpg', await photograph(71, 43))
  const id = photo.body.file?.id ?? ''
  const shaOf = async () =>
    (await site.db.selectFrom('file').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()).sha256
  const before = await shaOf()
  const other = await photograph(73, 45)
  const started = await post(port, 'begin', callers.editor, {
    name: 'new.jpg',
    bytes: String(other.length),
    replaces: id,
  })
  const { id: uploadId } = JSON.parse(started.text) as { id: string }
  await sendPiece(port, callers.editor, uploadId, 0, other)
  expect((await finish(port, callers.editor, uploadId)).status).toBe(200)
  expect(await shaOf()).not.toBe(before)

  expect((await ask(port, `/pictures/${before}.jpg`)).status).toBe(200)
  // Thirty days in which it can be restored, and a day for pages that are still open.
  for (const days of [31, 33])
    await clearFiles(site.db, site.files, new Date(autumn.getTime() + days * 86_400_000))
  expect((await ask(port, `/pictures/${before}.jpg`)).status).toBe(404)
  expect((await ask(port, `/pictures/${await shaOf()}.jpg`)).status).toBe(200)
})
