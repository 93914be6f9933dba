import { describe, expect, test } from 'vitest'
import { compareVersions, type Difference, type DiffSegment } from './compare.ts'
import type { Block, Inline, RichText } from './document.ts'
import type { Draft } from '#features/content/entry/drafts.ts'

const line = (...content: Inline[]): Block => ({ type: 'paragraph', content })
const text = (words: string, ...marks: NonNullable<Inline['marks']>): Inline =>
  marks.length > 0 ? { type: 'text', text: words, marks } : { type: 'text', text: words }

const link = (href: string) => ({ type: 'link', attrs: { href } }) as const
const bold = { type: 'bold' } as const
const body = (...content: Block[]): Draft => ({ body: { type: 'doc', content } })
const doc = (words: string): RichText => ({ type: 'doc', content: [line(text(words))] })

test('two versions are compared in words, field by field', () => {
  const before = { title: 'Lamp', summary: 'For light in the dark.', purpose: doc('To honour light.') }
  const after = { title: 'Lamp', summary: 'For more light.', purpose: doc('To honour light.'), prize: 'Gold' }

  const [summary, prize, ...others] = compareVersions('award', before, after)

  expect(own(summary!.before).join(' ')).toContain('dark')
  expect(own(summary!.after).join(' ')).toContain('more')
  expect(prize).toMatchObject({
    name: 'prize',
    label: 'Prize',
    before: [],
    after: [{ text: 'Gold', own: true }],
  })
  expect(others).toEqual([])
})

test('rich text, lists, times and choices are compared as people read them', () => {
  const before = { people: [{ name: 'Asha', role: 'Chair' }], mode: 'online', report: doc('A') } as const
  const after = { people: [{ name: 'Asha' }, { name: 'Ravi' }], mode: 'hybrid', report: doc('B') } as const

  const seen = compareVersions('conference', before as unknown as Draft, after as unknown as Draft)

  expect(seen.map(({ label, before, after }) => [label, whole(before), whole(after)])).toEqual([
    ['Held', 'Online', 'Both'],
    ['People', '• Name: Asha · Role: Chair', '• Name: Asha\n• Name: Ravi'],
    ['Report', 'A', 'B'],
  ])
})

describe('things other than words are compared too', () => {
  const only = (before: Draft, after: Draft): Difference => {
    const differences = compareVersions('news', before, after)
    expect(differences).toHaveLength(1)
    return differences[0]!
  }

  test('where a link leads', () => {
    const { before, after } = only(
      body(line(text('See '), text('here', link('/a')))),
      body(line(text('See '), text('here', link('/b')))),
    )

    expect(before).toEqual([
      { text: 'See ', own: false },
      { text: 'here', own: false, style: { marks: [], href: '/a' }, otherStyle: { marks: [], href: '/b' } },
    ])
    expect(after[1]).toMatchObject({ style: { href: '/b' }, otherStyle: { href: '/a' } })
  })

  test('a word that is now bold', () => {
    const { before, after } = only(
      body(line(text('All light'))),
      body(line(text('All '), text('light', bold))),
    )

    expect(before.at(-1)).toEqual({ text: 'light', own: false, otherStyle: { marks: ['bold'] } })
    expect(after.at(-1)).toEqual({
      text: 'light',
      own: false,
      style: { marks: ['bold'] },
      otherStyle: { marks: [] },
    })
  })

  const heading = (level: 2 | 3): Block => ({ type: 'heading', attrs: { level }, content: [text('Aims')] })
  const items = [{ type: 'listItem' as const, content: [line(text('one'))] }]
  const cells = (type: 'tableCell' | 'tableHeader', colspan?: number): Block => ({
    type: 'table',
    content: [
      {
        type: 'tableRow',
        content: [{ type, ...(colspan && { attrs: { colspan } }), content: [line(text('Year'))] }],
      },
    ],
  })
  const figure = (attrs: object): Block => ({ type: 'figure', attrs: { file: 'f1', alt: 'Rings', ...attrs } })
  const formula = (latex: string): Inline => ({ type: 'inlineMath', attrs: { latex } })
  const note = (words: string): Inline => ({ type: 'footnote', attrs: { text: words } })

  test.each<[string, Block[], Block[], string, string]>([
    ['the level of a heading', [heading(2)], [heading(3)], 'Heading 2: ', 'Heading 3: '],
    [
      'the kind of a list',
      [{ type: 'bulletList', content: items }],
      [{ type: 'orderedList', content: items }],
      'Bulleted list\n',
      'Numbered list\n',
    ],
    [
      'where a numbered list starts',
      [{ type: 'orderedList', content: items }],
      [{ type: 'orderedList', attrs: { start: 4 }, content: items }],
      'Numbered list\n',
      'Numbered list from 4\n',
    ],
    ['a cell that became a header', [cells('tableCell')], [cells('tableHeader')], '| ', '| Header: '],
    ['how wide a cell is', [cells('tableCell')], [cells('tableCell', 2)], '| ', '| (2 × 1 cells) '],
    ['which picture it is', [figure({})], [figure({ file: 'f2' })], 'f1', 'f2'],
    ['the description of a picture', [figure({})], [figure({ alt: 'Rings of light' })], '', ' of light'],
    ['the credit of a picture', [figure({})], [figure({ credit: 'Asha' })], '', ' · Credit: Asha'],
    [
      'the video of a picture',
      [figure({})],
      [figure({ video: 'https://a.in' })],
      '',
      ' · Video: https://a.in',
    ],
    ['a formula', [line(formula('a'))], [line(formula('b'))], 'a', 'b'],
    ['a footnote', [line(text('x'), note('Old'))], [line(text('x'), note('New'))], 'Old', 'New'],
    [
      'a quote',
      [line(text('x'))],
      [{ type: 'blockquote', content: [line(text('x'))] }],
      '',
      'Quote\nEnd of quote',
    ],
    ['a paragraph in two', [line(text('a b'))], [line(text('a ')), line(text('b'))], '', '¶\n'],
    ['an empty paragraph', [line(text('a'))], [line(text('a')), { type: 'paragraph' }], '', '¶'],
    ['a line break', [line(text('a'))], [line(text('a'), { type: 'hardBreak' })], '', '↵\n'],
  ])('%s', (_, one, other, onlyBefore, onlyAfter) => {
    const { before, after } = only(body(...one), body(...other))

    expect(own(before).join('')).toBe(onlyBefore)
    expect(own(after).join('')).toBe(onlyAfter)
  })

  test('in which field of an item a word is', () => {
    const people = (item: object) => ({ people: [item] }) as Draft
    const [difference] = compareVersions(
      'conference',
      people({ name: 'A', role: 'B' }),
      people({ name: 'A', affiliation: 'B' }),
    )

    expect(own(difference!.before).join('')).toBe(' · Role: ')
    expect(own(difference!.after).join('')).toBe(' · Institution: ')
  })
})

test('pictures and files have readable names', () => {
  const names = new Map([
    ['f1', 'A lamp at dusk'],
    ['f2', 'issue.pdf'],
  ])
  const after = { pdf: 'f2', cover: 'f9' }
  const seen = compareVersions('newsletter', { cover: 'f1' }, after, names)

  expect(seen.map(({ label, before, after }) => [label, whole(before), whole(after)])).toEqual([
    ['The issue as PDF', '', 'issue.pdf'],
    ['Cover', 'A lamp at dusk', 'f9'],
  ])
})

test('texts that have nothing in common are shown whole, and quickly', () => {
  const words = (seed: string) => Array.from({ length: 20_000 }, (_, i) => `${seed}${i}`).join(' ')
  const [difference] = compareVersions('page', { lead: words('a') }, { lead: words('b') })

  expect(difference?.before).toHaveLength(1)
})

test('in a text with very many changes the paragraphs that stayed are not marked', () => {
  const words = (seed: string) => line(text(Array.from({ length: 5000 }, (_, i) => `${seed}${i}`).join(' ')))
  const same = line(text('This paragraph stayed.'))
  const [difference] = compareVersions('news', body(words('a'), same), body(words('b'), same))

  expect(difference?.after.filter((piece) => !piece.own).map((piece) => piece.text)).toEqual([
    'This paragraph stayed.',
  ])
})

test('the same text in another form of the data is no change', () => {
  const italic = { type: 'italic' } as const
  const one = body(line(text('All light', bold, italic)), {
    type: 'orderedList',
    attrs: { start: 1 },
    content: [{ type: 'listItem', content: [line(text('x'))] }],
  })
  const other = body(line(text('All ', italic, bold), text('light', bold, italic)), {
    type: 'orderedList',
    content: [{ type: 'listItem', content: [line(text('x'))] }],
  })

  expect(compareVersions('news', one, other)).toEqual([])
  expect(compareVersions('conference', { people: [] }, {})).toEqual([])
})

function own(pieces: DiffSegment[]) {
  return pieces.filter((piece) => piece.own).map(({ text }) => text)
}

function whole(pieces: DiffSegment[]) {
  return pieces.map(({ text }) => text).join('')
}
