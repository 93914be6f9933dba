import { toCanonicalJson } from '#db/engine/json.ts'
import type { Block, Inline, RichText, TableRow } from './document.ts'
import type { Field } from '#features/content/kinds/field.ts'

/**
 * Drafts are compared by their data, not by their words. Equivalent data has one form here, so that we neither report
 * changes that nobody made nor overlook any.
 */

/** One text for one content: two values of a field say the same exactly if their keys are equal. */
export function contentKey(field: Field, value: unknown): string {
  return toCanonicalJson(normalValue(field, value))
}

export function blockKey(block: Block): string {
  return toCanonicalJson(normalBlock(block))
}

type Values = Record<string, unknown>

/** Undefined if nothing is filled in, however that is stored. */
export function normalValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return undefined
  switch (field.control) {
    case 'line':
    case 'paragraph':
      return typeof value === 'string' ? value.trim() || undefined : value
    case 'lines':
      return unlessEmpty((value as string[]).map((line) => line.trim()).filter(Boolean))
    case 'group': {
      const group = normalItem(field.fields, value as Values)
      return Object.keys(group).length === 0 ? undefined : group
    }
    case 'list':
      return unlessEmpty((value as Values[]).map((item) => normalItem(field.fields, item)))
    case 'rich-text':
      return normalDocument(value as RichText)
    default:
      return value
  }
}

function normalItem(inside: Field[], item: Values): Values {
  const pairs = inside.map((field) => [field.name, normalValue(field, item[field.name])] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

function unlessEmpty<T>(list: T[]) {
  return list.length === 0 ? undefined : list
}

/** Undefined for an empty document. */
function normalDocument({ content }: RichText): RichText | undefined {
  if (content.every(isEmptyParagraph)) return undefined
  return { type: 'doc', content: content.map(normalBlock) }
}

export function isEmptyParagraph(block: Block): boolean {
  return block.type === 'paragraph' && (block.content ?? []).length === 0
}

export function normalBlock(block: Block): Block {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.content ? { ...block, content: normalLine(block.content) } : block
    case 'bulletList':
      return { ...block, content: block.content.map(normalHolder) }
    case 'orderedList': {
      const { attrs, ...list } = block
      const counts = attrs?.start !== undefined && attrs.start !== 1
      return { ...list, ...(counts && { attrs }), content: block.content.map(normalHolder) }
    }
    case 'blockquote':
      return normalHolder(block)
    case 'table':
      return { ...block, content: block.content.map(normalRow) }
    default:
      return block
  }
}

function normalHolder<Holder extends { content: Block[] }>(holder: Holder): Holder {
  return { ...holder, content: holder.content.map(normalBlock) }
}

function normalRow(row: TableRow): TableRow {
  return {
    ...row,
    content: row.content.map(({ type, attrs, content }) => {
      const spans = Object.entries(attrs ?? {}).filter(([, span]) => span !== undefined && span !== 1)
      const wide = spans.length > 0 && { attrs: Object.fromEntries(spans) }
      return { type, ...wide, content: content.map(normalBlock) }
    }),
  }
}

/** The marks in one order, and neighbouring texts with the same marks as one. */
function normalLine(line: Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const node of line.map(withSortedMarks)) {
    const last = joined.at(-1)
    if (last?.type === 'text' && node.type === 'text' && marksKey(last) === marksKey(node)) {
      joined[joined.length - 1] = { ...last, text: last.text + node.text }
    } else joined.push(node)
  }
  return joined
}

function withSortedMarks(node: Inline): Inline {
  if (!node.marks) return node
  return { ...node, marks: node.marks.toSorted((a, b) => (a.type < b.type ? -1 : 1)) }
}

function marksKey({ marks }: Inline) {
  return toCanonicalJson(marks ?? [])
}
