import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { compareVersions } from '#features/content/compare.ts'
import { ConflictView } from './conflict-view.tsx'

const mine = { title: 'Lamp', summary: 'For less darkness.' }
const theirs = { title: 'Lamp', summary: 'For more light.', prize: 'Gold' }

test('of two texts that are both new, no word is shown as deleted', () => {
  const conflict = {
    version: 3,
    by: 'Asha Iyer',
    theirs,
    differences: compareVersions('award', mine, theirs),
  }
  const page = renderToStaticMarkup(<ConflictView conflict={conflict} onBack={() => {}} onTake={() => {}} />)

  expect(page).not.toMatch(/<(del|ins|s)\b/)
  expect(page).toContain('words that only your text has')
  expect(page).toContain('words that only the text of Asha Iyer has')
  expect(page).toContain('This saves your wording of all fields above.')
  expect(page.match(/Keep mine/g)).toHaveLength(2)
})
