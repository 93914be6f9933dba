import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Block, documentSchema, type FigureAttrs, type Inline, type RichText } from './document.ts'
import { DocumentView } from './document-view.tsx'
import { anyDocument } from '#test/makers/arbitrary/any-document.ts'
import { faultsIn } from '#test/hostile/allowed-markup.ts'

const doc = (...content: Block[]): RichText => ({ type: 'doc', content })
const words = (text: string): Inline => ({ type: 'text', text })
const paragraph = (...content: Inline[]): Block => ({ type: 'paragraph', content })
const heading = (text: string, level: 2 | 3 | 4 = 2): Block => ({
  type: 'heading',
  attrs: { level },
  content: [words(text)],
})
const note = (text: string): Inline => ({ type: 'footnote', attrs: { text } })
const cell = (type: 'tableHeader' | 'tableCell', text: string) => ({
  type,
  content: [text ? paragraph(words(text)) : ({ type: 'paragraph' } as const)],
})
const row = (type: 'tableHeader' | 'tableCell', ...texts: string[]) => ({
  type: 'tableRow' as const,
  content: texts.map((text) => cell(type, text)),
})

const figure = ({ file, alt }: FigureAttrs) => <img src={`/files/${file}`} alt={alt} loading="lazy" />

/** The markup without class names, which belong to the stylesheet. */
function render(document: RichText, props: Omit<Parameters<typeof DocumentView>[0], 'document'> = {}) {
  const markup = renderToStaticMarkup(<DocumentView document={document} {...props} />)
  return markup.replaceAll(/ class="[^"]*"/g, '').replace(/^<div>(.*)<\/div>$/s, '$1')
}

test('text is escaped and marks nest in their order', () => {
  const marked: Inline = { type: 'text', text: '<b>&', marks: [{ type: 'bold' }, { type: 'italic' }] }
  expect(render(doc(paragraph(words('a '), marked, { type: 'hardBreak' })))).toBe(
    '<p>a <strong><em>&lt;b&gt;&amp;</em></strong><br/></p>',
  )
})

test('neighbours with one address share one link, and an external link says so', () => {
  const href = 'https://example.org/?a=1&b=2'
  const link = { type: 'link' as const, attrs: { href } }
  const document = doc(
    paragraph(
      { type: 'text', text: 'the ', marks: [link] },
      { type: 'text', text: 'journal', marks: [{ type: 'italic' }, link] },
      { type: 'footnote', attrs: { text: 'n' }, marks: [link] },
      { type: 'text', text: 'home', marks: [{ type: 'link', attrs: { href: '/' } }] },
    ),
  )
  expect(render(document)).toContain(
    '<p><a href="https://example.org/?a=1&amp;b=2" rel="noopener external">the <em>journal</em></a><sup>',
  )
  expect(render(document)).toContain('</sup><a href="/">home</a></p>')
})

test('a paragraph in another script states its language or direction', () => {
  expect(render(doc(paragraph(words('भौतिक विज्ञान')), paragraph(words('طبیعیات'))))).toBe(
    '<p lang="hi">भौतिक विज्ञान</p><p dir="auto">طبیعیات</p>',
  )
})

test('headings shift by the offset and have a link beside them', () => {
  expect(render(doc(heading('Aims', 2)), { headingOffset: 1, anchorPrefix: 's1-' })).toBe(
    '<div><h3 id="s1-aims">Aims</h3><a href="#s1-aims" aria-label="Link to “Aims”">#</a></div>',
  )
  expect(render(doc(heading('Aims', 4)), { headingOffset: 9 })).toContain('<h6 id="aims">')
})

test('a heading without words is left out and does not take the anchor of the next', () => {
  expect(render(doc({ type: 'heading', attrs: { level: 2 } }, heading('Next')))).toMatch(
    /^<div><h2 id="next">Next/,
  )
})

test('lists and quotes keep their structure', () => {
  const item = { type: 'listItem' as const, content: [paragraph(words('one'))] }
  expect(
    render(
      doc(
        { type: 'orderedList', attrs: { start: 3 }, content: [item] },
        { type: 'blockquote', content: [{ type: 'bulletList', content: [item] }] },
      ),
    ),
  ).toBe('<ol start="3"><li><p>one</p></li></ol><blockquote><ul><li><p>one</p></li></ul></blockquote>')
})

test('a table has a head with scopes, and an empty corner is no header', () => {
  const table: Block = {
    type: 'table',
    content: [
      row('tableHeader', '', 'Fee'),
      { type: 'tableRow', content: [cell('tableHeader', 'Life'), cell('tableCell', '100')] },
    ],
  }
  expect(render(doc(table))).toBe(
    '<table><thead><tr><td></td><th scope="col"><p>Fee</p></th></tr></thead>' +
      '<tbody><tr><th scope="row"><p>Life</p></th><td><p>100</p></td></tr></tbody></table>',
  )
})

test('a wide table can be scrolled by keyboard and is named after its columns', () => {
  const table: Block = {
    type: 'table',
    content: [row('tableHeader', 'A', 'B', 'C', 'D'), row('tableCell', '1', '2', '3', '4')],
  }
  expect(render(doc(table))).toMatch(/^<div role="group" tabindex="0" aria-label="Table: A, B, C, D"><table>/)
})

test('footnotes are numbered, linked both ways and distinguished by the prefix', () => {
  expect(
    render(doc(paragraph(words('a'), note('First.')), paragraph(note('Second.'))), { anchorPrefix: 'x-' }),
  ).toBe(
    '<p>a<sup><a id="x-fnref_1" href="#x-fn_1" role="doc-noteref" aria-label="Footnote 1">1</a></sup></p>' +
      '<p><sup><a id="x-fnref_2" href="#x-fn_2" role="doc-noteref" aria-label="Footnote 2">2</a></sup></p>' +
      '<ol aria-label="Footnotes">' +
      '<li id="x-fn_1">First. <a href="#x-fnref_1" role="doc-backlink" aria-label="Back to reference 1">↩</a></li>' +
      '<li id="x-fn_2">Second. <a href="#x-fnref_2" role="doc-backlink" aria-label="Back to reference 2">↩</a></li></ol>',
  )
})

test('a footnote shows its links and italics, and nothing else of what it says', () => {
  const html = render(
    doc(paragraph(note('See *Nature* at [the <b>site</b>](https://example.org/?a&b), [x](data:,).'))),
  )
  expect(html).toContain(
    'See <em>Nature</em> at <a href="https://example.org/?a&amp;b" rel="noopener external">the &lt;b&gt;site&lt;/b&gt;</a>, [x](data:,). <a',
  )
})

test('a video is its picture and a link, without anything from elsewhere', () => {
  const video = 'https://video.example.org/watch?v=rings'
  const document = doc({ type: 'figure', attrs: { file: 'rings', alt: 'Rings', caption: 'Lenses', video } })
  expect(render(document, { figure })).toBe(
    '<figure><a href="https://video.example.org/watch?v=rings" rel="noopener external"><img src="/files/rings" alt="Rings" loading="lazy"/><span>Watch the video on video.example.org</span></a><figcaption>Lenses </figcaption></figure>',
  )
})

test('a figure shows what the page renders for it, or its description', () => {
  const document = doc({
    type: 'figure',
    attrs: { file: 'rings', alt: 'Rings', caption: 'Two lenses', credit: 'Computed' },
  })
  expect(render(document, { figure })).toBe(
    '<figure><img src="/files/rings" alt="Rings" loading="lazy"/><figcaption>Two lenses <span>Computed</span></figcaption></figure>',
  )
  expect(render(document)).toContain('<figure><p>Rings</p>')
})

test('formulas become MathML, and a broken one shows its source', () => {
  const math = (latex: string) => render(doc({ type: 'blockMath', attrs: { latex } }))
  expect(math('E=mc^2')).toMatch(/^<div><math xmlns="[^"]*" display="block"><semantics>.*<\/math><\/div>$/)
  expect(math('\\frac{1}{')).toBe('<pre><code>\\frac{1}{</code></pre>')
  expect(math(`${'{'.repeat(1000)}${'}'.repeat(1000)}`)).toBeTruthy()
  expect(render(doc(paragraph({ type: 'inlineMath', attrs: { latex: '<x \\oops' } })))).toBe(
    '<p><code>&lt;x \\oops</code></p>',
  )
})

test('letters of another shape are characters, because browsers ignore the attribute', () => {
  const markup = render(
    doc({ type: 'blockMath', attrs: { latex: '\\mathbb{RAx}\\mathcal{LA}\\mathfrak{gC}\\mathbf{B}' } }),
  )
  expect(
    markup
      .match(/<mi[^/]*<\/mi>/g)
      ?.join('')
      .replaceAll(/<\/?mi>/g, ''),
  ).toBe('ℝ𝔸𝕩ℒ𝒜𝔤ℭ<mi mathvariant="bold">B')
})

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\url{javascript:alert(1)}',
  '\\includegraphics{https://evil.example/a.png}',
  '\\htmlStyle{color:red}{x}',
  '\\htmlData{a=b}{x}',
  '\\fcolorbox{red}{blue}{x}',
  '\\pmb{x}',
  '\\text{<img src=x onerror=alert(1)> style="a"}',
  '\\color{red"onclick="alert(1)}x',
])('the formula %s renders only allowed markup', (latex) => {
  const view = <DocumentView document={doc({ type: 'blockMath', attrs: { latex } })} />
  expect(faultsIn(renderToStaticMarkup(view))).toEqual([])
})

test('whatever the schema accepts renders to allowed markup only, the same each time', () => {
  fc.assert(
    fc.property(anyDocument(), fc.constantFrom('', 's-'), (candidate, anchorPrefix) => {
      const document = documentSchema.parse(candidate)
      const view = <DocumentView document={document} anchorPrefix={anchorPrefix} />
      const markup = renderToStaticMarkup(view)
      expect(faultsIn(markup)).toEqual([])
      expect(renderToStaticMarkup(view)).toBe(markup)
    }),
    { seed: 2, numRuns: 200 },
  )
})
