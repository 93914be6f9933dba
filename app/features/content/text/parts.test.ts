import { expect, test } from 'vitest'
import { kindNames } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { partsToJumpTo } from './parts.ts'

test('a long form has a list of its parts, in their order', () => {
  expect(partsToJumpTo('conference').map(({ label }) => label)).toEqual([
    'Title to Country',
    'People',
    'Speakers',
    'Statistics',
    'Important dates',
    'Fees',
    'Report',
    'Website to Album',
    'Source',
  ])
  expect(partsToJumpTo('award')).toContainEqual({ anchor: 'purpose-label', label: 'Purpose' })
})

test('a short form has none', () => {
  const long = Object.keys(kindNames).filter((kind) => partsToJumpTo(kind as Kind).length > 0)
  expect(long).toEqual(['award', 'conference'])
})
