import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { copyFile, noteCopy } from '#features/site-copy/operations.server.ts'
import { findReadyCopy } from '#features/site-copy/queries.server.ts'
import { configContext, dbContext, nowContext } from '#server/context.server.ts'
import { readButton } from '#server/form.server.ts'
import { unlessWrong } from './answers.server.ts'
import { confirmFirst } from './confirm.server.ts'
import { actorOf, allowActing } from './guard.server.ts'
import { sentenceAnswer } from './table-answer.server.ts'
import type { Route } from './+types/site-copy-file.ts'

export { onlyPosted as loader } from './answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const session = allowActing(args, 'routes/staff/site-copy-file')!
  const { context, params, request } = args
  unlessWrong(await readButton(request))
  confirmFirst(args, session, '/admin/site-copy')
  const db = context.get(dbContext)
  const now = context.get(nowContext)
  const copy = await findReadyCopy(db, params.id)
  if (!copy) return sentenceAnswer('This copy is not there any more. Make a new one.', 404)
  await noteCopy(db, actorOf(args), copy.kind, now)
  const name = `${copy.kind === 'static' ? 'pages' : 'site'}-${new Date(copy.createdAt).toISOString().slice(0, 10)}`
  const bytes = Readable.toWeb(createReadStream(copyFile(context.get(configContext).dataDir, copy.id)))
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
