import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#server/files/folder.server.ts'
import { refuseFile } from '#features/forms/drafts/draft-files.server.ts'
import { fileSentence } from '#features/forms/file-sentences.ts'
import type { FileQuestion } from '#features/forms/questions.ts'
import { begin, given } from '#routes/request/begin.server.ts'
import { jsonWith, onlyPosted } from '#routes/request/answers.server.ts'
import { sentenceAnswer } from '#routes/request/table-answer.server.ts'
import { writeBounded } from '#server/input/mixed-form.server.ts'
import { openUploadSlot } from './upload-slot.server.ts'
import { findFormSession, type DraftSession } from '#routes/site/forms/form-session.server.ts'
import { fileQuestionIn, takeFile } from './taking-files.server.ts'
import type { Route } from './+types/upload.ts'

export { onlyPosted as loader }

/** Receives one file from a script, which can show the progress; without scripts files come with their part. */
export async function action(args: Route.ActionArgs) {
  begin(args, 'routes/site/forms/files/upload')
  const formSession = await findFormSession(args)
  if (!formSession) return sentenceAnswer('There is no form at this address.', 404)
  const { request, url } = args
  const question = fileQuestionIn(formSession.form, url.searchParams.get('question') ?? '')
  const name = readName(request.headers.get('x-file-name'))
  if (request.headers.get('content-type') !== 'application/octet-stream' || !question || name === undefined)
    return sentenceAnswer('This form does not take this file. Open the page again.', 400)
  const slot = await openUploadSlot(formSession, request, question.maxBytes)
  if (!slot.ok) return jsonWith(slot.status, { sentence: `${question.label}: ${slot.sentence}` })
  try {
    return await take(args, slot.formSession, question, name)
  } finally {
    await slot.close()
  }
}

async function take(
  { request, context }: Route.ActionArgs,
  formSession: DraftSession,
  question: FileQuestion,
  name: string,
) {
  const { privateFiles } = given({ context })
  const tooMany = refuseFile(formSession.draft.files, question, 0)
  if (tooMany) return jsonWith(400, { sentence: fileSentence(question, name, tooMany) })
  const folder = join(formSession.config.dataDir, 'uploads')
  const path = join(folder, `form-${randomUUID()}`)
  await makeFolder(folder)
  try {
    const bytes = await writeBounded(path, bounded(request, question.maxBytes), question.maxBytes)
    const taken = await takeFile(formSession, privateFiles, question, {
      path,
      bytes,
      name,
    })
    if (taken.ok) return jsonWith(200, {})
    const status = taken.isBusy ? 503 : bytes > question.maxBytes ? 413 : 400
    return jsonWith(status, { sentence: taken.sentence })
  } finally {
    await rm(path, { force: true })
  }
}

/** We do not read all of what is too large; the script knows the limit too. */
async function* bounded(request: Request, max: number) {
  let bytes = 0
  for await (const piece of request.body ?? []) {
    bytes += piece.length
    yield piece
    if (bytes > max * 4) return
  }
}

function readName(header: string | null): string | undefined {
  try {
    return header ? decodeURIComponent(header) : undefined
  } catch {
    return undefined
  }
}
