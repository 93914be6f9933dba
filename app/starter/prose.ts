import { type Block, documentSchema, type Inline, type RichText } from '#features/content/text/document.ts'

/**
 * Rich text from a few marks known from Markdown, for content written in code: `## ` and `### ` headings, `- ` and `1.
 * ` lists, `> ` quotes, `| a | b |` tables with a header row, `$$…$$` on separate lines; in a line `*italic*`,
 * `**bold**`, `` `code` ``, `[text](address)`, `$formula$`, `^[footnote]`, a backslash before any of these signs, and
 * one at the end of a line for a line break. Write formulas in `String.raw`.
 */
export function prose(source: string): RichText {
  const groups = groupLines(source.split('\n').map((line) => line.trim()))
  return documentSchema.parse({ type: 'doc', content: groups.map(toBlock) })
}

type Kind = 'heading' | 'bullet' | 'number' | 'quote' | 'table' | 'formula' | 'text'
type Group = { kind: Kind; lines: string[] }
type Mark = NonNullable<Inline['marks']>[number]

const lineKinds: [Kind, RegExp][] = [
  ['heading', /^#{2,4} /],
  ['bullet', /^- /],
  ['number', /^\d+\. /],
  ['quote', /^>/],
  ['table', /^\|/],
  ['formula', /^\$\$/],
]

/** Consecutive lines of one kind; a plain line continues the list item or text above it. */
function groupLines(lines: string[]): Group[] {
  const groups: Group[] = []
  let open: Group | undefined
  for (const line of lines) {
    const inFormula = open?.kind === 'formula' && !isClosed(open)
    const kind = inFormula ? 'formula' : (lineKinds.find(([, sign]) => sign.test(line))?.[0] ?? 'text')
    if (line === '' && !inFormula) open = undefined
    else if (open && kind === 'text' && ['bullet', 'number', 'text'].includes(open.kind))
      open.lines.push(`${open.lines.pop()}\n${line}`)
    else if (open?.kind === kind && kind !== 'heading' && (kind !== 'formula' || inFormula))
      open.lines.push(line)
    else groups.push((open = { kind, lines: [line] }))
  }
  return groups
}

function isClosed({ lines }: Group) {
  return /^\$\$[^]+\$\$$/.test(lines.join('\n'))
}

function toBlock({ kind, lines }: Group): unknown {
  const text = lines.join('\n')
  switch (kind) {
    case 'heading': {
      const level = text.indexOf(' ')
      return { type: 'heading', attrs: { level }, content: inlines(text.slice(level + 1)) }
    }
    case 'bullet':
      return { type: 'bulletList', content: lines.map((line) => listItem(line.slice(2))) }
    case 'number': {
      const content = lines.map((line) => listItem(line.replace(/^\d+\. /, '')))
      return { type: 'orderedList', attrs: { start: Number.parseInt(text, 10) }, content }
    }
    case 'quote':
      return { type: 'blockquote', content: prose(text.replace(/^> ?/gm, '')).content }
    case 'table':
      return { type: 'table', content: lines.filter((line) => !/^[|:\s-]+$/.test(line)).map(tableRow) }
    case 'formula':
      return { type: 'blockMath', attrs: { latex: text.replace(/^\$\$|\$\$$/g, '').trim() } }
    case 'text':
      return paragraph(text)
  }
}

function tableRow(line: string, index: number) {
  const cells = line.replace(/^\||\|$/g, '').split(/(?<!\\)\|/)
  const type = index === 0 ? 'tableHeader' : 'tableCell'
  return { type: 'tableRow', content: cells.map((cell) => ({ type, content: [paragraph(cell.trim())] })) }
}

function listItem(text: string) {
  return { type: 'listItem', content: [paragraph(text)] }
}

function paragraph(text: string): Block {
  return text ? { type: 'paragraph', content: inlines(text) } : { type: 'paragraph' }
}

const sign = new RegExp(
  [
    /\\(?<escaped>[*`$[\]^|\\])/,
    /(?<lineBreak>\\\n)/,
    /`(?<code>[^`]+)`/,
    /\$(?<latex>[^$]+)\$/,
    /\^\[(?<note>(?:[^[\]]|\[[^[\]]*\])+)\]/,
    /\[(?<label>(?:[^[\]\\]|\\.)+)\]\((?<href>[^\s()]+)\)/,
    /\*\*(?<bold>(?:[^*\\]|\\.|\*(?!\*)(?:[^*\\]|\\.)+\*)+)\*\*/,
    /\*(?<italic>(?:[^*\\]|\\.|\*\*(?:[^*\\]|\\.)+\*\*)+)\*/,
  ]
    .map((part) => part.source)
    .join('|'),
  'gs',
)

function inlines(text: string, marks: Mark[] = []): Inline[] {
  const nodes: Inline[] = []
  let end = 0
  for (const found of text.matchAll(sign)) {
    nodes.push(...plain(text.slice(end, found.index), marks), ...signed(found.groups ?? {}, marks))
    end = found.index + found[0].length
  }
  return joinTexts([...nodes, ...plain(text.slice(end), marks)])
}

function signed(found: Record<string, string | undefined>, marks: Mark[]): Inline[] {
  const marked = marks.length > 0 ? { marks } : {}
  if (found.escaped) return plain(found.escaped, marks)
  if (found.lineBreak) return [{ type: 'hardBreak', ...marked }]
  if (found.code) return plain(found.code, [...marks, { type: 'code' }])
  if (found.latex) return [{ type: 'inlineMath', attrs: { latex: found.latex }, ...marked }]
  if (found.note) return [{ type: 'footnote', attrs: { text: found.note.replace(/\s+/g, ' ') } }]
  if (found.label && found.href)
    return inlines(found.label, [...marks, { type: 'link', attrs: { href: found.href } }])
  if (found.bold) return inlines(found.bold, [...marks, { type: 'bold' }])
  return inlines(found.italic ?? '', [...marks, { type: 'italic' }])
}

function plain(text: string, marks: Mark[]): Inline[] {
  if (!text) return []
  // A no-break space stays.
  return [{ type: 'text', text: text.replace(/[ \n]+/g, ' '), ...(marks.length > 0 ? { marks } : {}) }]
}

/** The editor would join neighbours with the same marks, so they are written joined. */
function joinTexts(nodes: Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.type === 'text' && last?.type === 'text' && last.marks === node.marks) last.text += node.text
    else joined.push(node)
  }
  return joined
}
