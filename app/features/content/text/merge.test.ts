import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyThree, everyKind } from '#test/makers/any-draft.ts'
import type { Block, RichText } from './document.ts'
import { readDraft, type Draft } from '#features/content/entry/drafts.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { allowsBoth, mergeDrafts, settleConflicts } from './merge.ts'
import { blockKey, contentKey, isEmptyParagraph, normalValue } from './normal-form.ts'

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

describe.each(everyKind)('any %s', (kind) => {
  const runs = { numRuns: 20, seed: 19_941_204 }
  const three = anyThree(kind)

  test('takes a change that only one side made, or both made', () => {
    fc.assert(
      fc.property(three, ({ base, mine }) => {
        expectSame(kind, mergeDrafts(kind, base, mine, base), mine)
        expectSame(kind, mergeDrafts(kind, base, base, mine), mine)
        expectSame(kind, mergeDrafts(kind, base, mine, mine), mine)
      }),
      runs,
    )
  })

  test('merges to the same result whoever comes first, and only to what may be saved', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const one = mergeDrafts(kind, base, mine, theirs)
        const other = mergeDrafts(kind, base, theirs, mine)

        expect(one.conflicts).toEqual(other.conflicts)
        for (const field of fields[kind].filter(({ name }) => !one.conflicts.includes(name)))
          expect(keyOf(field, one.merged)).toBe(keyOf(field, other.merged))
        expect(readDraft(kind, one.merged)).toMatchObject({ ok: true })
      }),
      runs,
    )
  })

  test('keeps everything that either side wrote, and restores nothing that one side removed', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const { merged, conflicts } = mergeDrafts(kind, base, mine, theirs)
        for (const field of fields[kind].filter(({ name }) => !conflicts.includes(name))) {
          const [was, my, their, result] = [base, mine, theirs, merged].map((draft) => partsOf(field, draft))
          for (const [one, other] of [
            [my!, their!],
            [their!, my!],
          ]) {
            expect(one!.filter((part) => !was!.includes(part) && !result!.includes(part))).toEqual([])
            const removed = was!.filter(
              (part) => !one!.includes(part) && count(other!, part) <= count(was!, part),
            )
            expect(removed.filter((part) => count(was!, part) === 1 && result!.includes(part))).toEqual([])
          }
        }
      }),
      runs,
    )
  })

  test('keeps both texts of every conflict that is settled with both', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const { conflicts } = mergeDrafts(kind, base, mine, theirs)
        const choices = Object.fromEntries(conflicts.map((name) => [name, 'both' as const]))
        const settled = settleConflicts(kind, base, mine, theirs, choices)
        for (const field of fields[kind].filter(
          ({ name, control }) => conflicts.includes(name) && ['rich-text', 'list', 'lines'].includes(control),
        )) {
          const [was, my, their, result] = [base, mine, theirs, settled].map((draft) => partsOf(field, draft))
          const fresh = [...my!, ...their!].filter((part) => !was!.includes(part))
          expect(fresh.filter((part) => !result!.includes(part))).toEqual([])
        }
      }),
      runs,
    )
  })
})

function expectSame(kind: Kind, { merged, conflicts }: ReturnType<typeof mergeDrafts>, wanted: Draft) {
  expect(conflicts).toEqual([])
  for (const field of fields[kind]) expect(keyOf(field, merged)).toBe(keyOf(field, wanted))
}

type Values = Record<string, unknown>

function keyOf(field: Field, draft: Draft) {
  return contentKey(field, (draft as Values)[field.name])
}

function count(parts: string[], part: string) {
  return parts.filter((other) => other === part).length
}

/** The smallest things that someone wrote in a field: paragraphs, pictures, formulas, values. */
function partsOf(field: Field, draft: Draft): string[] {
  return parts(field, (draft as Values)[field.name])
}

function parts(field: Field, value: unknown): string[] {
  if (normalValue(field, value) === undefined) return []
  switch (field.control) {
    case 'rich-text':
      return (value as RichText).content.flatMap(leaves)
    case 'list':
      return (value as Values[]).flatMap((item) =>
        field.fields.flatMap((inner) => parts(inner, item[inner.name])),
      )
    case 'lines':
      return value as string[]
    default:
      return [`${field.name} ${contentKey(field, value)}`]
  }
}

function leaves(block: Block): string[] {
  switch (block.type) {
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap(({ content }) => content.flatMap(leaves))
    case 'blockquote':
      return block.content.flatMap(leaves)
    case 'table':
      return block.content.flatMap((row) => row.content).flatMap(({ content }) => content.flatMap(leaves))
    default:
      return isEmptyParagraph(block) ? [] : [blockKey(block)]
  }
}
