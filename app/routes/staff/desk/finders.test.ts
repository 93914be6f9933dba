import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the palette finds what every feature offers to find', () => {
  const offered = globSync('app/features/*/search.server.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/export (?:async )?function (find\w+)/g)].map(
      ([, name = '']) => name,
    ),
  )
  const list = readFileSync('app/routes/staff/desk/finders.server.ts', 'utf8')

  expect(offered.length).toBeGreaterThan(5)
  expect(offered.filter((name) => !list.includes(`=> ${name}(db,`))).toEqual([])
})

test('the index is rebuilt with what every feature offers to index', () => {
  const offered = globSync('app/features/*/search.server.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/export (?:async )?function (index\w+)/g)].map(
      ([, name = '']) => name,
    ),
  )
  const [, list = ''] =
    /indexers = \[(.*)\]/.exec(readFileSync('app/features/search/rebuild.server.ts', 'utf8')) ?? []

  expect(offered.length).toBeGreaterThan(1)
  expect(list.split(', ').toSorted()).toEqual(offered.toSorted())
})
