import fc, { type Arbitrary } from 'fast-check'
import type { RichText } from '#features/content/text/document.ts'
import { anyText } from './any-text.ts'

const hostileWords = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)",
  'javascript:alert(1)',
  '</p></div></math><svg onload=alert(1)>',
  '<!--',
  ']]>',
  '&lt;script&gt;',
  '__proto__',
  '{{constructor}}',
  '\u202eabc',
  'fn_1',
]
const formulas = [
  'x',
  '^',
  '_',
  '{',
  '}',
  '\\frac',
  '\\sqrt{x}',
  '\\text{a}',
  '\\href{javascript:a}{b}',
  '\\color{red}',
  '\\begin{matrix}a&b\\end{matrix}',
  '\\boxed{x}',
  '\\pmb{y}',
  '\\left(x\\right)',
  '\\sum',
  '\\tag{1}',
]
const addresses = ['/a%22b', '/x?a=1&b=2', '#on', 'https://e.org/javascript:a', 'mailto:a@b.in']
const marks = ['bold', 'italic', 'superscript', 'subscript', 'code']

const words = fc.oneof(
  fc.constantFrom(...hostileWords),
  anyText(20).map((text) => text.replace(/(?![\t\n])\p{Cc}/gu, '').toWellFormed() || 'भौतिकी'),
)
const latex = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...formulas) }, words), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(' '))

const mark = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...marks).map((type) => ({ type })) },
  fc.constantFrom(...addresses).map((href) => ({ type: 'link', attrs: { href } })),
)
const markList = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  fc.uniqueArray(mark, { selector: ({ type }) => type, maxLength: 3 }),
)
const bare: Arbitrary<object> = fc.oneof(
  { weight: 5, arbitrary: words.map((text) => ({ type: 'text', text })) },
  fc.constant({ type: 'hardBreak' }),
  latex.map((source) => ({ type: 'inlineMath', attrs: { latex: source } })),
  words.map((text) => ({ type: 'footnote', attrs: { text } })),
)
const inline = fc
  .tuple(bare, markList)
  .map(([node, list]) => (list.length > 0 ? { ...node, marks: list } : node))
const inlines = fc.array(inline, { minLength: 1, maxLength: 4 })

const paragraph: Arbitrary<object> = fc.oneof(
  { weight: 4, arbitrary: inlines.map((content) => ({ type: 'paragraph', content })) },
  fc.constant({ type: 'paragraph' }),
)
const span = fc.integer({ min: 1, max: 3 })

const { block } = fc.letrec<{ block: unknown; item: unknown; row: unknown; cell: unknown }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    paragraph,
    fc.record({
      type: fc.constant('heading'),
      attrs: fc.record({ level: fc.constantFrom(2, 3, 4) }),
      content: inlines,
    }),
    fc.constant({ type: 'horizontalRule' }),
    latex.map((source) => ({ type: 'blockMath', attrs: { latex: source } })),
    fc.record({
      type: fc.constant('figure'),
      attrs: fc.record(
        {
          ...{ file: fc.constant('a'), alt: words, caption: words, credit: words },
          video: fc.constantFrom('https://video.example.org/a', 'https://video.example.org/b'),
        },
        { requiredKeys: ['file', 'alt'] },
      ),
    }),
    fc.record({ type: fc.constant('bulletList'), content: some(tie('item')) }),
    fc.record(
      {
        type: fc.constant('orderedList'),
        attrs: fc.record({ start: fc.integer({ min: 0, max: 9 }) }),
        content: some(tie('item')),
      },
      { requiredKeys: ['type', 'content'] },
    ),
    fc.record({ type: fc.constant('blockquote'), content: some(tie('block')) }),
    fc.record({ type: fc.constant('table'), content: some(tie('row')) }),
  ),
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => ({ type: 'listItem', content: [first, ...rest] })),
  row: fc.record({ type: fc.constant('tableRow'), content: some(tie('cell')) }),
  cell: fc.record(
    {
      type: fc.constantFrom('tableHeader', 'tableCell'),
      attrs: fc.record({ colspan: span, rowspan: span }, { requiredKeys: [] }),
      content: some(tie('block')),
    },
    { requiredKeys: ['type', 'content'] },
  ),
}))

/** Documents of the stored grammar, with hostile words in every place that takes words. */
export function anyDocument(maxLength = 4): Arbitrary<RichText> {
  return fc.array(block, { minLength: 1, maxLength }).map((content) => ({ type: 'doc', content }) as RichText)
}

function some<Value>(value: Arbitrary<Value>) {
  return fc.array(value, { minLength: 1, maxLength: 3 })
}
