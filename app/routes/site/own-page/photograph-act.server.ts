import { join } from 'node:path'
import { fileSentence } from '#features/forms/file-sentences.ts'
import { checkSentFile } from '#features/forms/sent-file.server.ts'
import {
  ownPhotographQuestion,
  removeOwnPhotograph,
  sendPhotograph,
} from '#features/own-pages/photographs.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { given, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { withMixedForm, type SentFile } from '#server/input/mixed-form.server.ts'
import type { requireVisit } from './own-session.server.ts'
import { ownPath } from './paths.ts'

/** Takes the picture that a person asks the office to show, or removes the one that visitors see. */

const { name, maxBytes } = ownPhotographQuestion
const tooOften = 'You have sent us too many requests today. Try again tomorrow, or contact the office.'
const noPage = 'Only fellows and associate fellows have a public page with a photograph.'

type Visit = Awaited<ReturnType<typeof requireVisit>>

export async function actOnPhotograph(args: RouteArgs, visit: Visit) {
  return args.url.searchParams.get('do') === 'remove'
    ? removePhotograph(args, visit)
    : takePhotograph(args, visit)
}

async function removePhotograph(args: RouteArgs, { actor }: Visit) {
  const { db, now } = given(args)
  unlessWrong(await readButton(args.request))
  const removed = await removeOwnPhotograph(db, actor, now)
  if (!removed.ok && removed.reason === 'too-often') return refused(429, tooOften)
  const key = removed.ok ? 'own-photograph-removed' : 'own-photograph-gone'
  const isElsewhere = removed.ok && removed.isElsewhere
  return redirectWithFlash(args, ownPath, { key, isElsewhere })
}

async function takePhotograph(args: RouteArgs, visit: Visit) {
  const { config } = given(args)
  const maxBytesOf = (field: string) => (field === name ? maxBytes : undefined)
  const limits = {
    folder: join(config.dataDir, 'uploads'),
    maxBytesOf,
    maxFiles: 1,
    maxFileBytes: 2 * maxBytes,
  }
  return withMixedForm(args.request, limits, async ({ files, fault }) => {
    if (fault?.reason === 'too-much')
      return refused(400, fileSentence(ownPhotographQuestion, 'This file', 'too-large'))
    if (fault) return refused(400, unreadableForm)
    const [file] = files
    return file ? send(args, visit, file) : refused(400, 'Choose a photograph.')
  })
}

async function send(args: RouteArgs, { actor }: Visit, file: SentFile) {
  const { db, config, privateFiles, client, now } = given(args)
  const person = await findRecord(db, actor.id)
  if (!person?.grade) return refused(400, noPage)
  const sender = { network: networkOf(client.address), scanCommand: config.scanCommand }
  const checked = await checkSentFile(db, sender, ownPhotographQuestion, file, now)
  if (!checked.ok) return refused(statusOf[checked.reason], checked.sentence)
  const sent = await sendPhotograph(db, privateFiles, actor, checked.file, now)
  return sent.ok ? redirectWithFlash(args, ownPath, { key: 'own-request-sent' }) : refused(429, tooOften)
}

const statusOf = { 'too-many': 429, busy: 503, unfit: 400 }

function refused(status: number, sentence: string) {
  return refuse(status, { [name]: sentence }, {})
}
