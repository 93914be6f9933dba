import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { answerCopyRequest } from '#features/content/entry/copy-requests.server.ts'
import { readDraft } from '#features/content/entry/drafts.ts'
import { saveForm, workingCopyForm } from '#features/content/entry/form.ts'
import { mergeDrafts, type ConflictChoice } from '#features/content/text/merge.ts'
import { saveEntry } from '#features/content/entry/operations.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { noRevision, type CurrentCopy } from '#features/content/entry/typed.ts'
import type { Values } from '#features/content/entry/values.ts'
import { findVersion } from '#features/content/entry/versions.server.ts'
import { findCurrentCopy } from '#features/content/entry/working-copies.server.ts'
import {
  afterAside,
  afterChoice,
  afterLooking,
  afterMoved,
  afterNoAnswer,
  afterReverted,
  afterSaved,
  afterStored,
  afterTyping,
  hasUnsent,
  offeredConflict,
  openDraft,
  replaced,
  type Drafting,
} from '#features/content/writing/drafting.ts'
import {
  asideRequest,
  lookRequest,
  revertRequest,
  saveRequest,
  storeRequest,
} from '#features/content/writing/draft-requests.ts'
import type { DraftConflict } from '#features/content/writing/send.ts'
import { storeRest, takeOver, unsentKey } from '#features/content/writing/unsent.ts'

/** Editing pages without a browser: the logic of the real page, calling the real operations. */

/** What happens to a request: it arrives, it is lost on its way, or its answer is. */
export type RequestFate = 'arrives' | 'is-lost' | 'answer-is-lost'

export interface Device {
  actor: StaffActor
  writer: PageWriter
  isSignedIn: boolean
  storage: MemoryStorage
  /** What was on the pages whose texts are on the storage. */
  shown: Map<string, string>
}

/** A person with all their devices. */
export interface PageWriter {
  /** What was on the pages that wrote the working copy: someone who typed over it there has seen it. */
  shown: string
}

/** As much of a browser's storage as the page needs. */
export class MemoryStorage {
  private readonly items = new Map<string, string>()
  get length() {
    return this.items.size
  }
  key(index: number) {
    return [...this.items.keys()][index] ?? null
  }
  getItem(key: string) {
    return this.items.get(key) ?? null
  }
  setItem(key: string, text: string) {
    this.items.set(key, text)
  }
  removeItem(key: string) {
    this.items.delete(key)
  }
  keys(): string[] {
    return [...this.items.keys()]
  }
}

export interface Page {
  device: Device
  name: string
  key: string
  draft: Drafting
  conflict?: DraftConflict | undefined
  undo?: { before: Values; base: number } | undefined
  /** Everything that was on this page at any time. */
  shown: string
}

interface Office {
  db: Db
  id: string
  now: Date
}

/** What the server told a page: that it has stored or saved these values. */
export type Acknowledged = { is: 'stored' | 'saved' | 'reverted'; values: Values } | undefined

let names = 0
const nextName = () => `name-${++names}`

export async function openPage({ db, id }: Office, device: Device): Promise<Page | undefined> {
  const entry = device.isSignedIn ? await findForStaff(db, id) : undefined
  if (!entry) return undefined
  const copy = await findCurrentCopy(db, device.actor, entry)
  const opened = openDraft(entry.kind, entry.head_version, entry.data, copy)
  const name = nextName()
  const owner = { id, staffId: device.actor.id }
  // Someone who continues the text of a page has seen what they replaced on it.
  const shown = device.storage.keys().map((key) => device.shown.get(key))
  const draft = takeOver(device.storage, owner, unsentKey(owner, name), opened, entry.updated_at)
  const page: Page = { device, name, key: unsentKey(owner, name), draft, shown: shown.join('') }
  if (copy.revision !== noRevision) page.shown += device.writer.shown
  if (copy.conflicts.length) {
    const texts = { base: (copy.baseData ?? {}) as Values, theirs: entry.data as Values }
    page.conflict = conflictOf(entry.head_version, texts, copy.conflicts)
  }
  look(page)
  return page
}

function conflictOf(
  version: number,
  texts: { base: Values; theirs: Values },
  names: string[],
): DraftConflict {
  const differences = names.map((name) => ({ name, label: name, before: [], after: [], allowsBoth: true }))
  return { version, by: null, ...texts, differences }
}

function change(page: Page, next: (draft: Drafting) => Drafting) {
  page.draft = next(page.draft)
  storeRest(page.device.storage, page.key, page.draft)
  look(page)
}

function look(page: Page) {
  page.shown += JSON.stringify(page.draft.values)
  if (page.conflict) page.shown += JSON.stringify(page.conflict.theirs)
  page.device.shown.set(page.key, page.shown)
}

export function type(office: Office, page: Page, values: Values): void {
  change(page, (draft) => afterTyping(draft, values, office.now.getTime()))
}

async function ask(office: Office, device: Device, request: Record<string, string>, fate: RequestFate) {
  const entry = await findForStaff(office.db, office.id)
  if (!entry || !device.isSignedIn || fate === 'is-lost') return undefined
  const read = workingCopyForm.parse(request)
  const answer = await answerCopyRequest(office.db, device.actor, entry, read, office.now)
  if (answer.is === 'unreadable' || answer.is === 'refused') throw new Error(JSON.stringify(answer))
  return fate === 'answer-is-lost' ? undefined : answer
}

/** What a page does every few seconds. */
export async function report(office: Office, page: Page, fate: RequestFate): Promise<Acknowledged> {
  for (const aside of page.draft.asides) {
    const answer = await ask(office, page.device, asideRequest(page.draft, aside), fate)
    if (!answer) break
    change(page, (draft) => afterAside(draft, aside.key))
    page.device.storage.removeItem(aside.key)
  }
  const sent = page.draft
  const revision = hasUnsent(sent) ? nextName() : undefined
  const request = revision ? storeRequest(sent, revision, page.name) : lookRequest(sent)
  const answer = await ask(office, page.device, request, fate)
  if (answer?.is !== 'moved' && revision) page.device.writer.shown += page.shown
  if (answer?.is === 'moved') hearOfOther(page, answer.current)
  else if (revision && answer) {
    change(page, (draft) => afterStored(draft, revision, sent, answer))
    const stored = Object.entries(sent.values).filter(([name]) => !answer.left.includes(name))
    return { is: 'stored', values: Object.fromEntries(stored) }
  } else if (revision) change(page, (draft) => afterNoAnswer(draft, revision))
  else if (answer) change(page, (draft) => afterLooking(draft, answer.offer))
  return undefined
}

/** Text that the other tab replaced was seen there; its new text has yet to be shown here. */
function hearOfOther(page: Page, current: CurrentCopy): void {
  const typed = wordsIn(current.values)
  const replaced = [...wordsIn(page.device.writer.shown)].filter((word) => !typed.has(word))
  if (current.revision !== noRevision) page.shown += replaced.join(' ')
  change(page, (draft) => afterMoved(draft, current))
}

export async function save(office: Office, page: Page, fate: RequestFate): Promise<Acknowledged> {
  const { db, id, now } = office
  const { actor, isSignedIn } = page.device
  const sent = page.draft
  const entry = await findForStaff(db, id)
  const revision = nextName()
  const { base, data, copy } = saveForm.parse(saveRequest(sent, revision, page.name))
  const draft = entry && readDraft(entry.kind, data)
  const isHeard = isSignedIn && fate !== 'is-lost'
  if (!entry || (isHeard && draft && !draft.ok)) return undefined
  const outcome =
    isHeard && draft?.ok && (await saveEntry(db, actor, { id, base, data: draft.data, copy }, now))
  if (!outcome || fate === 'answer-is-lost') {
    change(page, (draft) => ({ ...draft, perhapsSaved: sent.values }))
    return undefined
  }
  if (outcome.ok) {
    page.conflict = undefined
    page.undo = undefined
    change(page, (draft) => afterSaved(draft, sent.values, outcome))
    return { is: 'saved', values: outcome.data }
  }
  if (outcome.reason !== 'conflict' || !draft?.ok) return undefined
  change(page, (draft) => afterNoAnswer(draft, revision))
  const began = (await findVersion(db, id, base)) ?? {}
  const { conflicts } = mergeDrafts(entry.kind, began, draft.data, entry.data)
  const texts = { base: began as Values, theirs: entry.data as Values }
  page.conflict = conflictOf(entry.head_version, texts, conflicts)
  look(page)
  return undefined
}

/** Keeps mine, theirs or both, field by field. */
export async function choose(
  office: Office,
  page: Page,
  which: number,
  fate: RequestFate,
): Promise<Acknowledged> {
  const { conflict } = page
  if (!conflict) return undefined
  const of: ConflictChoice[] = ['mine', 'theirs', 'both']
  const choices = Object.fromEntries(
    conflict.differences.map(({ name }, index) => [name, of[(which + index) % of.length]!]),
  )
  page.conflict = undefined
  change(page, (draft) => afterChoice(draft, conflict, choices, office.now.getTime()))
  return conflict.version === undefined ? undefined : save(office, page, fate)
}

export function compareOffer(page: Page): void {
  const conflict = offeredConflict(page.draft)
  if (!conflict || !page.draft.offer) return
  const differences = page.draft.offer.fields.map((name) => ({
    name,
    label: name,
    before: [],
    after: [],
    allowsBoth: true,
  }))
  page.conflict = { ...conflict, differences }
  look(page)
}

export async function revert(office: Office, page: Page, fate: RequestFate): Promise<Acknowledged> {
  const sent = page.draft
  const answer = await ask(office, page.device, revertRequest(sent), fate)
  if (answer?.is === 'moved') hearOfOther(page, answer.current)
  if (answer?.is !== 'done') return undefined
  page.undo = { before: sent.values, base: sent.base }
  change(page, (draft) => afterReverted(draft, sent.values))
  return { is: 'reverted', values: sent.values }
}

export function undo(office: Office, page: Page): void {
  const { undo } = page
  if (!undo) return
  page.undo = undefined
  const { before, base } = undo
  change(page, (draft) => ({ ...replaced(draft, before), typedAt: office.now.getTime(), base }))
}

/** The words that the model makes up, wherever they are. */
export function wordsIn(values: unknown): Set<string> {
  return new Set(JSON.stringify(values).match(/word\d{4}[a-r]+/g) ?? [])
}
