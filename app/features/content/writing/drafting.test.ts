import { expect, test } from 'vitest'
import { noRevision } from '#features/content/entry/typed.ts'
import { afterChoice, afterMoved, afterTyping, openDraft } from './drafting.ts'

test('a choice between two texts is not undone by an older copy that arrives later', () => {
  const opened = { title: 'Lamp', summary: 'For light.', prize: 'A lamp' }
  const theirs = { title: 'Lamp', summary: 'For more light.', prize: 'A golden lamp' }
  const typed = { ...opened, summary: 'For less darkness.' }
  const copy = { revision: noRevision, base: 2, values: opened, conflicts: [] }
  const draft = afterTyping(openDraft('award', 2, opened, copy), typed, 1)

  const chosen = afterChoice(
    draft,
    { version: 3, by: 'Asha Iyer', base: opened, theirs, differences: [] },
    { summary: 'mine' },
    2,
  )
  const later = afterMoved(chosen, { ...copy, revision: 'a', values: typed })

  expect(later.values).toEqual({ title: 'Lamp', summary: 'For less darkness.', prize: 'A golden lamp' })
  expect(later.base).toBe(3)
})
