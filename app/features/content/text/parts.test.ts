import { expect, test } from 'vitest'
import { everyKind } from '#features/content/kinds/kinds.ts'
import { partsToJumpTo } from './parts.ts'

test('a text of several fields has an outline of them, in their order', () => {
  expect(partsToJumpTo('conference', {}).map(({ label }) => label)).toEqual([
    'Report',
    'Important dates',
    'Speakers',
    'People',
    'Fees',
    'Statistics',
  ])
  expect(partsToJumpTo('award', {})).toContainEqual({ anchor: 'purpose-label', label: 'Purpose' })
})

test('a long document has an outline of its sections, as they are typed', () => {
  const sections = [{ number: '1', heading: 'Name' }, { heading: 'Aims' }, {}, { heading: 'Council' }]
  expect(partsToJumpTo('page', { sections })).toEqual([
    { anchor: 'sections.0.heading', label: '1 Name' },
    { anchor: 'sections.1.heading', label: 'Aims' },
    { anchor: 'sections.2.heading', label: 'Number 3' },
    { anchor: 'sections.3.heading', label: 'Council' },
  ])
  expect(partsToJumpTo('page', { sections: sections.slice(1) })).toEqual([])
})

test('photographs and seats have none, however many there are', () => {
  const many = Array.from({ length: 20 }, () => ({ name: 'A' }))
  expect(partsToJumpTo('album', { photos: many })).toEqual([])
  expect(partsToJumpTo('council-term', { seats: many })).toEqual([])
  const long = everyKind.filter((kind) => partsToJumpTo(kind, {}).length > 0)
  expect(long).toEqual(['award', 'conference', 'call'])
})
