import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { compareVersions } from '#features/content/text/compare.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { ConflictView } from './conflict-view.tsx'
import type { DraftConflict } from './send.ts'

const conflictOf = (
  kind: Kind,
  mine: Draft,
  theirs: Draft,
  more: Partial<DraftConflict> = {},
): DraftConflict => ({
  ...{ version: 3, by: 'Asha Iyer', at: Date.UTC(2026, 10, 16, 5, 55), base: {}, theirs },
  ...{ differences: compareVersions(kind, mine, theirs), ...more },
})
const draw = (conflict: DraftConflict) =>
  renderToStaticMarkup(<ConflictView conflict={conflict} onBack={() => {}} onTake={() => {}} />)

const mine = { title: 'Lamp', summary: 'For less darkness.', prize: 'Silver' }
const theirs = { title: 'Lamp', summary: 'For more light.', prize: 'Gold' }

test('of two texts that are both new, no word is shown as deleted and none is preselected', () => {
  const page = draw(conflictOf('award', mine, theirs))

  expect(page).not.toMatch(/<(del|ins|s)\b/)
  expect(page).not.toContain('checked')
  expect(page.match(/Keep my text/g)).toHaveLength(2)
  expect(page.match(/Keep Asha Iyer’s text/g)).toHaveLength(2)
})

test('two texts can both be kept, two lines cannot', () => {
  const page = draw(conflictOf('award', mine, theirs))

  expect(page.match(/name="keep-summary"/g)).toHaveLength(3)
  expect(page.match(/name="keep-prize"/g)).toHaveLength(2)
})

test('it says who saved when, what both changed and what is included without a question', () => {
  const page = draw(conflictOf('award', mine, theirs, { taken: ['Short title', 'Subjects'] }))
  const words = page.replaceAll(/<[^>]+>/g, '')

  expect(words).toContain('Asha Iyer saved version 3 while you were writing')
  expect(words).toContain('You and Asha Iyer both changed Summary and Prize.')
  expect(words).toContain('11:25\u00a0IST')
  expect(words).toContain('Asha Iyer also changed Short title and Subjects. These changes are included.')
})

test('a conflict about a link alone shows both targets', () => {
  const purpose = (href: string): Draft => ({
    purpose: {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }],
        },
      ],
    },
  })
  const words = draw(conflictOf('award', purpose('/a'), purpose('/b'))).replaceAll(/<[^>]+>/g, '')

  expect(words).toContain('here (link to /a)')
  expect(words).toContain('here (link to /b)')
})

test('two texts of one person name nobody else', () => {
  const { version: _, ...own } = conflictOf('award', mine, theirs, { by: null })
  const words = draw(own).replaceAll(/<[^>]+>/g, '')

  expect(words).toContain(
    'You typed a different text in another tab or on another device: Summary and Prize.',
  )
  expect(words).toContain('Keep the other text')
  expect(words).not.toContain('Somebody')
})
