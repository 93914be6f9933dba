import { officeTime } from '#office-time.ts'
import type { Block, FigureAttrs, Inline, RichText, TableRow } from './document.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { normalValue } from './normal-form.ts'
import type { FileNames } from './texts.ts'

/**
 * A field as a sequence of words and of labels for everything else: headings, lists, pictures, formulas. Two values
 * have the same sequence exactly if their data are the same, so the comparison overlooks nothing.
 */
export interface Token {
  /** What it is, apart from its formatting. */
  key: string
  text: string
  is: 'word' | 'label' | 'break'
  style?: Style
  /** Shown only if it changed, because readers know it from the context. */
  isQuiet?: boolean
}

/** The formatting and links of words. */
export interface Style {
  marks: string[]
  href?: string
}

type Values = Record<string, unknown>

export function tokensOf(field: Field, value: unknown, names: FileNames): Token[] {
  const normal = normalValue(field, value)
  return normal === undefined ? [] : valueTokens(field, normal, names)
}

function valueTokens(field: Field, value: unknown, names: FileNames): Token[] {
  switch (field.control) {
    case 'rich-text':
      return (value as RichText).content.flatMap((block) => blockTokens(block, names))
    case 'line':
    case 'paragraph':
      return words(value as string)
    case 'lines':
      return (value as string[]).flatMap((line) => [...words(line), blockEnd])
    case 'group':
      return itemTokens(field.fields, value as Values, names)
    case 'list':
      return (value as Values[]).flatMap((item) => {
        const inside = itemTokens(field.fields, item, names)
        return [label('item', inside.length > 0 ? '• ' : '• (empty)'), ...inside, itemEnd]
      })
    case 'moment':
      return [atom(value, `${officeTime(value as number)} IST`)]
    case 'yes-no':
      return [atom(value, value ? 'Yes' : 'No')]
    case 'choice':
      return [atom(value, field.choices[value as string] ?? String(value))]
    case 'picture':
    case 'download':
      return [atom(value, names.get(value as string) ?? String(value))]
    default:
      return [atom(value, String(value))]
  }
}

/** Each value with the name of its field, because the same word may be in either. */
function itemTokens(inside: Field[], item: Values, names: FileNames): Token[] {
  return inside
    .filter(({ name }) => item[name] !== undefined)
    .flatMap((field, index) => {
      const isText = field.control === 'rich-text'
      const between = index === 0 ? '' : isText ? '\n' : ' · '
      const named = label(`field ${field.name}`, `${between}${field.label}: ${isText ? '\n' : ''}`)
      return [named, ...valueTokens(field, item[field.name], names)]
    })
}

function blockTokens(block: Block, names: FileNames): Token[] {
  switch (block.type) {
    case 'paragraph':
      return [...lineTokens(block.content), blockEnd]
    case 'heading':
      return [
        label(`heading ${block.attrs.level}`, `Heading ${block.attrs.level}: `),
        ...lineTokens(block.content),
        blockEnd,
      ]
    case 'bulletList':
      return [quiet('bulleted list', 'Bulleted list'), ...listTokens(block.content, names)]
    case 'orderedList': {
      const start = block.attrs?.start ?? 1
      const name = start === 1 ? 'Numbered list' : `Numbered list from ${start}`
      return [quiet(`numbered list ${start}`, name), ...listTokens(block.content, names)]
    }
    case 'blockquote':
      return [
        quiet('quote', 'Quote'),
        ...blocksTokens(block.content, names),
        quiet('quote end', 'End of quote'),
      ]
    case 'horizontalRule':
      return [label('rule', 'Horizontal line'), blockEnd]
    case 'table':
      return [
        quiet('table', 'Table'),
        ...block.content.flatMap((row) => rowTokens(row, names)),
        quiet('table end', 'End of table'),
      ]
    case 'figure':
      return figureTokens(block.attrs, names)
    case 'blockMath':
      return [
        label('block formula', 'Formula on its own line: '),
        word('formula', block.attrs.latex),
        blockEnd,
      ]
  }
}

function blocksTokens(blocks: Block[], names: FileNames) {
  return blocks.flatMap((block) => blockTokens(block, names))
}

function listTokens(items: { content: Block[] }[], names: FileNames): Token[] {
  const inside = items.flatMap(({ content }) => [label('list item', '• '), ...blocksTokens(content, names)])
  return [...inside, quiet('list end', 'End of list')]
}

function rowTokens({ content }: TableRow, names: FileNames): Token[] {
  const cells = content.flatMap((cell) => [cellLabel(cell), ...blocksTokens(cell.content, names)])
  return [quiet('row', 'Row'), ...cells]
}

function cellLabel({ type, attrs }: TableRow['content'][number]): Token {
  const { colspan = 1, rowspan = 1 } = attrs ?? {}
  const name = type === 'tableHeader' ? '| Header: ' : '| '
  const size = colspan === 1 && rowspan === 1 ? '' : `(${colspan} × ${rowspan} cells) `
  return label(`cell ${type} ${colspan} ${rowspan}`, name + size)
}

function figureTokens({ file, alt, caption, credit, video }: FigureAttrs, names: FileNames): Token[] {
  return [
    label('picture', 'Picture: '),
    word('file', file, names.get(file) ?? file),
    ...(
      [
        ['Description', alt],
        ['Caption', caption],
        ['Credit', credit],
        ['Video', video],
      ] as const
    ).flatMap(([name, text]) => (text === undefined ? [] : [label(name, ` · ${name}: `), ...words(text)])),
    blockEnd,
  ]
}

function lineTokens(line: Inline[] = []): Token[] {
  return line.flatMap((node) => {
    const style = styleOf(node)
    switch (node.type) {
      case 'text':
        return words(node.text, style)
      case 'hardBreak':
        return [{ ...lineBreak, ...style }]
      case 'inlineMath':
        return [
          label('formula', '(formula: '),
          { ...word('formula', node.attrs.latex), ...style },
          label('formula end', ')'),
        ]
      case 'footnote':
        return [
          label('footnote', ' (footnote: '),
          ...words(node.attrs.text, style),
          label('footnote end', ')'),
        ]
    }
  })
}

function styleOf({ marks }: Inline): { style?: Style } {
  if (!marks) return {}
  const link = marks.find((mark) => mark.type === 'link')
  const plain = marks.map(({ type }) => type).filter((type) => type !== 'link')
  return { style: { marks: plain, ...(link && { href: link.attrs.href }) } }
}

function words(text: string, style: { style?: Style } = {}): Token[] {
  const parts = text.match(/[\p{L}\p{N}\p{M}]+|\s+|./gsu) ?? []
  return parts.map((part) => ({ ...word('word', part), ...style }))
}

function word(what: string, value: string, text = value): Token {
  return { key: `${what} ${value}`, text, is: 'word' }
}

/** A value that changes as a whole. */
function atom(value: unknown, text: string): Token {
  return word('value', JSON.stringify(value), text)
}

function label(key: string, text: string): Token {
  return { key: `label ${key}`, text, is: 'label' }
}

function quiet(key: string, name: string): Token {
  return { ...label(key, `${name}\n`), isQuiet: true }
}

const blockEnd: Token = { key: 'block end', text: '¶', is: 'break' }
const lineBreak: Token = { key: 'line break', text: '↵', is: 'break' }
const itemEnd: Token = { key: 'item end', text: '¶', is: 'break' }
