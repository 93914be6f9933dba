import { expect, test } from 'vitest'
import { prose } from '#starter/prose.ts'
import { checkEntry } from './checks.ts'
import type { Draft } from './drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'

const known = {
  isPage: (path: string) => path === '/gallery',
  leadsSomewhere: (address: string) => address !== 'https://academy.example/nowhere',
  hasFile: (id: string) => id === 'here',
  hasBody: (slug: string) => slug === 'lamp-panel',
  isInForce: (rulebook: string) => rulebook === 'rules-in-force',
}

const news: Draft<'news'> = { title: 'Lamp', publishedOn: '2026-01-01', summary: 'Light.' }

function advice(kind: Kind, data: Draft) {
  return checkEntry(kind, data, known).map(({ blocks, where, sentence }) => [blocks, where, sentence])
}

test('a sound entry gets no advice', () => {
  expect(advice('news', { ...news, body: prose('See [the gallery](/gallery).') })).toEqual([])
})

test('missing parts block publishing and are named as in the form', () => {
  expect(advice('album', { title: 'A', heldOn: '2026-01-01', photos: [{ file: 'here' }] })).toEqual([
    [
      true,
      'Picture 1: Description (for people who cannot see the picture)',
      'Describe the picture for people who cannot see it.',
    ],
  ])
  expect(advice('news', { title: 'Lamp' })).toEqual([
    [true, 'Date', 'Fill in this field.'],
    [true, 'Summary', 'Fill in this field.'],
  ])
})

test('an album without photographs can be published, with a warning', () => {
  expect(advice('album', { title: 'A', heldOn: '2026-01-01', photos: [] })).toEqual([
    [false, 'Pictures', 'Add at least one picture.'],
  ])
})

test('a deleted file blocks publishing, a broken link does not', () => {
  expect(advice('news', { ...news, picture: { file: 'gone', alt: 'x' } })).toEqual([
    [true, 'Files', 'A picture or file used here was deleted. Choose another one.'],
  ])
  expect(advice('news', { ...news, body: prose('See [it](/nowhere#there).') })).toEqual([
    [false, 'Links', 'There is no page at /nowhere. Correct the link.'],
  ])
})

test('a broken full link is reported too, and one to another site is not', () => {
  const body = prose('See [it](https://academy.example/nowhere?x#y) and [that](https://example.org/nowhere).')
  expect(advice('news', { ...news, body })).toEqual([
    [false, 'Links', 'There is no page at https://academy.example/nowhere. Correct the link.'],
  ])
})

test('a heading that skips a level is reported, with its words', () => {
  const heading = (level: 2 | 3 | 4, text: string) => ({
    type: 'heading' as const,
    attrs: { level },
    content: [{ type: 'text' as const, text }],
  })
  const body = { type: 'doc' as const, content: [heading(2, 'One'), heading(4, 'Two')] }

  expect(advice('news', { ...news, body })).toEqual([
    [false, 'Text', 'The heading “Two” skips a level: change it to level 3.'],
  ])
})

test('contradicting dates are reported', () => {
  const conference: Draft<'conference'> = {
    title: 'C',
    series: 'other',
    scope: 'national',
    year: 2025,
    startsOn: '2026-03-05',
    endsOn: '2026-03-01',
  }
  expect(advice('conference', conference)).toEqual([
    [false, 'Last day', 'The last day is before the first day.'],
    [false, 'Year', 'The first day is in 2026, not in 2025.'],
  ])
  const late = { label: 'Abstracts', on: '2026-04-01' }
  const { endsOn: _, ...open } = conference
  expect(
    advice('conference', {
      ...open,
      year: 2026,
      importantDates: [{ label: 'Papers', on: '2026-03-05' }, late],
    }),
  ).toEqual([[false, 'Date 2', 'This date is after the end of the meeting.']])
})

test('a person’s address causes a question, an office’s does not', () => {
  expect(
    advice('news', { ...news, summary: 'Write to asha.rao@example.org or office@example.org.' }),
  ).toEqual([
    [
      false,
      'Summary',
      '“asha.rao@example.org” looks like a personal address. Ask its owner before you publish it.',
    ],
  ])
  expect(advice('news', { ...news, summary: 'Write to office@example.org.' })).toEqual([])
  expect(
    advice('news', { ...news, body: prose('[Write](mailto:asha.rao@example.org?subject=Lamp).') }),
  ).toEqual([
    [
      false,
      'Text',
      '“asha.rao@example.org” looks like a personal address. Ask its owner before you publish it.',
    ],
  ])
})

test('a table without headings is reported', () => {
  const text = { type: 'paragraph' as const, content: [{ type: 'text' as const, text: '1994' }] }
  const table = (type: 'tableCell' | 'tableHeader') => ({
    type: 'doc' as const,
    content: [
      {
        type: 'table' as const,
        content: [{ type: 'tableRow' as const, content: [{ type, content: [text] }] }],
      },
    ],
  })
  expect(advice('news', { ...news, body: table('tableHeader') })).toEqual([])
  expect(advice('news', { ...news, body: table('tableCell') })).toEqual([
    [false, 'Text', 'A table has no headings. Turn its first row or column into headings.'],
  ])
})

test('links within a page lead to an existing part, and no two parts share an anchor', () => {
  const linked = prose('See [the fees](#fees), [how](#fees-how-to-pay) and [the rest](#rest).')
  const body = {
    ...linked,
    content: [
      ...linked.content,
      {
        type: 'heading' as const,
        attrs: { level: 2 as const },
        content: [{ type: 'text' as const, text: 'How to pay' }],
      },
    ],
  }
  const sections = [
    { heading: 'Fees', anchor: 'fees', body },
    { heading: 'More', anchor: 'fees', body: prose('More of it.') },
  ]
  expect(advice('page', { title: 'P', sections })).toEqual([
    [false, 'Section 1', 'This page has no section #rest. Correct the link.'],
    [false, 'Section 2', 'Another section uses the anchor “fees”. Choose a different one.'],
  ])
})

test('a section without text is reported', () => {
  const body = { type: 'doc' as const, content: [{ type: 'paragraph' as const }] }
  expect(advice('page', { title: 'P', sections: [{ heading: 'A', anchor: 'a', body }] })).toEqual([
    [false, 'Section 1', 'This section has a heading but no text.'],
  ])
})

test('a call for an award says for which, for whom and how, or is reported', () => {
  const call = { title: 'C', subject: 'award', opensAt: 1, closesAt: 2 } as const
  expect(advice('call', call)).toEqual([
    [false, 'Award', 'Choose the award, so that its page shows the call.'],
    [false, 'Who may be nominated', 'Enter who may be nominated.'],
    [false, 'Who may nominate', 'Enter who may nominate.'],
    [false, 'How to apply', 'There is no form. Enter how to apply.'],
  ])
  const words = { eligibility: 'Everybody.', nominators: 'Everybody.' }
  expect(advice('call', { ...call, ...words, href: 'https://example.org/form', award: 'x' })).toEqual([
    [false, 'Links', 'There is no page at /awards/x. Correct the link.'],
  ])
  expect(advice('call', { ...call, subject: 'fellow' })).toEqual([])
})

test('a call that takes nominations needs a panel that exists and rules that are in force', () => {
  const call = {
    ...{ title: 'C', subject: 'award', award: 'x', opensAt: 1, closesAt: 2 },
    ...{ eligibility: 'Everybody.', nominators: 'Everybody.' },
    ...{ form: { online: true }, stages: { panel: true } },
  } as const
  const blocking = (more: Partial<Draft<'call'>>) =>
    advice('call', { ...call, ...more })
      .filter(([blocks]) => blocks)
      .map(([, where]) => where)

  expect(blocking({})).toEqual(['Panel'])
  expect(blocking({ panel: 'gone' })).toEqual(['Panel'])
  expect(blocking({ panel: 'lamp-panel' })).toEqual([])
  expect(blocking({ panel: 'lamp-panel', rulebook: 'only-a-draft' })).toEqual(['Rulebook'])
  expect(blocking({ panel: 'lamp-panel', rulebook: 'rules-in-force' })).toEqual([])
  expect(blocking({ form: {}, panel: 'gone', rulebook: 'gone' })).toEqual([])

  const fellows = { subject: 'fellow', award: undefined } as const
  expect(blocking(fellows)).toEqual(['Stages'])
  const stages = { panel: true, acceptance: true }
  expect(blocking({ ...fellows, stages })).toEqual([])
  expect(blocking({ ...fellows, stages, panel: 'gone' })).toEqual(['Panel'])
})
