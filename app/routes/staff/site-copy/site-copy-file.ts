import { officeDay } from '#office-time.ts'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { copyFile, noteCopy } from '#features/site-copy/operations.server.ts'
import { findReadyCopy } from '#features/site-copy/queries.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { unlessWrong } from '#routes/request/answers.server.ts'
import { confirmFirst } from '#routes/request/confirm.server.ts'
import { sentenceAnswer } from '#routes/request/table-answer.server.ts'
import type { Route } from './+types/site-copy-file.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const { db, config, session, actor, now } = begin(args, 'routes/staff/site-copy/site-copy-file')
  const { params, request } = args
  unlessWrong(await readButton(request))
  confirmFirst(args, session, '/admin/site-copy')
  const copy = await findReadyCopy(db, params.id)
  if (!copy) return sentenceAnswer('This export no longer exists. Create a new one.', 404)
  await noteCopy(db, actor, copy.kind, now)
  const name = `${copy.kind === 'static' ? 'pages' : 'site'}-${officeDay(copy.createdAt)}`
  const bytes = Readable.toWeb(createReadStream(copyFile(config.dataDir, copy.id)))
  return new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(copy.bytes),
      'content-disposition': `attachment; filename="${name}.zip"`,
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; sandbox`,
    },
  })
}
