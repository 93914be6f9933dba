import { join } from 'node:path'
import { checkForm, type FieldErrors } from '#features/forms/check.ts'
import { detachFile } from '#features/forms/drafts/draft-files.server.ts'
import { findDraft, savePart, type NoDraft, type SavedDraft } from '#features/forms/drafts/drafts.server.ts'
import { fillIn, maxCharacters, readKnown, readPart, type TypedFields } from '#features/forms/fields.ts'
import { undecidedIn, undecidedSentence } from '#features/forms/drafts/other-answers.ts'
import type { Answers, FormPart } from '#features/forms/questions.ts'
import type { NoRoom } from '#features/forms/drafts/storage-quota.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { withMixedForm, type MixedForm, type SentFile } from '#server/input/mixed-form.server.ts'
import { openUploadSlot, type UploadSlot } from '#routes/site/forms/files/upload-slot.server.ts'
import {
  nextPart,
  newlyApplicable,
  onlyOnPage,
  onlySent,
  rowsTyped,
  typedAgain,
  withSent,
  withoutRow,
} from '#routes/site/forms/part-answers.ts'
import { isLive, type DraftSession, type FormSession } from '#routes/site/forms/form-session.server.ts'
import { listFields, listWarning, noLists, readLists, type ListsRead } from './pasted-lists.server.ts'
import { readControl, type Control, type SeenFields } from './read-controls.ts'
import { shownMerge, type ShownMerge } from './shown-merge.ts'
import { fileQuestion, takeFiles } from '#routes/site/forms/files/taking-files.server.ts'

/** The outcome of a submitted part: it continues, or is shown again with what needs correcting. */
export type PartSent = { to: string; added?: RowsAdded } | { saved: SavedPart } | NotSaved

/** How many rows came from a pasted list, and what one is called. */
interface RowsAdded {
  added: number
  one: string
}

/** What was saved while someone keeps typing. */
export interface SavedPart extends ShownMerge {
  /** Both are for pages opened before several could write. */
  version: number
  isSaved: true
  /** Says which text could only be saved in part. */
  warning: string | undefined
}

interface NotSaved {
  status: 400 | 404 | 409 | 413 | 429 | 503 | 507
  errors: Record<string, string>
  typed: TypedFields
  /** What the page will report as shown, when it is sent again. */
  seen: SeenFields | undefined
  merge?: ShownMerge
}

const maxFileBytes = 48 * 1024 * 1024

/** Reads a part and saves it, valid or not: an error never loses what someone typed. */
export async function saveSentPart(
  formSession: FormSession,
  store: FileStore,
  part: FormPart,
  request: Request,
): Promise<PartSent> {
  const folder = join(formSession.config.dataDir, 'uploads')
  const maxFiles = part.questions.reduce((sum, one) => sum + (one.kind === 'file' ? one.max + 1 : 0), 0)
  const maxBytesOf = (field: string) => fileQuestion(part, field)?.maxBytes
  const bringsFiles = maxFiles > 0 && /^multipart\//i.test(request.headers.get('content-type') ?? '')
  const slot = bringsFiles ? await openUploadSlot(formSession, request, maxFileBytes) : undefined
  const limits = { folder, maxBytesOf, maxFiles, maxFileBytes, dropFiles: slot?.ok === false }
  try {
    return await withMixedForm(request, limits, (sent) =>
      saveRead(formSession, store, part, { ...sent, slot }),
    )
  } finally {
    if (slot?.ok) await slot.close()
  }
}

type SentForm = MixedForm & { slot: UploadSlot | undefined }

async function saveRead(
  formSession: FormSession,
  store: FileStore,
  requested: FormPart,
  sent: SentForm,
): Promise<PartSent> {
  const { typed, fault } = sent
  const pressed = readControl(typed)
  const seen = pressed?.seen
  if (fault?.reason === 'unreadable' || !pressed) return show(400, sentences.unreadable, typed, seen)
  if (fault?.reason === 'twice')
    return show(400, `“${fault.field.slice(0, 40)}” was sent twice.`, typed, seen)
  const { control, rest } = pressed
  const part = withSent(requested, formSession.wholePart(requested.name), rest)
  const read = readPart(part, rest)
  if (!read.ok) return show(400, `This form has no field “${read.unknown.slice(0, 40)}”.`, typed, seen)
  if (!isLive(formSession)) return showLost(reasonOf(formSession), rest, seen)
  const isCut = fault?.reason === 'too-much'
  const whole = control.do === 'remove' ? withoutRow(read.answers, control) : read.answers
  const answers = isCut ? onlySent(part, rest, whole) : whole
  const isWhole = !isCut && control.do !== 'keep'
  const lists = isWhole ? await readLists(part, answers, rest) : noLists(answers, rest)
  const page = { ...sent, control, seen, isCut, cut: read.cut, lists }
  return save(formSession, store, part, { ...page, typed: lists.typed, answers: lists.answers })
}

const sentences = {
  unreadable: 'We could not read this form. Reload the page and try again.',
  'not-found':
    'This form no longer exists: it was discarded or it expired. We did not save what you typed on this page. It is shown below; copy it before you leave.',
  elsewhere:
    'This form was opened on another device with the link we emailed, so this browser can no longer save it. What you typed is still on this page. To continue here, open the link in our newest email in this browser, or request a new link on the other device, then come back to this page and save again.',
  sent: 'This form has been submitted in the meantime. What you typed on this page was not submitted. It is shown below; copy it before you leave.',
  'too-much-text':
    'This form has more text than we can store, so we did not save this page. Shorten your text and save again.',
  'network-full':
    'The forms from your network have used all the space we allow for one network, so we did not save this page. Copy your text, and try again tomorrow or contact the office.',
  'all-full':
    'We cannot store more at the moment, so we did not save this page. Copy your text, and try again tomorrow or contact the office.',
  tooMuch:
    'Your files are too large to upload together. Your text is saved. Upload the files one by one, each within its size limit.',
}

function reasonOf({ draft, isTakenOver }: FormSession): NoDraft {
  return draft ? 'sent' : isTakenOver ? 'elsewhere' : 'not-found'
}

const lostStatus: Record<NoDraft | NoRoom | 'too-much-text', NotSaved['status']> = {
  ...{ 'not-found': 404, elsewhere: 409, sent: 409 },
  ...{ 'too-much-text': 413, 'network-full': 429, 'all-full': 507 },
}

function showLost(
  reason: NoDraft | NoRoom | 'too-much-text',
  typed: TypedFields,
  seen?: SeenFields,
): NotSaved {
  return show(lostStatus[reason], sentences[reason], typed, seen)
}

interface SentPart {
  control: Control
  seen: SeenFields | undefined
  typed: TypedFields
  answers: Answers
  files: SentFile[]
  /** Fields whose files were not read, and why. */
  dropped: string[]
  slot: UploadSlot | undefined
  /** Too much arrived, so the end is missing. */
  isCut: boolean
  /** Questions whose text was saved only in part. */
  cut: string[]
  lists: ListsRead
}

/** First the text, which is the most work to write again; then the files. */
async function save(
  formSession: DraftSession,
  store: FileStore,
  part: FormPart,
  sent: SentPart,
): Promise<PartSent> {
  const { caseType, db, token, now, draft } = formSession
  const { control, typed } = sent
  const saved = await saveText(formSession, part, sent)
  if (!saved.ok) return showLost(saved.reason, typed, sent.seen)
  const shown = shownMerge(part, saved, formSession.now)
  const merge = { ...shown, newer: { ...listFields(sent.lists), ...shown.newer } }
  const tooLong = cutFaults(part, sent.cut)
  if (control.do === 'keep') {
    const warning = Object.values(tooLong)[0] ?? listWarning(part, typed)
    return { saved: { ...merge, version: saved.version, isSaved: true, warning } }
  }
  if (control.do === 'drop') await detachFile(db, caseType.name, token, control.file, now)
  const { faults: fileFaults, status } = await takeAll(formSession, store, part, sent)
  const again = {
    typed: typedAgain(part, typed, saved.answers, saved.newer),
    // For sending it again without scripts: the page will show what is saved.
    seen: sent.seen && { ...sent.seen, step: sent.seen.step + 1, fields: fillIn(part, saved.answers) },
    merge,
  }
  if (sent.isCut) return { status: 413, errors: { form: sentences.tooMuch, ...fileFaults }, ...again }
  // The sender checks rows that came from a pasted list before going on.
  const isLeaving = control.do === 'on' && sent.lists.added.length === 0
  const fresh = isLeaving ? await findDraft(db, caseType.name, token, now) : undefined
  const more = isLeaving ? newlyApplicable(part, draft.answers, saved.answers, typed) : undefined
  const faults = fresh && !more ? faultsOf({ ...formSession, draft: fresh }, part) : {}
  const errors = {
    ...{ ...faults, ...sent.lists.faults, ...conflictFaults(part, saved) },
    ...{ ...tooLong, ...fileFaults },
  }
  if (Object.keys(errors).length > 0)
    return { status: status ?? (saved.conflicts.length > 0 ? 409 : 400), errors, ...again }
  const [list] = sent.lists.added
  if (list)
    return { to: `${caseType.href}/${part.name}`, added: { added: list.count, one: list.question.one } }
  return { to: more ? `${caseType.href}/${part.name}?more#${more}` : wayOf(formSession, part, sent, saved) }
}

function saveText(
  { caseType, db, token, now, draft, ...formSession }: DraftSession,
  part: FormPart,
  sent: SentPart,
) {
  const { control, typed, seen } = sent
  const { answers } = sent
  const base = seen && readKnown(part, seen.fields)
  const after = { ...draft.answers, ...answers }
  const onPage = onlyOnPage(part, answers, { before: { ...draft.answers, ...base }, after, typed })
  const all = { ...draft.answers, ...onPage }
  const saving = { ...formSession, caseType, db, token, now, draft: { ...draft, answers: all } }
  const isDone = Object.keys(faultsOf(saving, part)).length === 0
  return savePart(
    db,
    caseType.name,
    token,
    {
      ...{ part: part.name, answers: onPage, isDone },
      ...(seen && base && { base, page: seen.page, step: seen.step }),
      ...(control.do === 'keep' && { version: control.version }),
      choice: control.do === 'choose' ? control.choice : undefined,
    },
    now,
  )
}

/** Files that arrived, and those not read because there is no room for them. */
async function takeAll(
  formSession: DraftSession,
  store: FileStore,
  part: FormPart,
  { files, dropped, slot }: SentPart,
) {
  const { faults, isBusy } = await takeFiles(formSession, store, part, files)
  if (!slot || slot.ok || dropped.length === 0) return { faults, status: isBusy ? (503 as const) : undefined }
  for (const field of dropped) {
    const label = fileQuestion(part, field)?.label ?? ''
    faults[field] ??= `${label}: ${slot.sentence} Your text is saved.`
  }
  return { faults, status: slot.status }
}

function conflictFaults({ questions }: FormPart, { conflicts }: SavedDraft): FieldErrors {
  const undecided = questions.filter(({ name }) => conflicts.includes(name))
  return Object.fromEntries(undecided.map((one) => [one.name, undecidedSentence(one)]))
}

function cutFaults({ questions }: FormPart, cut: string[]): FieldErrors {
  const max = maxCharacters.toLocaleString('en')
  const long = questions.filter(({ name }) => cut.includes(name))
  return Object.fromEntries(
    long.map(({ name, label }) => [
      name,
      `${label}: we saved only the first ${max} characters. Shorten your text.`,
    ]),
  )
}

/** Where the button leads, now that everything is saved. */
function wayOf(
  { caseType, settings }: DraftSession,
  part: FormPart,
  { control, typed }: SentPart,
  { answers: all, version }: SavedDraft,
): string {
  const { href } = caseType
  const here = `${href}/${part.name}`
  switch (control.do) {
    case 'add': {
      const shown = rowsTyped(control.repeat, typed) + 1
      return `${here}?shown=${control.repeat}-${shown}#${control.repeat}-row-${shown - 1}`
    }
    case 'remove':
    case 'read':
      return `${here}#${control.repeat}`
    case 'choose':
      // A different address each time, or a browser with scripts would only scroll the current page.
      return `${here}?chosen=${version}#${control.choice.question}`
    case 'drop':
    case 'keep':
      return here
    case 'list':
      return `${href}/tasks`
    case 'on':
      return `${href}/${nextPart(caseType.formFor(settings, all), all, part.name) ?? 'tasks'}`
  }
}

function faultsOf({ caseType, settings, draft, today }: DraftSession, part: FormPart): FieldErrors {
  const form = caseType.formFor(settings, draft.answers)
  const faults = checkForm(form, draft.answers, draft.files, today, caseType.rules)[part.name]
  return { ...faults, ...undecidedIn(form, draft)[part.name] }
}

function show(status: NotSaved['status'], sentence: string, typed: TypedFields, seen?: SeenFields): NotSaved {
  return { status, errors: { form: sentence }, typed, seen }
}
