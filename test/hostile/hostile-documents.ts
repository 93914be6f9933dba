import { addressStrings, formulaStrings, markupStrings } from './hostile-strings.ts'

/** A document as a client could send it, as text, so that keys such as `__proto__` survive. */
export type HostileDocument = { family: string; json: string }

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const line = (...content: unknown[]) => ({ type: 'paragraph', content })
const text = (words: string, ...marks: unknown[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const cell = (content: unknown, attrs?: object) => ({
  type: 'tableCell',
  ...(attrs && { attrs }),
  content: [content],
})
const table = (...cells: unknown[]) => ({ type: 'table', content: [{ type: 'tableRow', content: cells }] })
const item = (content: unknown) => ({ type: 'listItem', content: [content] })

/** Every place of the grammar that takes words. */
const slots: Record<string, (words: string) => unknown> = {
  text: (words) => line(text(words)),
  heading: (words) => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] }),
  'linked text': (words) => line(text(words, { type: 'link', attrs: { href: '/a' } })),
  'marked text': (words) => line(text(words, { type: 'code' }, { type: 'superscript' })),
  footnote: (words) => line({ type: 'footnote', attrs: { text: words } }),
  alt: (words) => ({ type: 'figure', attrs: { file: 'a', alt: words } }),
  caption: (words) => ({ type: 'figure', attrs: { file: 'a', alt: 'a', caption: words } }),
  credit: (words) => ({ type: 'figure', attrs: { file: 'a', alt: 'a', credit: words } }),
  'file of a figure': (words) => ({ type: 'figure', attrs: { file: words, alt: 'a' } }),
  'cell of a table': (words) =>
    table({ type: 'tableHeader', content: [line(text(words))] }, cell(line(text(words)))),
  'list in a quotation': (words) => ({
    type: 'blockquote',
    content: [{ type: 'bulletList', content: [item(line(text(words)))] }],
  }),
  formula: (words) => ({ type: 'blockMath', attrs: { latex: words } }),
  'text in a formula': (words) => line({ type: 'inlineMath', attrs: { latex: `\\text{${words}}` } }),
}

const nodeTypes = [
  'script',
  'style',
  'html',
  'iframe',
  'image',
  'img',
  'svg',
  'math',
  'codeBlock',
  'rawHtml',
  'embed',
  'video',
  'taskList',
  'mention',
  'details',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '',
  ' paragraph',
  'Paragraph',
  'doc',
  'text\u0000',
]
const attributeNames = [
  'style',
  'class',
  'id',
  'onclick',
  'onerror',
  'href',
  'src',
  'srcdoc',
  'srcset',
  'innerHTML',
  'dangerouslySetInnerHTML',
  'ref',
  'key',
  'is',
  'xmlns',
  'align',
  'colwidth',
  'target',
  'dir',
  'lang',
]

const withAttribute: Record<string, (attrs: object) => unknown> = {
  paragraph: (attrs) => ({ type: 'paragraph', attrs, content: [text('a')] }),
  heading: (attrs) => ({ type: 'heading', attrs: { level: 2, ...attrs }, content: [text('a')] }),
  text: (attrs) => line({ type: 'text', text: 'a', attrs }),
  bold: (attrs) => line(text('a', { type: 'bold', attrs })),
  link: (attrs) =>
    line(
      text('a', {
        type: 'link',
        attrs: { href: '/a', ...attrs, ...('href' in attrs && { href: 'javascript:alert(1)' }) },
      }),
    ),
  figure: (attrs) => ({ type: 'figure', attrs: { file: 'a', alt: 'a', ...attrs } }),
  footnote: (attrs) => line({ type: 'footnote', attrs: { text: 'a', ...attrs } }),
  blockMath: (attrs) => ({ type: 'blockMath', attrs: { latex: 'x', ...attrs } }),
  orderedList: (attrs) => ({ type: 'orderedList', attrs, content: [item(line(text('a')))] }),
  tableCell: (attrs) => table(cell(line(text('a')), attrs)),
  horizontalRule: (attrs) => ({ type: 'horizontalRule', attrs }),
}

const notWords: unknown[] = [
  null,
  1,
  true,
  [],
  {},
  ['<script>'],
  { toString: 'x' },
  { __html: '<script>alert(1)</script>' },
  { $$typeof: 'Symbol(react.element)', type: 'script' },
]

const whole = JSON.stringify(
  doc(
    { type: 'heading', attrs: { level: 2 }, content: [text('a', { type: 'link', attrs: { href: '/a' } })] },
    line({ type: 'footnote', attrs: { text: 'a' } }),
    { type: 'figure', attrs: { file: 'a', alt: 'a' } },
    table(cell(line(text('a')), { colspan: 2 })),
  ),
)
const objectStarts = [...whole.matchAll(/\{/g)].map(({ index }) => index)
const strangeKeys = ['__proto__', 'constructor', 'prototype', 'toJSON', '__defineGetter__']

/** More than a thousand, of every family that has broken an editor, a sanitiser or a renderer before. */
export function hostileDocuments(): HostileDocument[] {
  const of = (family: string, block: unknown) => ({ family, json: JSON.stringify(doc(block)) })
  return [
    ...Object.entries(slots).flatMap(([slot, make]) =>
      markupStrings.map((words) => of(`markup as ${slot}`, make(words))),
    ),
    ...addressStrings.map((href) =>
      of('address of a link', line(text('a', { type: 'link', attrs: { href } }))),
    ),
    ...addressStrings.map((href) =>
      of(
        'address of a link on a formula',
        line({ type: 'inlineMath', attrs: { latex: 'x' }, marks: [{ type: 'link', attrs: { href } }] }),
      ),
    ),
    ...formulaStrings.map((latex) => of('formula on its own line', { type: 'blockMath', attrs: { latex } })),
    ...formulaStrings.map((latex) =>
      of('formula in the line', line({ type: 'inlineMath', attrs: { latex } })),
    ),
    ...nodeTypes.map((type) => of('unknown node', { type, content: [text('<script>alert(1)</script>')] })),
    ...nodeTypes.map((type) =>
      of('unknown node in a line', line({ type, text: 'a', attrs: { html: '<script>alert(1)</script>' } })),
    ),
    ...nodeTypes.map((type) => of('unknown mark', line(text('a', { type, attrs: { style: 'x' } })))),
    ...Object.values(withAttribute).flatMap((make) =>
      attributeNames.map((name) => of('unknown attribute', make({ [name]: 'alert(1)' }))),
    ),
    // The last place nests words in others, which only words survive.
    ...Object.values(slots)
      .slice(0, -1)
      .flatMap((make) => notWords.map((value) => of('words that are none', make(value as string)))),
    ...strangeKeys.flatMap((key) =>
      objectStarts.map((start) => ({
        family: 'strange key',
        json: `${whole.slice(0, start + 1)}"${key}":{"isAdmin":true,"href":"javascript:alert(1)"},${whole.slice(start + 1)}`,
      })),
    ),
  ]
}
