import type { JSONContent } from '@tiptap/core'
import {
  type Block,
  emptyDocument,
  figureSchema,
  type Inline,
  latexSchema,
  type Mark,
  maxRun,
  maxSpan,
  noteSchema,
  type RichText,
  type TableRow,
} from '#features/content/text/document.ts'
import { isSafeHref } from '#features/content/addresses/safe-href.ts'

/** The stored grammar is the editor's own, so nothing has to be translated on the way in. */
export function toEditor(document: RichText): JSONContent {
  return document
}

/**
 * The editor's content in the stored grammar: attributes at their defaults are left out, and so is everything the
 * grammar does not know. Every result passes `documentSchema`, except for its size limits, which the editor enforces.
 */
export function fromEditor(document: JSONContent): RichText {
  const content = blocksOf(document)
  return content.length > 0 ? { type: 'doc', content } : emptyDocument
}

function blocksOf(node: JSONContent): Block[] {
  return (node.content ?? []).flatMap((child) => blockOf(child) ?? [])
}

function blockOf(node: JSONContent): Block | undefined {
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', ...lineOf(node) }
    case 'heading':
      return { type: 'heading', attrs: { level: levelOf(node.attrs?.['level']) }, ...lineOf(node) }
    case 'bulletList':
      return withItems(node, (content) => ({ type: 'bulletList', content }))
    case 'orderedList':
      return withItems(node, (content) => ({ type: 'orderedList', ...startOf(node), content }))
    case 'blockquote': {
      const content = blocksOf(node)
      return content.length > 0 ? { type: 'blockquote', content } : undefined
    }
    case 'horizontalRule':
      return { type: 'horizontalRule' }
    case 'table': {
      const content = (node.content ?? []).flatMap((row) => rowOf(row) ?? [])
      return content.length > 0 ? { type: 'table', content } : undefined
    }
    case 'figure': {
      const attrs = figureSchema.safeParse(
        withoutEmpty(node.attrs, ['file', 'alt', 'caption', 'credit', 'video']),
      )
      return attrs.success ? { type: 'figure', attrs: attrs.data } : undefined
    }
    case 'blockMath': {
      const latex = latexSchema.safeParse(node.attrs?.['latex'])
      return latex.success ? { type: 'blockMath', attrs: { latex: latex.data } } : undefined
    }
    default:
      return undefined
  }
}

function levelOf(level: unknown): 2 | 3 | 4 {
  return level === 3 || level === 4 ? level : 2
}

type Item = Extract<Block, { type: 'bulletList' }>['content'][number]

function withItems(node: JSONContent, make: (items: Item[]) => Block): Block | undefined {
  const items = (node.content ?? []).map((item): Item => {
    const content = blocksOf(item)
    const opens = content[0]?.type === 'paragraph'
    return { type: 'listItem', content: opens ? content : [{ type: 'paragraph' }, ...content] }
  })
  return items.length > 0 ? make(items) : undefined
}

function startOf(node: JSONContent): { attrs?: { start: number } } {
  const start: unknown = node.attrs?.['start']
  const counts = typeof start === 'number' && Number.isInteger(start) && start >= 0 && start <= 100_000
  return counts && start !== 1 ? { attrs: { start } } : {}
}

/** Joining cells may leave a row without any; such a row has nothing to show. */
function rowOf(row: JSONContent): TableRow | undefined {
  const content = (row.content ?? []).slice(0, maxSpan).map(cellOf)
  return content.length > 0 ? { type: 'tableRow', content } : undefined
}

function cellOf(cell: JSONContent): TableRow['content'][number] {
  const content = blocksOf(cell)
  const colspan = spanOf(cell.attrs?.['colspan'])
  const rowspan = spanOf(cell.attrs?.['rowspan'])
  return {
    type: cell.type === 'tableHeader' ? 'tableHeader' : 'tableCell',
    ...((colspan || rowspan) && { attrs: { ...(colspan && { colspan }), ...(rowspan && { rowspan }) } }),
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  }
}

function spanOf(span: unknown): number | undefined {
  const counts = typeof span === 'number' && Number.isInteger(span) && span > 1
  return counts ? Math.min(span, maxSpan) : undefined
}

function lineOf(node: JSONContent): { content?: Inline[] } {
  const content = (node.content ?? []).flatMap(inlineOf)
  return content.length > 0 ? { content } : {}
}

function inlineOf(node: JSONContent): Inline[] {
  const marks = marksOf(node.marks ?? [])
  switch (node.type) {
    case 'text':
      return runsOf(node.text ?? '').map((text) => ({ type: 'text', text, ...marks }))
    case 'hardBreak':
      return [{ type: 'hardBreak', ...marks }]
    case 'inlineMath': {
      const latex = latexSchema.safeParse(node.attrs?.['latex'])
      return latex.success ? [{ type: 'inlineMath', attrs: { latex: latex.data }, ...marks }] : []
    }
    case 'footnote': {
      const text = noteSchema.safeParse(node.attrs?.['text'])
      return text.success ? [{ type: 'footnote', attrs: { text: text.data }, ...marks }] : []
    }
    default:
      return []
  }
}

/** Text without unprintable characters, in pieces that are not too long; no piece ends in half a character. */
function runsOf(text: string): string[] {
  return printable(text).match(new RegExp(`[^]{1,${maxRun - 1}}(?![\\udc00-\\udfff])|[^]`, 'g')) ?? []
}

export function printable(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}/gu, '').toWellFormed()
}

function marksOf(list: NonNullable<JSONContent['marks']>): { marks?: Mark[] } {
  const marks = list.flatMap(({ type, attrs }) => markOf(type, attrs) ?? [])
  const first = marks.filter(
    (mark, position) => marks.findIndex(({ type }) => type === mark.type) === position,
  )
  return first.length > 0 ? { marks: first } : {}
}

function markOf(type: string, attrs: Record<string, unknown> | undefined): Mark | undefined {
  switch (type) {
    case 'bold':
    case 'italic':
    case 'superscript':
    case 'subscript':
    case 'code':
      return { type }
    case 'link': {
      const href = attrs?.['href']
      return typeof href === 'string' && isSafeHref(href) ? { type, attrs: { href } } : undefined
    }
    default:
      return undefined
  }
}

function withoutEmpty(attrs: Record<string, unknown> | undefined, names: string[]) {
  const given = names.map((name) => [name, attrs?.[name]] as const)
  return Object.fromEntries(
    given.filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
