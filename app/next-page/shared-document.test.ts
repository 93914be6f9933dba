import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMemoryRouter } from 'react-router'
import { pagesOfOneDocument, routesOfNext } from './shared-document.ts'

const frame = 'routes/staff/shared/frame'

test('pages that share a document have the same policy and no script of their own', () => {
  const others = [...pagesOfOneDocument].filter((id) => {
    const source = readFileSync(`app/${id}.tsx`, 'utf8')
    return /export const handle\b/.test(source)
  })

  expect(pagesOfOneDocument.size).toBeGreaterThan(20)
  expect(others).toEqual([])
})

test('a link opens in place between two such pages, and nowhere else', async () => {
  const router = createMemoryRouter(
    [
      { id: 'routes/site/pages/news-list', path: '/news' },
      {
        id: frame,
        children: [
          { id: 'routes/staff/people/people', path: '/editor/people' },
          { id: 'routes/staff/people/person', path: '/editor/people/:id' },
          { id: 'routes/staff/people/people-export', path: '/editor/people/export' },
          { id: 'routes/staff/content/entry-page', path: '/editor/entries/:id' },
        ],
      },
    ],
    { initialEntries: ['/editor/people'] },
  )
  const opens = (path: string) => routesOfNext(router, new URL(path, 'https://iaps.example'))

  expect(opens('/editor/people/7')).toEqual([frame, 'routes/staff/people/person'])
  expect(opens('/editor/people?page=2')).toEqual([frame, 'routes/staff/people/people'])
  for (const path of [
    '/editor/people',
    '/editor/people?page=2#rows',
    '/editor/people/export',
    '/news',
    '/none',
  ])
    expect(opens(path)).toBeUndefined()
  await router.navigate('/editor/entries/7')
  expect(opens('/editor/people')).toBeUndefined()
})
