import { expect, test } from 'vitest'
import type { Data } from '#features/content/kinds/kinds.ts'
import { searchTextOf } from './search-text.ts'

test('visitors do not find a call by its panel or its rulebook', () => {
  const data: Data<'call'> = {
    ...{ title: 'Nominations for the Golden Lamp', subject: 'award', award: 'golden-lamp' },
    ...{ eligibility: 'Anyone who works on light.', opensAt: 0, closesAt: 1 },
    ...{ panel: 'lamp-panel', rulebook: 'rules-for-lamps' },
    form: { online: true },
  }
  const { body } = searchTextOf({ kind: 'call', slug: 'lamp', data })!
  expect(body).toContain('Anyone who works on light.')
  expect(body).not.toMatch(/lamp-panel|rules-for-lamps/)
})
