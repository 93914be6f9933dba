import { type SetAsideDraft, type Drafting, textOf } from './drafting.ts'

/** The fields of a request that stores what is typed. */
export function storeRequest(draft: Drafting, revision: string, page: string) {
  const { kind, base, seen, values, conflicts, settled } = draft
  return {
    ...{ do: 'store', base: String(base), seen: seen.join(' '), revision, page },
    ...{ data: textOf(kind, values), conflicts: conflicts.join(' '), settled: settled ?? '' },
  }
}

export function lookRequest({ base, seen }: Drafting) {
  return { do: 'look', base: String(base), seen: seen.join(' ') }
}

export function revertRequest({ kind, base, seen, values, conflicts }: Drafting) {
  const data = textOf(kind, values)
  return { do: 'revert', base: String(base), seen: seen.join(' '), data, conflicts: conflicts.join(' ') }
}

export function asideRequest({ kind, seen }: Drafting, { base, values, conflicts }: SetAsideDraft) {
  const data = textOf(kind, values)
  return { do: 'aside', base: String(base), seen: seen.join(' '), data, conflicts: conflicts.join(' ') }
}

export function saveRequest(draft: Drafting, revision: string, page: string) {
  const { kind, base, seen, values, conflicts } = draft
  return {
    ...{ base: String(base), seen: seen.join(' '), data: textOf(kind, values), revision, page },
    conflicts: conflicts.join(' '),
  }
}
