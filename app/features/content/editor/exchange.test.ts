import { getSchema, type JSONContent } from '@tiptap/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentSchema, type RichText } from '#features/content/text/document.ts'
import { plainText } from '#features/content/text/document-text.ts'
import { anyDocument } from '#test/makers/arbitrary/any-document.ts'
import { anyText } from '#test/makers/arbitrary/any-text.ts'
import { fromEditor, toEditor } from './exchange.ts'
import { grammar } from './extensions.ts'

const schema = getSchema(grammar())

/** The result when a document was opened in the editor and nothing was typed. */
function throughEditor(document: RichText): RichText {
  const node = schema.nodeFromJSON(toEditor(document))
  node.check()
  return fromEditor(node.toJSON() as JSONContent)
}

const whole: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Aims' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See ' },
        {
          type: 'text',
          text: 'rules',
          marks: [{ type: 'link', attrs: { href: '/rules#3' } }, { type: 'bold' }, { type: 'code' }],
        },
        { type: 'hardBreak', marks: [{ type: 'bold' }] },
        { type: 'inlineMath', attrs: { latex: 'E = mc^2' }, marks: [{ type: 'italic' }] },
        { type: 'footnote', attrs: { text: 'As amended.' } },
        { type: 'text', text: 'भौतिक विज्ञान', marks: [{ type: 'subscript' }, { type: 'superscript' }] },
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
          content: [
            { type: 'tableHeader', attrs: { colspan: 2 }, content: [{ type: 'paragraph' }] },
            {
              type: 'tableCell',
              attrs: { colspan: 3, rowspan: 2 },
              content: [{ type: 'blockquote', content: [{ type: 'paragraph' }] }],
            },
          ],
        },
      ],
    },
    { type: 'figure', attrs: { file: 'f-1', alt: 'Rings', caption: 'Newton’s rings', credit: 'Sample' } },
    { type: 'figure', attrs: { file: 'f-1', alt: 'Rings' } },
    { type: 'figure', attrs: { file: 'f-1', alt: 'Rings', video: 'https://video.example.org/rings' } },
    { type: 'blockMath', attrs: { latex: '\\oint' } },
  ],
}

test('a document with everything returns from the editor unchanged', () => {
  expect(throughEditor(documentSchema.parse(whole))).toEqual(whole)
})

test('everything stored fits the editor, keeps its words there, and is stable after one pass', () => {
  fc.assert(
    fc.property(anyDocument(), (document) => {
      const settled = throughEditor(document)
      expect(documentSchema.parse(settled)).toEqual(settled)
      expect(throughEditor(settled)).toEqual(settled)
      expect(fromEditor(toEditor(settled))).toEqual(settled)
      expect(plainText(settled)).toBe(plainText(document))
    }),
    { seed: 4, numRuns: 500 },
  )
})

test('only meaningless parts are left out of a stored document', () => {
  fc.assert(
    fc.property(anyDocument(), (document) => {
      expect(withoutDefaults(fromEditor(document))).toEqual(withoutDefaults(document))
    }),
    { seed: 5, numRuns: 500 },
  )
})

test('whatever an editor may contain becomes a document that can be stored', () => {
  const names = [...Object.keys(schema.nodes), ...Object.keys(schema.marks), 'script', '__proto__', '']
  const attrs = fc.dictionary(
    fc
      .constantFrom(
        'level',
        'start',
        'colspan',
        'rowspan',
        'colwidth',
        'align',
        'href',
        'target',
        'file',
        'alt',
      )
      .map(String),
    fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('javascript:alert(1)', '/a', null, 2, -1, 1e9)),
  )
  const mark = fc.record({ type: fc.constantFrom(...names), attrs }, { requiredKeys: ['type'] })
  const { node } = fc.letrec<{ node: JSONContent }>((tie) => ({
    node: fc.record(
      {
        type: fc.constantFrom(...names),
        text: anyText(5),
        attrs,
        marks: fc.array(mark, { maxLength: 3 }),
        content: fc.array(tie('node'), { maxLength: 3, depthIdentifier: 'node' }),
      },
      { requiredKeys: ['type'] },
    ),
  }))
  fc.assert(
    fc.property(fc.array(node, { maxLength: 4 }), (content) => {
      const document = fromEditor({ type: 'doc', content })
      expect(documentSchema.parse(document)).toEqual(document)
    }),
    { seed: 6, numRuns: 1000 },
  )
})

test('unprintable characters are removed, and long lines are stored in pieces', () => {
  const long = `${'a'.repeat(49_999)}😀${'b'.repeat(60_000)}`
  const document = fromEditor({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'a\u000bb\u0000c\ud800' }] },
      { type: 'paragraph', content: [{ type: 'text', text: '\u0001' }] },
      { type: 'paragraph', content: [{ type: 'text', text: long }] },
    ],
  })
  expect(documentSchema.parse(document)).toEqual(document)
  expect(document.content.slice(0, 2)).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'abc\ufffd' }] },
    { type: 'paragraph' },
  ])
  expect(plainText(document)).toContain(long)
})

function withoutDefaults(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"(?:col|row)span":1,?|"start":1(?=\})/g, '')
      .replaceAll(',}', '}')
      .replaceAll('"attrs":{},', ''),
  )
}
