import { describe, expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { test } from '#test/harness/ask.ts'
import { monday } from '#test/harness/db.ts'
import * as socialPreview from './social-preview.ts'

const conference = { title: 'Optics & light', series: 'coniaps', scope: 'international', year: 2026 } as const

describe('social previews', () => {
  test('are drawn for pages, lists and entries, and change with their words', async ({ db, ask }) => {
    await publishEntry(db, { kind: 'conference', slug: 'optics', data: conference }, monday)
    const marks = new Set<string | null>()

    for (const path of [
      'index',
      'awards',
      'gallery',
      'conferences/optics',
      'conferences/international',
      'news',
    ]) {
      const response = await ask(socialPreview, `/preview/${path}.png`, { '*': `${path}.png` })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
      marks.add(response.headers.get('etag'))
    }

    expect(marks.size).toBe(6)
    const headers = { 'if-none-match': [...marks][0]! }
    expect((await ask(socialPreview, '/', { '*': 'index.png' }, { headers })).status).toBe(304)
  })

  test('do not exist for what is not a page', async ({ db, ask }) => {
    await publishEntry(
      db,
      { kind: 'page', slug: 'constitution', data: { title: 'Constitution', sections: [] } },
      monday,
    )

    for (const path of [
      'constitution',
      'conferences/none',
      'iaps/constitution/more',
      'gallery/a/b/c',
      'index/',
      '.',
      '',
    ])
      expect((await ask(socialPreview, '/', { '*': `${path}.png` })).status).toBe(404)
    expect((await ask(socialPreview, '/', { '*': 'iaps/constitution' })).status).toBe(404)
    expect((await ask(socialPreview, '/', { '*': 'iaps/constitution.png' })).status).toBe(200)
  })
})
