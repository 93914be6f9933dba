import { z } from 'zod'
import { isSafeHref } from '#features/content/addresses/safe-href.ts'

/**
 * Structured rich text as the editor (Tiptap 3) writes it. Nodes, marks and attributes have Tiptap's own names;
 * `figure` and `footnote` are ours. Nothing outside this grammar is ever stored or rendered.
 */

// The content policy of our pages forbids eval, which Zod would try in a browser.
if (typeof document !== 'undefined') z.config({ jitless: true })

/** How deep nodes may be nested; a list in a quote in a table cell needs eleven. */
export const maxDepth = 16
/** How many JSON values (nodes, arrays, marks, attributes) one document may hold. */
export const maxValues = 60_000
/** How many characters all strings of one document may have together, including markup names. */
export const maxCharacters = 300_000

/** How many characters one run of text may have. */
export const maxRun = 50_000
/** How many cells one row may have, and how many rows or columns one cell may span. */
export const maxSpan = 100

const text = (max: number) => z.string().min(1).max(max).refine(isPrintable, 'Remove control characters')
// Definitions let a short formula grow to megabytes; the other three write to the server's log.
const forbiddenCommands =
  /\\([gex]?def|let|futurelet|(re)?newcommand|providecommand|(err)?message|show)(?![a-z])/i
export const latexSchema = text(2000).refine(
  (source) => !forbiddenCommands.test(source),
  'Write the formula without definitions',
)

const plainMark = z.strictObject({ type: z.enum(['bold', 'italic', 'superscript', 'subscript', 'code']) })
const linkMark = z.strictObject({
  type: z.literal('link'),
  attrs: z.strictObject({
    href: z.string().refine(isSafeHref, 'Enter an address that starts with /, #, https:, http: or mailto:'),
  }),
})
const marks = z
  .array(z.discriminatedUnion('type', [plainMark, linkMark]))
  .min(1)
  .refine((list) => new Set(list.map((mark) => mark.type)).size === list.length, 'Give each mark once')
  .exactOptional()

export const noteSchema = text(2000)

// The editor puts the marks of a selection on every inline node in it, including line breaks and formulas.
const inline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: text(maxRun), marks }),
  z.strictObject({ type: z.literal('hardBreak'), marks }),
  z.strictObject({ type: z.literal('inlineMath'), attrs: z.strictObject({ latex: latexSchema }), marks }),
  z.strictObject({ type: z.literal('footnote'), attrs: z.strictObject({ text: noteSchema }), marks }),
])
const inlines = z.array(inline).min(1).exactOptional()

const paragraph = z.strictObject({ type: z.literal('paragraph'), content: inlines })
const heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3), z.literal(4)]) }),
  content: inlines,
})
const horizontalRule = z.strictObject({ type: z.literal('horizontalRule') })
const blockMath = z.strictObject({
  type: z.literal('blockMath'),
  attrs: z.strictObject({ latex: latexSchema }),
})
export const figureSchema = z.strictObject({
  // Pages look pictures up by this name, and must not find inherited object properties.
  file: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .refine((id) => !(id in Object.prototype), 'Choose a picture'),
  alt: text(300),
  caption: text(2000).exactOptional(),
  credit: text(300).exactOptional(),
  /** The picture stands for a video elsewhere and links to it; nothing of it is loaded. */
  video: z
    .string()
    .refine(
      (address) => /^https?:/.test(address) && isSafeHref(address),
      'Enter an address that starts with https://',
    )
    .exactOptional(),
})
const figure = z.strictObject({ type: z.literal('figure'), attrs: figureSchema })

const listItem = z.strictObject({
  type: z.literal('listItem'),
  get content() {
    return blocks.refine((content) => content[0]?.type === 'paragraph', 'Start a list item with a paragraph')
  },
})
const listItems = z.array(listItem).min(1)
const bulletList = z.strictObject({ type: z.literal('bulletList'), content: listItems })
const orderedList = z.strictObject({
  type: z.literal('orderedList'),
  attrs: z.strictObject({ start: z.int().min(0).max(100_000).exactOptional() }).exactOptional(),
  content: listItems,
})
const blockquote = z.strictObject({
  type: z.literal('blockquote'),
  get content() {
    return blocks
  },
})

const span = z.int().min(1).max(maxSpan).exactOptional()
const tableCell = z.strictObject({
  type: z.enum(['tableHeader', 'tableCell']),
  attrs: z.strictObject({ colspan: span, rowspan: span }).exactOptional(),
  get content() {
    return blocks
  },
})
const tableRow = z.strictObject({
  type: z.literal('tableRow'),
  content: z.array(tableCell).min(1).max(maxSpan),
})
const table = z.strictObject({ type: z.literal('table'), content: z.array(tableRow).min(1) })

const block = z.discriminatedUnion('type', [
  paragraph,
  heading,
  bulletList,
  orderedList,
  blockquote,
  horizontalRule,
  table,
  figure,
  blockMath,
])
const blocks = z.array(block).min(1)

// The size check comes first and without recursion, so that no input can exhaust the stack of the grammar.
export const documentSchema = z
  .unknown()
  .superRefine((value, context) => {
    const complaint = tooBig(value)
    if (complaint) context.addIssue({ code: 'custom', message: complaint })
  })
  .pipe(z.strictObject({ type: z.literal('doc'), content: blocks }))

export type RichText = z.infer<typeof documentSchema>
export type Block = z.infer<typeof block>
export type Inline = z.infer<typeof inline>
export type TableRow = z.infer<typeof tableRow>
export type Mark = NonNullable<Inline['marks']>[number]
export type FigureAttrs = z.infer<typeof figureSchema>

export const emptyDocument: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

function isPrintable(value: string) {
  return value.isWellFormed() && !/(?![\t\n])\p{Cc}/u.test(value)
}

/** Why a document is too large, in a sentence; undefined if it is not. */
export function tooBig(document: unknown): string | undefined {
  // A nested node is two containers deeper: the content array and the node itself.
  const deepest = 2 * maxDepth + 2
  const open: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }]
  let values = 0
  let characters = 0

  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') characters += value.length
    if (characters > maxCharacters) return 'The document is too long'
    if (typeof value !== 'object' || value === null) continue
    if (depth > deepest) return 'The document is nested too deeply'
    const inside = Object.values(value)
    values += inside.length
    if (values > maxValues) return 'The document has too many parts'
    for (const inner of inside) open.push({ value: inner, depth: depth + 1 })
  }
  return undefined
}
