import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonWith, onlyPosted } from '#routes/staff/answers.server.ts'
import { sentenceAnswer } from '#routes/staff/table-answer.server.ts'
import { privateFilesContext } from '#server/context.server.ts'
import { writeBounded } from '#server/mixed-form.server.ts'
import { isLive, placeToAct } from './place.server.ts'
import { fileQuestionIn, takeFile } from './taking-files.server.ts'
import type { Route } from './+types/upload.ts'

export { onlyPosted as loader }

/** Takes one file from a script, which can show how much has gone; without scripts files come with their part. */
export async function action(args: Route.ActionArgs) {
  const place = await placeToAct(args, 'upload')
  const { request, url } = args
  const question = fileQuestionIn(place.form, url.searchParams.get('question') ?? '')
  const name = readName(request.headers.get('x-file-name'))
  if (request.headers.get('content-type') !== 'application/octet-stream' || !question || name === undefined)
    return sentenceAnswer('What was sent is no file of this form.', 400)
  if (!isLive(place))
    return jsonWith(404, { sentence: 'This form is no longer there, so the file was not kept.' })

  const folder = join(place.config.dataDir, 'uploads')
  const path = join(folder, `form-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    const bytes = await writeBounded(path, bounded(request, question.mostBytes), question.mostBytes)
    const taken = await takeFile(place, args.context.get(privateFilesContext), question, {
      path,
      bytes,
      name,
    })
    if (taken.ok) return jsonWith(200, {})
    const status = taken.isBusy ? 503 : bytes > question.mostBytes ? 413 : 400
    return jsonWith(status, { sentence: taken.sentence })
  } finally {
    await rm(path, { force: true })
  }
}

/** Not much is read of what is too large; the script knows the limit too. */
async function* bounded(request: Request, most: number) {
  let bytes = 0
  for await (const piece of request.body ?? []) {
    bytes += piece.length
    yield piece
    if (bytes > most * 4) return
  }
}

function readName(header: string | null): string | undefined {
  try {
    return header ? decodeURIComponent(header) : undefined
  } catch {
    return undefined
  }
}
