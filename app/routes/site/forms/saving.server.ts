import { join } from 'node:path'
import { checkForm, type Faults } from '#features/forms/check.ts'
import { detachFile, findDraft, keepPart, savePart } from '#features/forms/drafts.server.ts'
import { readPart } from '#features/forms/fields.ts'
import type { Answers, Part } from '#features/forms/questions.ts'
import type { FileStore } from '#server/files.server.ts'
import { withMixedForm, type MixedForm, type SentFile } from '#server/mixed-form.server.ts'
import { nextPart, newlyAsked, onlyOnPage, onlySent, rowsTyped, withoutRow } from './part-answers.ts'
import { isLive, type DraftPlace, type Place } from './place.server.ts'
import { readControl, type Control } from './read-controls.ts'
import { fileQuestion, takeFiles } from './taking-files.server.ts'

/** What becomes of a part that was sent: it leads on, or it is shown again with what to put right. */
export type Saved = { to: string } | Kept | Shown

/** What was kept while somebody writes on; not, where the draft has changed meanwhile. */
interface Kept {
  version: number
  isKept: boolean
}

interface Shown {
  status: 400 | 404 | 409 | 413 | 503
  errors: Record<string, string>
  typed: Record<string, string>
}

const mostFileBytes = 48 * 1024 * 1024

/** Reads a part and keeps it, whether or not it is right: nothing that somebody typed is lost by a fault. */
export function saveSentPart(place: Place, store: FileStore, part: Part, request: Request): Promise<Saved> {
  const folder = join(place.config.dataDir, 'uploads')
  const mostFiles = part.questions.reduce((sum, one) => sum + (one.kind === 'file' ? one.most + 1 : 0), 0)
  const mostBytesOf = (field: string) => fileQuestion(part, field)?.mostBytes
  return withMixedForm(request, { folder, mostBytesOf, mostFiles, mostFileBytes }, (sent) =>
    saveRead(place, store, part, sent),
  )
}

async function saveRead(place: Place, store: FileStore, part: Part, sent: MixedForm): Promise<Saved> {
  const { typed, files, fault } = sent
  if (fault?.reason === 'unreadable') return show(400, sentences.unreadable, typed)
  if (fault?.reason === 'twice') return show(400, `“${fault.field.slice(0, 40)}” was sent twice.`, typed)
  const pressed = readControl(typed)
  if (!pressed) return show(400, sentences.unreadable, typed)
  const { control, rest } = pressed
  const read = readPart(part, rest)
  if (!read.ok) return show(400, `This form has no field “${read.unknown.slice(0, 40)}”.`, typed)
  if (!isLive(place)) return show(place.draft ? 409 : 404, sentences[place.draft ? 'sent' : 'gone'], rest)
  const isCut = fault?.reason === 'too-much'
  const answers = isCut ? onlySent(part, rest, read.answers) : read.answers
  return keep(place, store, part, { control, typed: rest, answers, files, isCut })
}

const sentences = {
  unreadable: 'What was sent does not fit this page. Open the page again.',
  gone: 'This form is no longer there: it was thrown away, or kept for its time. What you wrote on this page stands below and is not kept; copy it before you leave.',
  sent: 'This form was sent meanwhile. What you wrote on this page stands below and is not part of what was sent; copy it before you leave.',
  tooMuch:
    'What you sent is larger than we take at once. Your text is kept; send the files one after the other, each within its limit.',
}

interface Sent {
  control: Control
  typed: Record<string, string>
  answers: Answers
  files: SentFile[]
  /** Too much came, so that the end is missing. */
  isCut: boolean
}

/** First the text, which is the most work to write again; then the files. */
async function keep(place: DraftPlace, store: FileStore, part: Part, sent: Sent): Promise<Saved> {
  const { process, db, token, now, draft } = place
  const { control, typed } = sent
  const answers = control.do === 'remove' ? withoutRow(sent.answers, control) : sent.answers
  const after = { ...draft.answers, ...answers }
  const onPage = onlyOnPage(part, answers, { before: draft.answers, after, typed })
  const all = { ...draft.answers, ...onPage }
  const kept = { part: part.name, answers: onPage, isDone: !hasAny(faultsOf(place, part, all)) }
  if (control.do === 'keep') {
    const outcome = await keepPart(db, process.name, token, { ...kept, version: control.version }, now)
    return outcome.ok ? outcome : show(404, sentences.gone, typed)
  }
  const saved = await savePart(db, process.name, token, kept, now)
  if (!saved.ok) return show(404, sentences.gone, typed)

  if (control.do === 'drop') await detachFile(db, process.name, token, control.file, now)
  const { faults: fileFaults, isBusy } = await takeFiles(place, store, part, sent.files)
  if (sent.isCut) return { status: 413, errors: { form: sentences.tooMuch, ...fileFaults }, typed }
  const isLeaving = control.do === 'on'
  const fresh = isLeaving ? await findDraft(db, process.name, token, now) : undefined
  const more = isLeaving ? newlyAsked(part, draft.answers, all, typed) : undefined
  const faults = fresh && !more ? faultsOf({ ...place, draft: fresh }, part, fresh.answers) : {}
  const errors = { ...faults, ...fileFaults }
  if (hasAny(errors)) return { status: isBusy ? 503 : 400, errors, typed }
  return { to: more ? `${process.href}/${part.name}?more#${more}` : wayOf(place, part, sent, all) }
}

/** Where the button leads, now that everything is kept. */
function wayOf(
  { process, settings }: DraftPlace,
  part: Part,
  { control, typed }: Sent,
  all: Answers,
): string {
  const { href } = process
  const here = `${href}/${part.name}`
  switch (control.do) {
    case 'add': {
      const shown = rowsTyped(control.repeat, typed) + 1
      return `${here}?shown=${control.repeat}-${shown}#${control.repeat}-row-${shown - 1}`
    }
    case 'remove':
      return `${here}#${control.repeat}`
    case 'drop':
    case 'keep':
      return here
    case 'list':
      return `${href}/tasks`
    case 'on':
      return `${href}/${nextPart(process.formFor(settings, all), all, part.name) ?? 'tasks'}`
  }
}

function faultsOf({ process, settings, draft, today }: DraftPlace, part: Part, answers: Answers): Faults {
  const form = process.formFor(settings, answers)
  return checkForm(form, answers, draft.files, today, process.rules)[part.name] ?? {}
}

function hasAny(faults: Faults): boolean {
  return Object.keys(faults).length > 0
}

function show(status: Shown['status'], sentence: string, typed: Record<string, string>): Shown {
  return { status, errors: { form: sentence }, typed }
}
