import { data } from 'react-router'
import { readPdf } from '#features/media/covers.server.ts'
import { describeFields, describeForm, earlierForm } from '#features/media/form.ts'
import { describeFile, removeFile, restoreFile } from '#features/media/operations.server.ts'
import { putEarlierBack, type Replaced } from '#features/media/replace-operations.server.ts'
import { shownFile } from '#features/media/refusals.ts'
import { acceptFile } from '#features/media/uploads.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { BadMultipart } from '#server/input/multipart.ts'
import { given } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { sentenceFor, statusFor, uploadStorage } from './media.server.ts'
import { eachSentFile, TooMuch } from './sent-files.server.ts'
import type { Route } from './+types/media-file.ts'

/** What the page of a file can do with it; the caller has checked the rights. */

const list = '/editor/media'

export function actOnFile(args: Route.ActionArgs) {
  switch (args.url.searchParams.get('do')) {
    case null:
      return describe(args)
    case 'replace':
      return replace(args)
    case 'put-back':
      return putBack(args)
    case 'remove':
      return remove(args)
    case 'restore':
      return restore(args)
    case 'cover':
      return cover(args)
    default:
      throw data({ sentence: unreadableForm }, { status: 400 })
  }
}

async function describe(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { params } = args
  const form = await readForm(args.request, describeForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await describeFile(db, actor, params.id, form.answers, now)
  if (outcome.ok) {
    const before = { ...describeFields(outcome.before), shownHash: outcome.shownHash }
    return redirectWithFlash(args, `${list}/${params.id}`, { key: 'file-described', id: params.id, before })
  }
  if (outcome.reason === 'not-found') throw noSuchFile()
  if (outcome.reason === 'conflict') return refuse(409, { alt: changedSince })
  if (outcome.reason === 'for-administrators') return refuse(403, { focusX: shownFile }, form.typed)
  return refuse(400, { cropWidth: 'The crop must be inside the picture.' }, form.typed)
}

/** The way without scripts; with scripts the file is uploaded in chunks, to another address. */
async function replace(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { context, params, request } = args
  const storage = uploadStorage(context)
  let refusal: { status: number; sentence: string } | undefined
  let undo: Replaced | undefined
  try {
    await eachSentFile(request, storage.folder, async (file) => {
      const target = { evenIfKnown: false, replaces: params.id }
      const outcome = await acceptFile(db, storage, actor, file, target, now)
      if (outcome.ok) undo = outcome.undo
      else refusal = { status: statusFor(outcome.reason), sentence: sentenceFor(outcome.reason) }
    })
  } catch (error) {
    if (error instanceof TooMuch) return refuse(413, { file: sentenceFor('too-large') })
    if (!(error instanceof BadMultipart)) throw error
    return refuse(400, { file: unreadableForm })
  }
  if (refusal) return refuse(refusal.status, { file: refusal.sentence })
  return replaced(args, undo)
}

async function putBack(args: Route.ActionArgs) {
  const { db, files, actor, now } = given(args)
  const { params } = args
  const wanted = unlessWrong(await readForm(args.request, earlierForm))
  const outcome = await putEarlierBack(db, files, actor, params.id, wanted, now)
  if (!outcome.ok) return refuseChange(outcome.reason)
  return replaced(args, { earlier: outcome.earlier, shownHash: outcome.shownHash })
}

function replaced(args: Route.ActionArgs, undo: Replaced | undefined) {
  const { id } = args.params
  return redirectWithFlash(args, `${list}/${id}`, { key: 'file-replaced', id, undo })
}

async function remove(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { params } = args
  unlessWrong(await readButton(args.request))
  const outcome = await removeFile(db, actor, params.id, now)
  if (outcome.ok)
    return redirectWithFlash(args, `${list}/${params.id}`, { key: 'file-deleted', id: params.id })
  if (outcome.reason !== 'in-use') return refuseChange(outcome.reason)
  return refuse(409, { usages: 'This file is in use. Remove it from everything listed below first.' })
}

async function restore(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { params } = args
  unlessWrong(await readButton(args.request))
  const outcome = await restoreFile(db, actor, params.id, now)
  if (!outcome.ok) return refuseChange(outcome.reason)
  return redirectWithFlash(args, `${list}/${params.id}`, { key: 'file-restored', id: params.id })
}

async function cover(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { context, params } = args
  unlessWrong(await readButton(args.request))
  const read = await readPdf(db, uploadStorage(context), actor, params.id, now)
  if (read.ok) return redirectWithFlash(args, `${list}/${read.coverId}`, { key: 'file-cover-created' })
  if (read.reason === 'not-found') throw noSuchFile()
  return refuse(400, { file: sentenceFor(read.reason) })
}

function refuseChange(reason: 'not-found' | 'conflict' | 'for-administrators') {
  if (reason === 'not-found') throw noSuchFile()
  if (reason === 'conflict') return refuse(409, { file: changedSince })
  return refuse(403, { file: shownFile })
}

export function noSuchFile() {
  return data({ sentence: 'This file does not exist.' }, { status: 404 })
}
