import fc, { type Arbitrary } from 'fast-check'
import { emptyDocument, type Block, type RichText } from '#features/content/text/document.ts'
import { readDraft, type Draft } from '#features/content/entry/drafts.ts'
import type { Field, LineFormat } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { anyDocument } from './any-document.ts'

/** Drafts of every kind with every field filled or empty, and what two people could have made of one. */

type Values = Record<string, unknown>

const words = fc.constantFrom(
  'Lamp',
  'Light and lamp',
  'प्रकाश',
  '<b>bold</b>',
  'a · b',
  'Yes',
  '12',
  '{"a":1}',
)
const formats: Record<LineFormat, Arbitrary<string>> = {
  address: fc.constantFrom('/gallery', '/gallery?a=1', 'https://example.org/a', 'mailto:a@b.in'),
  email: fc.constantFrom('asha@example.org', 'ravi@example.org'),
  anchor: fc.constantFrom('aims', 'means', 'ends'),
  'clause-number': fc.constantFrom('1', '2.1', '3'),
}
const fileIds = fc.constantFrom('f1', 'f2', 'f3')
const days = fc.constantFrom('2026-01-31', '2026-02-01', '2027-01-31')
const moments = fc.constantFrom(1_790_000_000_000, 1_790_000_060_000, 1_790_000_000_001)

export function anyValue(field: Field): Arbitrary<unknown> {
  switch (field.control) {
    case 'line':
      return field.format ? formats[field.format] : words
    case 'paragraph':
      return words
    case 'day':
      return days
    case 'moment':
      return moments
    case 'number':
      return field.name === 'year' ? fc.integer({ min: 1990, max: 1994 }) : fc.integer({ min: 1, max: 4 })
    case 'yes-no':
      return fc.boolean()
    case 'rich-text':
      return fc.oneof({ weight: 5, arbitrary: anyDocument(2) }, fc.constant(emptyDocument))
    case 'picture':
    case 'download':
      return fileIds
    case 'lines':
      return fc.array(words, { maxLength: 3 })
    case 'choice':
      return fc.constantFrom(...Object.keys(field.choices))
    case 'entry':
    case 'record':
      return fc.constantFrom('first-entry', 'second-entry')
    case 'group':
      return anyItem(field.fields)
    case 'list':
      return fc.array(anyItem(field.fields), { maxLength: 3 })
  }
}

function anyItem(inside: Field[]): Arbitrary<Values> {
  return fc.record(Object.fromEntries(inside.map((field) => [field.name, anyValue(field)])), {
    requiredKeys: [],
  })
}

export function anyDraft(kind: Kind): Arbitrary<Draft> {
  return anyItem(fields[kind]).map((values) => valid(kind, values))
}

/** A draft and what two people made of it. */
export function anyThree(kind: Kind): Arbitrary<{ base: Draft; mine: Draft; theirs: Draft }> {
  return anyDraft(kind).chain((base) =>
    fc.record({ base: fc.constant(base), mine: anyEditOf(kind, base), theirs: anyEditOf(kind, base) }),
  )
}

export function anyEditOf(kind: Kind, base: Draft): Arbitrary<Draft> {
  return editItem(fields[kind], base as Values).map((values) => valid(kind, values))
}

function editItem(inside: Field[], item: Values): Arbitrary<Values> {
  const edited = inside.map((field): [string, Arbitrary<unknown>] => {
    const old = item[field.name]
    const edits = [
      { weight: 6, arbitrary: fc.constant(old) },
      { weight: 1, arbitrary: fc.option(anyValue(field), { nil: undefined }) },
    ]
    if (old !== undefined) edits.push({ weight: 4, arbitrary: editValue(field, old) })
    return [field.name, fc.oneof(...edits)]
  })
  return fc.record(Object.fromEntries(edited)).map(withoutUndefined)
}

function editValue(field: Field, old: unknown): Arbitrary<unknown> {
  switch (field.control) {
    case 'rich-text':
      return editList((old as RichText).content, anyBlock, (block) => fc.constant(block)).map((content) =>
        content.length > 0 ? { type: 'doc', content } : emptyDocument,
      )
    case 'list':
      return editList(old as Values[], anyItem(field.fields), (item) => editItem(field.fields, item))
    case 'lines':
      return editList(old as string[], words, (line) => fc.constant(line))
    case 'group':
      return editItem(field.fields, old as Values)
    default:
      return anyValue(field)
  }
}

const anyBlock: Arbitrary<Block> = anyDocument(1).map(({ content }) => content[0]!)

/** A few items added, removed, replaced, changed or moved. */
function editList<Item>(
  list: Item[],
  anyOther: Arbitrary<Item>,
  change: (item: Item) => Arbitrary<Item>,
): Arbitrary<Item[]> {
  const act = fc.record({
    how: fc.constantFrom('add', 'remove', 'replace', 'move'),
    at: fc.nat(list.length),
    to: fc.nat(list.length),
    other: anyOther,
  })
  const changed = fc.tuple(
    ...list.map((item) => fc.oneof({ weight: 3, arbitrary: fc.constant(item) }, change(item))),
  )
  return fc.tuple(changed, fc.array(act, { maxLength: 2 })).map(([items, acts]) =>
    acts.reduce<Item[]>((now, { how, at, to, other }) => {
      if (how === 'add') return now.toSpliced(at, 0, other)
      if (how === 'remove') return now.toSpliced(at, 1)
      if (how === 'replace') return now.toSpliced(at, 1, other)
      const moved = now[at]
      return moved === undefined ? now : now.toSpliced(at, 1).toSpliced(to, 0, moved)
    }, items),
  )
}

function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Every draft made here may be stored, so that a test never proves something about invalid ones. */
function valid(kind: Kind, values: Values): Draft {
  const read = readDraft(kind, values)
  if (!read.ok) throw new Error(`not a draft: ${JSON.stringify(read.errors)}`)
  return read.data
}
