import { diffWordsWithSpace } from 'diff'
import type { Draft } from './drafts.ts'
import { fields } from './fields.ts'
import type { Kind } from './kinds.ts'
import { textsOf, type FileNames } from './texts.ts'

export interface Piece {
  text: string
  /** Whether only this side has it. */
  own: boolean
}

/** A field that two versions fill differently, each side in words with what the other lacks marked. */
export interface Difference {
  /** The field, as the data call it and as people do. */
  name: string
  label: string
  before: Piece[]
  after: Piece[]
}

/** What two versions say differently, field by field, in the order of the form. */
export function compareVersions(kind: Kind, before: Draft, after: Draft, names?: FileNames): Difference[] {
  const old = new Map(textsOf(kind, before, names).map((field) => [field.name, field]))
  const fresh = new Map(textsOf(kind, after, names).map((field) => [field.name, field]))
  return fields[kind]
    .map(({ name, label }) => ({
      name,
      label,
      from: old.get(name)?.text ?? '',
      to: fresh.get(name)?.text ?? '',
    }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, label, from, to }) => ({ name, label, ...piecesOf(from, to) }))
}

/** Comparing two very long and very different texts word by word would take long; then they are shown whole. */
const mostChanges = 1000

function piecesOf(from: string, to: string): Pick<Difference, 'before' | 'after'> {
  const parts = diffWordsWithSpace(from, to, { maxEditLength: mostChanges })
  if (!parts) return { before: [{ text: from, own: true }], after: [{ text: to, own: true }] }
  return {
    before: parts.filter((part) => !part.added).map(({ value, removed }) => ({ text: value, own: removed })),
    after: parts.filter((part) => !part.removed).map(({ value, added }) => ({ text: value, own: added })),
  }
}
