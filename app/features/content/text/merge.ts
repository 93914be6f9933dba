import { tooBig, type Block, type RichText } from './document.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { maxItems, type Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { mergeBlocks } from './merge-blocks.ts'
import { mergeLists, type AtConflict, type ListRules } from './merge-lists.ts'
import { contentKey } from './normal-form.ts'

/** Three-way merge of a draft: what only one side changed takes that side's value; the rest are conflicts. */
export interface Merge {
  merged: Draft
  /** Top-level fields that both sides changed differently; `merged` holds mine there. */
  conflicts: string[]
  /** Top-level fields in which `merged` contains something of theirs. */
  taken: string[]
}

/** `base` is the version from which both sides started. */
export function mergeDrafts(kind: Kind, base: Draft, mine: Draft, theirs: Draft): Merge {
  const results = fields[kind].map((field) => ({
    name: field.name,
    ...mergeField(field, sidesOf(field, base, mine, theirs)),
  }))
  const namesWith = (ending: Ending) =>
    results.filter((result) => result.ending === ending).map(({ name }) => name)
  return { merged: draftOf(results), conflicts: namesWith('conflict'), taken: namesWith('taken') }
}

/** Whose text stays in a conflicting field; `both` puts theirs after mine. */
export type ConflictChoice = 'mine' | 'theirs' | 'both'

/** The merge after someone chose for each conflict. Without a choice, mine stays. */
export function settleConflicts(
  kind: Kind,
  base: Draft,
  mine: Draft,
  theirs: Draft,
  choices: Readonly<Record<string, ConflictChoice>>,
): Draft {
  const settled = fields[kind].map((field) => {
    const sides = sidesOf(field, base, mine, theirs)
    const { ending, value } = mergeField(field, sides)
    const choice = ending === 'conflict' ? choices[field.name] : undefined
    if (choice === 'theirs') return { name: field.name, value: sides.theirs }
    if (choice === 'both') return { name: field.name, value: mergeField(field, sides, 'both').value }
    return { name: field.name, value }
  })
  return draftOf(settled)
}

/** Two texts can follow one another, two dates cannot. */
export function allowsBoth({ control }: Field): boolean {
  return control === 'rich-text' || control === 'paragraph' || control === 'list' || control === 'lines'
}

type Values = Record<string, unknown>

interface Sides {
  base: unknown
  mine: unknown
  theirs: unknown
}

function sidesOf({ name }: Field, base: Draft, mine: Draft, theirs: Draft): Sides {
  return { base: (base as Values)[name], mine: (mine as Values)[name], theirs: (theirs as Values)[name] }
}

function draftOf(values: { name: string; value: unknown }[]): Values {
  const given = values.filter(({ value }) => value !== undefined)
  return Object.fromEntries(given.map(({ name, value }) => [name, value]))
}

type Ending = 'mine' | 'taken' | 'conflict'

interface Result {
  ending: Ending
  value: unknown
}

function mergeField(field: Field, sides: Sides, atConflict: AtConflict = 'give-up'): Result {
  const { base, mine, theirs } = sides
  const [was, my, their] = [base, mine, theirs].map((value) => contentKey(field, value))
  if (their === was || their === my) return { ending: 'mine', value: mine }
  if (my === was) return { ending: 'taken', value: theirs }
  const value = combine(field, sides, atConflict)
  return value === undefined ? { ending: 'conflict', value: mine } : { ending: 'taken', value }
}

/** A value with the changes of both sides; undefined if they contradict each other. */
function combine(field: Field, sides: Sides, atConflict: AtConflict): unknown {
  switch (field.control) {
    case 'rich-text':
      return combineTexts(sides, atConflict)
    case 'list':
      return combineLists(sides, itemRules(field), atConflict, field.max)
    case 'lines':
      return combineLists(sides, lineRules, atConflict)
    case 'paragraph':
      return atConflict === 'both' ? [sides.mine, sides.theirs].filter(Boolean).join('\n\n') : undefined
    default:
      return undefined
  }
}

function combineTexts({ base, mine, theirs }: Sides, atConflict: AtConflict): RichText | undefined {
  const content = mergeBlocks(blocksOf(base), blocksOf(mine), blocksOf(theirs), atConflict)
  const document = content && ({ type: 'doc', content } as const)
  return document && (atConflict === 'both' || !tooBig(document)) ? document : undefined
}

function blocksOf(value: unknown): Block[] {
  return (value as RichText | undefined)?.content ?? []
}

function combineLists<Item>(
  sides: Sides,
  rules: ListRules<Item>,
  atConflict: AtConflict,
  max = maxItems,
): Item[] | undefined {
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((value) => (value ?? []) as Item[])
  const items = mergeLists(base!, mine!, theirs!, rules, atConflict)
  return items && (atConflict === 'both' || items.length <= max) ? items : undefined
}

/** What identifies an item of these lists. Two items count as one only if it is the same on both sides. */
const identities: Partial<Record<string, string>> = { sections: 'anchor', photos: 'file' }

type ListField = Extract<Field, { control: 'list' }>

function itemRules(field: ListField): ListRules<Values> {
  const asGroup: Field = { ...field, control: 'group' }
  const key = (item: Values) => contentKey(asGroup, item)
  const empty = key({})
  return {
    key,
    identity: (item) => identityOf(field, item) ?? (key(item) === empty ? undefined : key(item)),
    mergeItem: (base, mine, theirs, atConflict) => mergeItem(field, { base, mine, theirs }, atConflict),
  }
}

function identityOf({ name }: ListField, item: Values): string | undefined {
  const named = identities[name] && item[identities[name]]
  return typeof named === 'string' && named ? named : undefined
}

function mergeItem(
  field: ListField,
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
  atConflict: AtConflict,
): Values | undefined {
  const identity = identityOf(field, base)
  if (!identity || identityOf(field, mine) !== identity || identityOf(field, theirs) !== identity)
    return undefined
  const results = field.fields.map((inner) => {
    const sides = { base: base[inner.name], mine: mine[inner.name], theirs: theirs[inner.name] }
    return { name: inner.name, ...mergeField(inner, sides, atConflict) }
  })
  return results.some(({ ending }) => ending === 'conflict') ? undefined : draftOf(results)
}

const lineRules: ListRules<string> = { key: (line) => line.trim(), mergeItem: () => undefined }
