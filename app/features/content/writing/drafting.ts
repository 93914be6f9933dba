import type { Draft } from '#features/content/entry/drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { mergeDrafts, settleConflicts, type ConflictChoice } from '#features/content/text/merge.ts'
import { noRevision, type CurrentCopy, type Offer } from '#features/content/entry/typed.ts'
import { withoutEmpty, type Values } from '#features/content/entry/values.ts'
import type { DraftConflict } from './send.ts'

/**
 * What an editing page knows about its text: what is typed, what the server has, and where both started. Only pure
 * functions, so that a test can simulate many pages. Nothing here is ever discarded unless it is on the server or in
 * `values`.
 */
export interface Drafting {
  kind: Kind
  /** The version that the text started from. */
  base: number
  /** The newest version that the page knows, and its content. */
  newest: number
  saved: Values
  values: Values
  /** When something was last typed that the server may not have. */
  typedAt: number
  /** The revision that the server has, and our own unanswered writes. */
  seen: string[]
  /** The content of the revision seen: where we and the next writer start. */
  before: Values
  /** What the server has from us; while `values` is this very object there is nothing to send. */
  stored: Values
  /** When the server stored it. */
  storedAt?: number | undefined
  /** Fields in which the text contradicts the revision seen; the next write reports them. */
  conflicts: string[]
  offer?: Offer | undefined
  /** The offer that was settled; the next write reports it. */
  settled?: string | undefined
  /** What an unanswered save sent. */
  perhapsSaved?: Values | undefined
  /** Found in this browser, older than what the server has and contradicting it: to be stored beside it. */
  asides: SetAsideDraft[]
  /** Rises for a field when its text was changed from outside. */
  generations: Record<string, number>
}

export interface SetAsideDraft {
  /** Where the browser stores it. */
  key: string
  base: number
  values: Values
  conflicts: string[]
}

/** Unsent typed text, as a browser stores it. */
export interface UnsentDraft {
  base: number
  seen: string[]
  before?: Values | undefined
  values: Values
  at: number
}

export function openDraft(kind: Kind, version: number, data: Draft, copy: CurrentCopy): Drafting {
  const { revision, base, values, typedAt, offer } = copy
  return {
    ...{ kind, base, newest: version, saved: data, values, seen: [revision], before: values },
    ...{ stored: values, storedAt: typedAt, typedAt: 0, conflicts: [], offer, asides: [], generations: {} },
  }
}

export function hasUnsent(draft: Drafting): boolean {
  const { kind, values, stored, before, settled } = draft
  return settled !== undefined || (values !== stored && differs(kind, values, before))
}

/** Whether the server has all of it, including fields that it could not store at first. */
export function isWholeThere({ kind, values, before }: Drafting): boolean {
  return !differs(kind, values, before)
}

export function afterTyping(draft: Drafting, values: Values, now: number): Drafting {
  return { ...draft, values, typedAt: now }
}

export function unsentOf({ base, seen, before, values, typedAt }: Drafting): UnsentDraft {
  return { base, seen, before, values, at: typedAt }
}

/** Whether anything differs from the saved version. */
export function isChanged({ kind, values, saved }: Drafting): boolean {
  return differs(kind, values, saved)
}

export function differs(kind: Kind, one: Values, other: Values): boolean {
  return textOf(kind, one) !== textOf(kind, other)
}

export function textOf(kind: Kind, values: Values): string {
  return JSON.stringify(withoutEmpty(kind, values))
}

interface Stored {
  at: number
  /** Fields that could not be stored. */
  left: string[]
  offer?: Offer | undefined
}

/** The server has stored what was sent. */
export function afterStored(draft: Drafting, revision: string, sent: Drafting, answer: Stored): Drafting {
  const preserved = Object.fromEntries(answer.left.map((name) => [name, draft.before[name]]))
  return {
    ...draft,
    ...{ seen: [revision], before: { ...sent.values, ...preserved }, stored: sent.values },
    ...{ storedAt: answer.at, offer: answer.offer },
    conflicts: draft.conflicts.filter((name) => !sent.conflicts.includes(name)),
    settled: draft.settled === sent.settled ? undefined : draft.settled,
  }
}

/** Nothing has changed, but there may be something to choose. */
export function afterLooking(draft: Drafting, offer: Offer | undefined): Drafting {
  return draft.offer?.id === offer?.id ? draft : { ...draft, offer }
}

/** It is unknown whether the server has it: the next write says so. */
export function afterNoAnswer(draft: Drafting, revision: string): Drafting {
  const [first = noRevision, ...others] = draft.seen
  return { ...draft, seen: [first, ...others, revision].slice(0, 1).concat([...others, revision].slice(-20)) }
}

/** Another tab or device has written. What only one side changed is taken from that side. */
export function afterMoved(draft: Drafting, current: CurrentCopy): Drafting {
  const { kind, values } = draft
  const before =
    draft.perhapsSaved && !differs(kind, draft.perhapsSaved, current.values)
      ? draft.perhapsSaved
      : draft.before
  const { merged, conflicts, taken } = merge(kind, before, values, current.values)
  const next = taking(draft, taken, merged)
  const isSaved = current.revision === noRevision
  return {
    ...next,
    // What has been settled with a newer version stays settled.
    base: conflicts.length ? Math.min(draft.base, current.base) : Math.max(draft.base, current.base),
    ...(isSaved && { newest: current.base, saved: current.values }),
    ...{ seen: [current.revision], before: current.values, offer: current.offer },
    ...(differs(kind, next.values, current.values)
      ? { stored: current.values }
      : { stored: next.values, storedAt: current.typedAt }),
    // A version stays in place; what contradicts it is settled on saving.
    conflicts: isSaved ? [] : union(draft.conflicts, conflicts),
    perhapsSaved: undefined,
  }
}

/**
 * Merges what this browser has from a page that was closed or crashed; newest first. What contradicts something newer
 * is not shown but offered.
 */
export function afterFound(draft: Drafting, key: string, found: UnsentDraft, savedAt: number): Drafting {
  const { kind } = draft
  const [first = noRevision] = found.seen
  const [now = noRevision] = draft.seen
  // The server may have the very write whose answer did not arrive.
  const isOurs = now !== first && found.seen.includes(now)
  const before = isOurs ? draft.before : (found.before ?? draft.saved)
  const { merged, conflicts } = merge(kind, before, found.values, draft.values)
  const base = conflicts.length || !found.before ? Math.min(found.base, draft.base) : draft.base
  const isFirst = draft.values === draft.stored
  const isNewer = isFirst && (isOurs || found.at >= (draft.storedAt ?? savedAt))
  if (conflicts.length === 0 || isNewer) {
    const known = now === noRevision ? [] : conflicts
    const typedAt = Math.max(draft.typedAt, found.at)
    return { ...replaced(draft, merged), typedAt, base, conflicts: union(draft.conflicts, known) }
  }
  const theirs = merge(kind, before, draft.values, found.values).merged as Values
  const aside = { key, base: found.base, values: found.values, conflicts }
  const typedAt = Math.max(draft.typedAt, found.at)
  return { ...replaced(draft, theirs), typedAt, asides: [...draft.asides, aside] }
}

export function afterAside(draft: Drafting, key: string): Drafting {
  return { ...draft, asides: draft.asides.filter((aside) => aside.key !== key) }
}

interface Saved {
  version: number
  data: Draft
  /** Fields into which changes of others were merged. */
  taken: string[]
}

/** It is saved. The page shows what others changed, and addresses as completed by the server. */
export function afterSaved(draft: Drafting, sent: Values, answer: Saved): Drafting {
  const { kind } = draft
  const data = answer.data as Values
  const clean = withoutEmpty(kind, sent)
  const isCompleted = (name: string) => typeof data[name] === 'string' && data[name] !== clean[name]
  const changed = Object.keys(data).filter((name) => answer.taken.includes(name) || isCompleted(name))
  const gone = answer.taken.filter((name) => !(name in data))
  const names = [...changed, ...gone]
  const isTyped = (name: string) => draft.values[name] !== sent[name]
  const saved = { ...sent, ...Object.fromEntries(names.map((name) => [name, data[name]])) }
  const next = taking(
    draft,
    names.filter((name) => !isTyped(name)),
    answer.data,
  )
  const values = draft.values === sent ? saved : next.values
  return {
    ...next,
    ...{ values, saved, newest: answer.version, before: saved, stored: saved, storedAt: undefined },
    // Someone typed into a field that has just changed: the next save has to ask.
    base: answer.taken.some(isTyped) ? draft.base : answer.version,
    ...{ seen: [noRevision], conflicts: [], perhapsSaved: undefined },
  }
}

/** The server has returned to the saved version. */
export function afterReverted(draft: Drafting, sent: Values): Drafting {
  const { saved, newest } = draft
  const isTyped = draft.values !== sent
  return {
    ...(isTyped ? draft : replaced(draft, saved)),
    ...{ base: newest, seen: [noRevision], before: saved, stored: saved, storedAt: undefined },
    conflicts: [],
  }
}

/** What this person typed elsewhere, beside what the page shows. */
export function offeredConflict({ values, offer }: Drafting): DraftConflict | undefined {
  if (!offer) return undefined
  const theirs = { ...values, ...pick(offer.values, offer.fields) }
  const base = { ...values, ...pick({}, offer.fields) }
  return { by: null, base, theirs, differences: offer.differences ?? [] }
}

/** Someone has chosen, for each conflicting field, which of the two texts stays. */
export function afterChoice(
  draft: Drafting,
  conflict: DraftConflict,
  choices: Readonly<Record<string, ConflictChoice>>,
  now: number,
): Drafting {
  const { kind, values, offer } = draft
  const { base, theirs, version } = conflict
  const mine = withoutEmpty(kind, values)
  const merged = settleConflicts(kind, base, mine, theirs, choices) as Values
  if (version !== undefined) return { ...replaced(draft, merged), typedAt: now, base: version }
  const chosen = Object.entries(choices).map(([name, choice]) => {
    return [name, { mine: values[name], theirs: theirs[name], both: merged[name] }[choice]] as const
  })
  const next = replaced(draft, { ...values, ...Object.fromEntries(chosen) })
  return { ...next, typedAt: now, settled: offer?.id, offer: undefined }
}

function pick(values: Values, names: string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

/** The same draft with another text in it. */
export function replaced(draft: Drafting, values: Values): Drafting {
  const { kind } = draft
  const names = new Set([...Object.keys(values), ...Object.keys(draft.values)])
  const changed = [...names].filter((name) => values[name] !== draft.values[name])
  if (!differs(kind, values, draft.values)) return draft
  return { ...draft, values, generations: risen(draft.generations, changed) }
}

function taking(draft: Drafting, names: string[], from: Draft): Drafting {
  if (names.length === 0) return draft
  const taken = Object.fromEntries(names.map((name) => [name, (from as Values)[name]]))
  return {
    ...draft,
    values: { ...draft.values, ...taken },
    generations: risen(draft.generations, names),
  }
}

function risen(generations: Record<string, number>, names: string[]) {
  return { ...generations, ...Object.fromEntries(names.map((name) => [name, (generations[name] ?? 0) + 1])) }
}

function merge(kind: Kind, before: Values, mine: Values, theirs: Values) {
  const [a, b, c] = [before, mine, theirs].map((values) => withoutEmpty(kind, values) as Draft)
  return mergeDrafts(kind, a!, b!, c!)
}

function union(one: string[], other: string[]): string[] {
  return [...new Set([...one, ...other])]
}
