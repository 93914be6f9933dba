import type { EntryState } from '#db/schema/tables.ts'
import type { EntryMove } from '#features/content/entry/workflow.ts'
import { applyChange, menuOf, type MenuChange, rowsOf, type MenuRow } from '#features/menu/menu.ts'

/**
 * What an office knows about one entry, one person, the settings and the menu, as if everything happened one after
 * another.
 */
export interface Model {
  /** The summary of every version; the last is the newest. */
  versions: string[]
  state: EntryState
  live: number | null
  person: { version: number; city: string; isBinned: boolean }
  city: string
  menu: { now: MenuRow[]; before: MenuRow[] }
}

/** What someone tries, with what they had seen when they decided. */
export type Attempt =
  | { on: 'entry'; do: 'save'; base: number; summary: string }
  | { on: 'entry'; do: 'restore-version'; base: number; number: number }
  | { on: 'entry'; do: ModelMove; base: number }
  | { on: 'person'; do: 'save'; base: number; city: string }
  | { on: 'person'; do: 'bin' | 'restore' }
  | { on: 'settings'; seen: string; city: string }
  | { on: 'menu'; seen: Model['menu']; change: Exclude<MenuChange, { do: 'add' }> | { do: 'undo' } }

export type ModelMove = Exclude<EntryMove, 'schedule'>

/** Written separately from the workflow under test: where each move leads, and who may make it. */
const moves: Record<
  ModelMove,
  { from: EntryState[]; to: EntryState; admin?: 'always' | 'live'; live?: true }
> = {
  submit: { from: ['draft'], to: 'in_review' },
  withdraw: { from: ['in_review'], to: 'draft' },
  publish: { from: ['draft', 'in_review', 'archived'], to: 'published', admin: 'always' },
  discard: { from: ['draft', 'in_review'], to: 'published', live: true },
  archive: { from: ['draft', 'in_review', 'published'], to: 'archived', admin: 'always', live: true },
  bin: { from: ['draft', 'in_review', 'published', 'archived'], to: 'binned', admin: 'live' },
  restore: { from: ['binned'], to: 'draft' },
}

export const modelMoves = Object.keys(moves) as ModelMove[]

/** The result of the attempt; undefined if it must be refused, or would change nothing. */
export function after(model: Model, attempt: Attempt, isAdmin: boolean): Model | undefined {
  switch (attempt.on) {
    case 'entry':
      return isUpToDate(model, attempt) ? afterEntry(model, attempt, isAdmin) : undefined
    case 'person':
      return afterPerson(model, attempt)
    case 'settings':
      return attempt.seen === model.city ? { ...model, city: attempt.city } : undefined
    case 'menu': {
      if (JSON.stringify(attempt.seen) !== JSON.stringify(model.menu)) return undefined
      const wanted = menuAfter(model.menu, attempt.change)
      const isSame = JSON.stringify(wanted) === JSON.stringify(model.menu.now)
      return wanted && !isSame ? { ...model, menu: { now: wanted, before: model.menu.now } } : undefined
    }
  }
}

/** A save is also merged with what someone else has saved, unless both changed the summary. */
function isUpToDate({ versions }: Model, attempt: Extract<Attempt, { on: 'entry' }>): boolean {
  const { base } = attempt
  return base === versions.length || (attempt.do === 'save' && versions[base - 1] === versions.at(-1))
}

function afterEntry(model: Model, attempt: Extract<Attempt, { on: 'entry' }>, isAdmin: boolean) {
  const { versions, state, live } = model
  if (attempt.do === 'save' || attempt.do === 'restore-version') {
    const summary = attempt.do === 'save' ? attempt.summary : versions[attempt.number - 1]!
    if (state === 'binned' || summary === versions.at(-1)) return undefined
    const next: EntryState = state === 'published' ? 'draft' : state
    return { ...model, versions: [...versions, summary], state: next }
  }
  const move = moves[attempt.do]
  const forAdmins = move.admin === 'always' || (move.admin === 'live' && live !== null)
  if (!move.from.includes(state) || (move.live && live === null) || (forAdmins && !isAdmin)) return undefined
  // The first version has only a title, which is not enough to publish.
  if (attempt.do === 'publish' && versions.at(-1) === '') return undefined
  if (attempt.do === 'publish') return { ...model, state: move.to, live: versions.length }
  if (attempt.do === 'discard') {
    const all = [...versions, versions[live! - 1]!]
    return { ...model, versions: all, state: move.to, live: all.length }
  }
  const leaves = attempt.do === 'archive' || attempt.do === 'bin'
  return { ...model, state: move.to, live: leaves ? null : live }
}

function afterPerson(model: Model, attempt: Extract<Attempt, { on: 'person' }>): Model | undefined {
  const { person } = model
  const version = person.version + 1
  if (attempt.do === 'save') {
    if (person.isBinned || person.version !== attempt.base) return undefined
    return { ...model, person: { ...person, version, city: attempt.city } }
  }
  if (person.isBinned !== (attempt.do === 'restore')) return undefined
  return { ...model, person: { ...person, version, isBinned: !person.isBinned } }
}

function menuAfter({ now, before }: Model['menu'], change: Extract<Attempt, { on: 'menu' }>['change']) {
  if (change.do === 'undo') return before
  const changed = applyChange(menuOf(now), change)
  return changed.ok ? inOrder(rowsOf(changed.menu)) : undefined
}

/** The engines order lists differently, which means nothing. */
export function inOrder(rows: MenuRow[]): MenuRow[] {
  return rows.toSorted((a, b) => (a.list === b.list ? a.position - b.position : a.list < b.list ? -1 : 1))
}
