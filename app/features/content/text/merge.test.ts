import { describe, expect, test } from 'vitest'
import type { Block, RichText } from './document.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { fields } from '#features/content/kinds/fields.ts'
import { allowsBoth, mergeDrafts, settleConflicts } from './merge.ts'

const text = (words: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })
const linked = (words: string, href: string): Block => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] }],
})

const doc = (...content: Block[]): RichText => ({ type: 'doc', content })
const list = (...items: string[]): Block => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [text(item)] })),
})

const table = (...rows: string[][]): Block => ({
  type: 'table',
  content: rows.map((cells) => ({
    type: 'tableRow',
    content: cells.map((cell) => ({ type: 'tableCell', content: [text(cell)] })),
  })),
})

const body = (...content: Block[]) => ({ body: doc(...content) })

describe('fields', () => {
  test('a field that only one side changed takes that side’s value', () => {
    const base = { title: 'Lamp', summary: 'Light', publishedOn: '2026-01-01' }

    const merge = mergeDrafts('news', base, { ...base, title: 'Lamps' }, { ...base, summary: 'More light' })

    expect(merge).toEqual({
      merged: { title: 'Lamps', summary: 'More light', publishedOn: '2026-01-01' },
      conflicts: [],
      taken: ['summary'],
    })
  })

  test('a field that the other emptied is emptied, and one that both changed alike is no conflict', () => {
    const base = { title: 'Lamp', summary: 'Light' }

    expect(mergeDrafts('news', base, { ...base, title: 'Lamps' }, { title: 'Lamps' })).toEqual({
      merged: { title: 'Lamps' },
      conflicts: [],
      taken: ['summary'],
    })
  })

  test('a field that both changed differently is a conflict and holds mine', () => {
    const merge = mergeDrafts('news', { title: 'A' }, { title: 'B' }, { title: 'C' })

    expect(merge).toEqual({ merged: { title: 'B' }, conflicts: ['title'], taken: [] })
  })

  test('a link’s target counts as a change like any word', () => {
    const [base, mine, theirs] = ['/a', '/b', '/c'].map((href) => body(linked('here', href)))

    expect(mergeDrafts('news', base!, base!, theirs!).merged).toEqual(theirs)
    expect(mergeDrafts('news', base!, mine!, theirs!)).toMatchObject({ conflicts: ['body'], merged: mine })
  })

  test('an empty list, an empty text and a missing one are the same', () => {
    const base = { title: 'A' }
    const mine = { title: 'A', people: [], report: doc({ type: 'paragraph' }) }
    const theirs = { title: 'A', people: [{ name: 'Asha' }], report: doc(text('Held.')) }

    expect(mergeDrafts('conference', base, mine, theirs)).toEqual({
      merged: theirs,
      conflicts: [],
      taken: ['people', 'report'],
    })
  })
})

describe('texts', () => {
  const base = body(text('One'), text('Two'), text('Three'))

  test('two people may write in different paragraphs, also in neighbouring ones', () => {
    const mine = body(text('One, mine'), text('Two'), text('Three'), text('Four, mine'))
    const theirs = body(text('One'), text('Two, theirs'), text('Three'))

    expect(mergeDrafts('news', base, mine, theirs)).toEqual({
      merged: body(text('One, mine'), text('Two, theirs'), text('Three'), text('Four, mine')),
      conflicts: [],
      taken: ['body'],
    })
  })

  test.each([
    [
      'the same paragraph',
      body(text('A'), text('Two'), text('Three')),
      body(text('B'), text('Two'), text('Three')),
    ],
    [
      'one changed, one removed',
      body(text('A'), text('Two'), text('Three')),
      body(text('Two'), text('Three')),
    ],
    [
      'both added at the same place',
      body(text('One'), text('A'), text('Two'), text('Three')),
      body(text('One'), text('B'), text('Two'), text('Three')),
    ],
    [
      'one moved, one removed',
      body(text('Two'), text('One'), text('Three')),
      body(text('Two'), text('Three')),
    ],
    [
      'both moved one paragraph elsewhere',
      body(text('Two'), text('One'), text('Three')),
      body(text('Two'), text('Three'), text('One')),
    ],
  ])('is a conflict: %s', (_, mine, theirs) => {
    expect(mergeDrafts('news', base, mine, theirs).conflicts).toEqual(['body'])
  })

  test('items of one list and rows of one table merge, cells of one row do not', () => {
    const merged = (one: Block, mine: Block, theirs: Block) => {
      const merge = mergeDrafts('news', body(one), body(mine), body(theirs))
      return merge.conflicts.length > 0 ? 'conflict' : (merge.merged as Draft<'news'>).body?.content[0]
    }

    expect(merged(list('a', 'b', 'c'), list('A', 'b', 'c'), list('a', 'b', 'C'))).toEqual(list('A', 'b', 'C'))
    expect(
      merged(
        table(['a', '1'], ['b', '2'], ['c', '3']),
        table(['a', '9'], ['b', '2'], ['c', '3']),
        table(['a', '1'], ['b', '2'], ['c', '8']),
      ),
    ).toEqual(table(['a', '9'], ['b', '2'], ['c', '8']))
    expect(merged(table(['a', '1']), table(['A', '1']), table(['a', '2']))).toBe('conflict')
  })
})

describe('lists', () => {
  const seats = [
    { office: 'President', name: 'Asha' },
    { office: 'Secretary', name: 'Ravi' },
    { office: 'Treasurer', name: 'Meera' },
  ]

  test('different seats merge, the two halves of one seat do not', () => {
    const [president, secretary, treasurer] = seats
    const mine = { seats: [{ ...president, name: 'Uma' }, secretary, treasurer] } as Draft
    const other = { seats: [president, secretary, { ...treasurer, name: 'Ila' }] } as Draft
    const same = { seats: [{ ...president, office: 'Patron' }, secretary, treasurer] } as Draft

    expect(mergeDrafts('council-term', { seats }, mine, other)).toMatchObject({
      merged: { seats: [{ name: 'Uma' }, { name: 'Ravi' }, { name: 'Ila' }] },
      conflicts: [],
    })
    expect(mergeDrafts('council-term', { seats }, mine, same).conflicts).toEqual(['seats'])
  })

  test('two people may write in one section of a page', () => {
    const section = { heading: 'Aims', anchor: 'aims', body: doc(text('One'), text('Two')) }
    const mine = { ...section, heading: 'Our aims', body: doc(text('One, mine'), text('Two')) }
    const theirs = { ...section, body: doc(text('One'), text('Two, theirs')) }

    const { merged, conflicts } = mergeDrafts(
      'page',
      { sections: [section] },
      { sections: [mine] },
      { sections: [theirs] },
    )

    expect(conflicts).toEqual([])
    expect(merged).toEqual({
      sections: [{ heading: 'Our aims', anchor: 'aims', body: doc(text('One, mine'), text('Two, theirs')) }],
    })
  })

  test('a merge with more photographs than an album may have is a conflict', () => {
    const photos = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ file: `f${from + index}`, alt: 'A lamp' }))
    const base = { photos: photos(0, 50) }
    const mine = { photos: [...photos(100, 8), ...base.photos] }
    const theirs = { photos: [...base.photos, ...photos(200, 8)] }

    expect(mergeDrafts('album', base, mine, theirs).conflicts).toEqual(['photos'])
  })
})

describe('choices', () => {
  const base = { title: 'A', ...body(text('One'), text('Two')) }
  const mine = { title: 'B', ...body(text('One, mine'), text('Two')) }
  const theirs = { title: 'C', summary: 'New', ...body(text('One, theirs'), text('Two')) }

  test('each conflict ends as chosen, and the rest is merged', () => {
    const settled = settleConflicts('news', base, mine, theirs, { title: 'theirs', body: 'both' })

    expect(settled).toEqual({
      title: 'C',
      summary: 'New',
      ...body(text('One, mine'), text('One, theirs'), text('Two')),
    })
  })

  test('texts and lists can both stay, dates and names cannot', () => {
    const both = fields['news'].filter(allowsBoth).map(({ name }) => name)

    expect(both).toEqual(['summary', 'body'])
    expect(fields['album'].filter(allowsBoth).map(({ name }) => name)).toEqual(['description', 'photos'])
    expect(
      settleConflicts('news', { summary: 'A' }, { summary: 'B' }, { summary: 'C' }, { summary: 'both' }),
    ).toEqual({
      summary: 'B\n\nC',
    })
  })

  test('both texts of one person, whose origin is unknown, share what is in both', () => {
    const settled = settleConflicts('news', {}, body(text('One'), text('A')), body(text('One'), text('B')), {
      body: 'both',
    })

    expect(settled).toEqual(body(text('One'), text('A'), text('B')))
  })

  test('without a choice mine stays', () => {
    expect(settleConflicts('news', base, mine, theirs, {})).toEqual({ ...mine, summary: 'New' })
  })
})
