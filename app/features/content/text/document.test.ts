import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorMs } from '#test/harness/processor-time.ts'
import {
  documentSchema,
  emptyDocument,
  maxCharacters,
  maxDepth,
  maxValues,
  type RichText,
} from './document.ts'

const accepts = (value: unknown) => documentSchema.safeParse(value).success
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, marks })
const linked = (href: unknown) => doc(paragraph(text('here', { type: 'link', attrs: { href } })))
const cell = (content: unknown[], attrs?: unknown) => ({ type: 'tableCell', attrs, content })
const tableOf = (...cells: unknown[]) =>
  doc({ type: 'table', content: [{ type: 'tableRow', content: cells }] })
const formula = (latex: unknown) => doc({ type: 'blockMath', attrs: { latex } })
const figure = (attrs: unknown) => doc({ type: 'figure', attrs })
const nested = (levels: number) => {
  let block: unknown = paragraph({ type: 'text', text: 'deep' })
  for (let level = 0; level < levels; level += 1) block = { type: 'blockquote', content: [block] }
  return doc(block)
}

const whole: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Aims' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See ' },
        {
          type: 'text',
          text: 'rules',
          marks: [{ type: 'bold' }, { type: 'link', attrs: { href: '/rules#3' } }],
        },
        { type: 'hardBreak', marks: [{ type: 'bold' }] },
        { type: 'inlineMath', attrs: { latex: 'E = mc^2' } },
        { type: 'footnote', attrs: { text: 'As amended.' } },
      ],
    },
    { type: 'paragraph' },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [{ type: 'listItem', content: [{ type: 'paragraph' }, { type: 'horizontalRule' }] }],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [{ type: 'paragraph' }] }],
        },
        {
          type: 'tableRow',
          content: [{ type: 'tableCell', content: [{ type: 'blockMath', attrs: { latex: 'x' } }] }],
        },
      ],
    },
    {
      type: 'figure',
      attrs: {
        ...{ file: 'fringes-1', alt: 'Fringes', caption: 'Two slits', credit: 'Computed' },
        video: 'https://video.example.org/fringes',
      },
    },
  ],
}

test('every kind of node is accepted and returned unchanged', () => {
  expect(documentSchema.parse(whole)).toEqual(whole)
  expect(documentSchema.parse(emptyDocument)).toEqual(emptyDocument)
})

test.each([
  '/',
  '/fellows?year=2020#top',
  '/a//b',
  '#clause-3',
  'https://example.org',
  'http://example.org:8080/a(b)?c=d#e',
  'https://example.org/विज्ञान',
  'mailto:office@example.org',
  'mailto:office@example.org?subject=Nomination%20form',
])('a link to %s is accepted', (href) => expect(accepts(linked(href))).toBe(true))

const hostileHrefs: unknown[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\u0000script:alert(1)',
  'javascript\u200b:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'ftp://example.org',
  'tel:+911234',
  'view-source:https://example.org',
  'about:blank',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/\u0000/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'https://',
  'https://example.org@evil.example',
  'https://user:word@evil.example',
  'https://exa mple.org',
  'https://example.org/"onmouseover="alert(1)',
  'https://example.org/<script>',
  'https://example.org/\u202egpj.exe',
  'https://[bad',
  'HTTPS://example.org',
  'example.org',
  'page',
  './page',
  '../page',
  '?query',
  '#',
  '',
  'mailto:',
  'mailto:nobody',
  'mailto:a@example.org?bcc=b@example.org',
  'mailto:a@example.org,b@example.org',
  'mailto:a@example.org?subject=x%0aBcc:b@example.org',
  '/\ud800',
  `/${'a'.repeat(2000)}`,
  null,
  1,
  ['/page'],
  { toString: '/page' },
]

test.each(hostileHrefs)('a link to %j is refused', (href) => expect(accepts(linked(href))).toBe(false))

const ownPrototype = (json: string): unknown => JSON.parse(json)

const hostileDocuments: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  'a string': '<p>text</p>',
  'an array': [emptyDocument],
  'no content': { type: 'doc' },
  'empty content': doc(),
  'another root': paragraph({ type: 'text', text: 'a' }),
  'a document in a document': doc(emptyDocument),
  'a key beside content': { ...emptyDocument, version: 1 },
  'marks on a block': doc({ type: 'paragraph', marks: [{ type: 'bold' }] }),
  'a script node': doc({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }),
  'a raw HTML node': doc({ type: 'html', attrs: { html: '<img src=x onerror=alert(1)>' } }),
  'an image node': doc({ type: 'image', attrs: { src: 'x' } }),
  'a code block': doc({ type: 'codeBlock' }),
  'an inherited name as node': doc({ type: 'constructor' }),
  'a node type that is no string': doc({ type: ['paragraph'] }),
  'text outside a paragraph': doc({ type: 'text', text: 'a' }),
  'a block in a paragraph': doc(paragraph({ type: 'paragraph' })),
  'an empty text': doc(paragraph({ type: 'text', text: '' })),
  'a text that is no string': doc(paragraph({ type: 'text', text: { html: 'a' } })),
  'a text with NUL': doc(paragraph({ type: 'text', text: 'a\u0000b' })),
  'a text with an escape character': doc(paragraph({ type: 'text', text: 'a\u001b[2Jb' })),
  'a text with half a character': doc(paragraph({ type: 'text', text: 'a\ud83d' })),
  'a style attribute': doc({ type: 'paragraph', attrs: { style: 'color:red' } }),
  'an event attribute': doc({ type: 'heading', attrs: { level: 2, onclick: 'alert(1)' } }),
  'a heading of level 1': doc({ type: 'heading', attrs: { level: 1 } }),
  'a heading of level 5': doc({ type: 'heading', attrs: { level: 5 } }),
  'a heading level as text': doc({ type: 'heading', attrs: { level: '2' } }),
  'a heading without level': doc({ type: 'heading' }),
  'an unknown mark': doc(paragraph(text('a', { type: 'textStyle', attrs: { color: 'red' } }))),
  'an attribute on a plain mark': doc(paragraph(text('a', { type: 'bold', attrs: { class: 'x' } }))),
  'a mark given twice': doc(paragraph(text('a', { type: 'bold' }, { type: 'bold' }))),
  'two links on one text': doc(
    paragraph(text('a', { type: 'link', attrs: { href: '/a' } }, { type: 'link', attrs: { href: '/b' } })),
  ),
  'a link with a target': doc(
    paragraph(text('a', { type: 'link', attrs: { href: '/a', target: '_blank' } })),
  ),
  'a link without address': doc(paragraph(text('a', { type: 'link' }))),
  'a list item outside a list': doc({ type: 'listItem', content: [{ type: 'paragraph' }] }),
  'a paragraph straight in a list': doc({ type: 'bulletList', content: [{ type: 'paragraph' }] }),
  'a list item that starts with a table': doc({
    type: 'bulletList',
    content: [{ type: 'listItem', content: tableOf(cell([{ type: 'paragraph' }])).content }],
  }),
  'an empty list': doc({ type: 'bulletList', content: [] }),
  'a list start that is no number': doc({
    type: 'orderedList',
    attrs: { start: '1" onclick="alert(1)' },
    content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
  }),
  'a row outside a table': doc({ type: 'tableRow', content: [cell([{ type: 'paragraph' }])] }),
  'a cell of a million columns': tableOf(cell([{ type: 'paragraph' }], { colspan: 1_000_000 })),
  'a cell of no rows': tableOf(cell([{ type: 'paragraph' }], { rowspan: 0 })),
  'a cell with a width': tableOf(cell([{ type: 'paragraph' }], { colwidth: [100] })),
  'text straight in a cell': tableOf(cell([{ type: 'text', text: 'a' }])),
  'a figure from an address': figure({ file: 'https://evil.example/a.png', alt: 'a' }),
  'a figure from a path': figure({ file: '../../secret', alt: 'a' }),
  'a figure from an inherited name': figure({ file: 'constructor', alt: 'a' }),
  'a figure from the prototype': figure({ file: '__proto__', alt: 'a' }),
  'a figure without words for it': figure({ file: 'a', alt: '' }),
  'a figure with a script for a video': figure({ file: 'a', alt: 'a', video: 'javascript:alert(1)' }),
  'a figure with a video of this site': figure({ file: 'a', alt: 'a', video: '/watch' }),
  'a figure with a source set': figure({ file: 'a', alt: 'a', srcset: 'x' }),
  'a formula with a definition': formula('\\def\\a{xxxx}\\a\\a\\a\\a'),
  'a formula with a new command': formula('\\newcommand{\\a}{x}\\a'),
  'a formula that writes to the log': formula('\\errmessage{line}'),
  'an endless formula': formula('x'.repeat(2001)),
  'an empty formula': formula(''),
  'a footnote with nodes inside': doc(
    paragraph({ type: 'footnote', attrs: { text: [{ type: 'text', text: 'a' }] } }),
  ),
  'an own __proto__ in the document': ownPrototype(
    '{"type":"doc","content":[{"type":"paragraph"}],"__proto__":{"a":1}}',
  ),
  'an own __proto__ in a node': ownPrototype(
    '{"type":"doc","content":[{"type":"paragraph","__proto__":{}}]}',
  ),
  'an own __proto__ in attributes': ownPrototype(
    '{"type":"doc","content":[{"type":"heading","attrs":{"level":2,"__proto__":{"id":"x"}}}]}',
  ),
  'an own __proto__ in a mark': ownPrototype(
    '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"bold","__proto__":null}]}]}]}',
  ),
  'a constructor key': ownPrototype(
    '{"type":"doc","content":[{"type":"paragraph","constructor":{"prototype":{}}}]}',
  ),
  'nesting past the limit': nested(maxDepth),
  'nesting that would exhaust the stack': nested(100_000),
  'too many parts': doc(...Array.from({ length: maxValues }, () => ({ type: 'paragraph' }))),
  'too many characters': doc(
    ...Array.from({ length: maxCharacters / 50_000 }, () =>
      paragraph({ type: 'text', text: 'a'.repeat(50_000) }),
    ),
  ),
}

test.each(Object.entries(hostileDocuments))('%s is refused', (_name, document) => {
  expect(accepts(document)).toBe(false)
})

test('nesting up to the limit is accepted', () => {
  expect(accepts(nested(maxDepth - 2))).toBe(true)
})

test('a document that contains itself is refused', () => {
  const content: unknown[] = []
  content.push({ type: 'blockquote', content })
  expect(accepts(doc(...content))).toBe(false)
})

test('arbitrary JSON never makes the schema throw, and what is accepted is returned unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue(), (value, other) => {
      for (const candidate of [value, doc(value, other), doc(paragraph(value))]) {
        const result = documentSchema.safeParse(candidate)
        expect(result.success ? result.data : candidate).toEqual(candidate)
      }
    }),
    { seed: 2, numRuns: 300 },
  )
})

test('five thousand words are checked well under ten milliseconds', async () => {
  const words = Array.from({ length: 25 }, (_, index) => `word${index}`).join(' ')
  const long = doc(
    ...Array.from({ length: 100 }, () =>
      paragraph(
        { type: 'text', text: words },
        text(words, { type: 'bold' }, { type: 'link', attrs: { href: '/a' } }),
      ),
    ),
  )
  for (let round = 0; round < 20; round += 1) documentSchema.parse(long)
  const rounds: number[] = []
  for (let round = 0; round < 10; round++) rounds.push(await processorMs(() => documentSchema.parse(long)))
  expect(Math.min(...rounds)).toBeLessThan(10)
})
