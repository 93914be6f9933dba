import type { Block, Inline, RichText } from './document.ts'
import { noteHrefs, noteWords } from './note-text.ts'
import { slugFrom } from '#features/content/addresses/slugs.ts'

export type Heading = { level: 2 | 3 | 4; text: string; anchor: string }

/** The words of a document, one line per block, footnotes last: for search and descriptions. */
export function plainText(document: RichText): string {
  const notes: string[] = []
  const lines = document.content.flatMap((block) => blockLines(block, notes))
  return [...lines, ...notes].filter(Boolean).join('\n')
}

export function wordCount(document: RichText): number {
  return plainText(document).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
}

/** Every heading in reading order, each with an anchor that is unique in the document. */
export function listHeadings(document: RichText, anchorPrefix = ''): Heading[] {
  const taken = new Map<string, number>()
  return document.content.flatMap(blockHeadings).flatMap(({ attrs, content }) => {
    const text = inlineText(content)
    return text
      ? [{ level: attrs.level, text, anchor: freeAnchor(anchorPrefix + anchorFrom(text), taken) }]
      : []
  })
}

/** The files of all pictures in these documents. */
export function listFigureFiles(documents: (RichText | undefined)[]): string[] {
  return documents.flatMap((document) => document?.content ?? []).flatMap(blockFiles)
}

interface Linking {
  type: string
  attrs?: object
  content?: Linking[]
  marks?: { type: string; attrs?: { href: string } }[]
}

/** The targets of the links in a document or a part of it, also in footnotes. */
export function listHrefs({ type, attrs, marks = [], content = [] }: Linking): string[] {
  const note = type === 'footnote' && attrs && 'text' in attrs ? noteHrefs(String(attrs.text)) : []
  return [...marks.flatMap(({ attrs }) => attrs?.href ?? []), ...note, ...content.flatMap(listHrefs)]
}

/** The text of a line without its footnotes, which go to `notes`. */
export function inlineText(content: Inline[] = [], notes: string[] = []): string {
  const parts = content.map((node) => {
    if (node.type === 'text') return node.text
    if (node.type === 'hardBreak') return ' '
    if (node.type === 'inlineMath') return node.attrs.latex
    notes.push(noteWords(node.attrs.text))
    return ''
  })
  return parts.join('').replace(/\s+/g, ' ').trim()
}

function blockLines(block: Block, notes: string[]): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [inlineText(block.content, notes)]
    case 'blockMath':
      return [block.attrs.latex]
    case 'figure':
      return [block.attrs.caption ?? block.attrs.alt]
    case 'horizontalRule':
      return []
    case 'table':
      return block.content.map((row) =>
        row.content
          .map((cell) => cell.content.flatMap((inner) => blockLines(inner, notes)).join(' '))
          .join(' '),
      )
    default:
      return innerBlocks(block).flatMap((inner) => blockLines(inner, notes))
  }
}

function blockHeadings(block: Block): Extract<Block, { type: 'heading' }>[] {
  return block.type === 'heading' ? [block] : innerBlocks(block).flatMap(blockHeadings)
}

function blockFiles(block: Block): string[] {
  return block.type === 'figure' ? [block.attrs.file] : innerBlocks(block).flatMap(blockFiles)
}

function innerBlocks(block: Block): Block[] {
  switch (block.type) {
    case 'blockquote':
      return block.content
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap((item) => item.content)
    case 'table':
      return block.content.flatMap((row) => row.content).flatMap((cell) => cell.content)
    default:
      return []
  }
}

function anchorFrom(text: string): string {
  return slugFrom(text, 60) || 'section'
}

/** Remembers how often each anchor was used, so that a thousand equal headings cost no more than others. */
function freeAnchor(wanted: string, taken: Map<string, number>): string {
  let anchor = wanted
  let number = taken.get(wanted) ?? 0
  while (taken.has(anchor)) anchor = `${wanted}-${++number}`
  taken.set(anchor, 1)
  if (anchor !== wanted) taken.set(wanted, number)
  return anchor
}
