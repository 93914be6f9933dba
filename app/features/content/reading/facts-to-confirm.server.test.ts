import { expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { listFactsToConfirm } from './facts-to-confirm.server.ts'

test('facts with a question or an uncertain source are to be confirmed, others are not', async ({ db }) => {
  const make = (slug: string, source: { confidence: 'high' | 'medium'; toConfirm?: string }) => {
    const data = { title: slug, summary: 'Says "toConfirm":"x".', publishedOn: '1995-01-02' }
    return publishEntry(
      db,
      { kind: 'news', slug, data: { ...data, source: { note: 'A letter.', ...source } } },
      monday,
    )
  }
  await make('certain', { confidence: 'high' })
  await make('asked', { confidence: 'high', toConfirm: 'Who receives it?' })
  await make('from-the-press', { confidence: 'medium' })

  expect((await listFactsToConfirm(db)).map(({ title, question }) => [title, question])).toEqual([
    ['asked', 'Who receives it?'],
    ['from-the-press', undefined],
  ])
})
