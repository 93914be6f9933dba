import type { RouteConfigEntry } from '@react-router/dev/routes'
import fc from 'fast-check'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import routeConfig from '#routes.ts'
import { firstWordIn, patternsOf, splitByFirstWord } from './router-build.ts'

const build = { routes: flatten(routeConfig), assets: { routes: {} } } as ServerBuild
const parts = splitByFirstWord(build)
const patterns = patternsOf(build.routes).map((pattern) => pattern.split('/').slice(1))
const words = [...new Set(patterns.flat())]
const segment = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom('IAPS', '%69aps', 'iaps%2Fhistory', 'a.data', '_', '..', 'x y', 'é'),
)

const address = fc.oneof(
  fc.constantFrom([''], ['', 'iaps'], ['?q=iaps'], ['.data']),
  fc.constantFrom(...patterns),
  fc.array(segment, { minLength: 1, maxLength: 4 }),
  fc.tuple(fc.constantFrom(...patterns), segment).map(([pattern, last]) => [...pattern.slice(0, -1), last]),
)

test('an address leads to the same route with the routes of its first word as with all of them', () => {
  const all = treeOf(build.routes)
  let found = 0
  const property = fc.property(address, (segments) => {
    const path = `/${segments.join('/')}`
    const { routes } = parts.get(firstWordIn(`https://site.example${path}`)) ?? build
    const route = answering(all, path)
    expect(answering(treeOf(routes), path)).toBe(route)
    if (route !== 'routes/site/frame/not-found') found++
  })
  fc.assert(property, { numRuns: 300, seed: 19941204 })

  expect(found).toBeGreaterThan(20)
})

test('the first word is found in every form of an address', () => {
  const paths = [
    '/',
    '/iaps',
    '/iaps?q=/x',
    '/iaps/history',
    '/iaps.data?_routes=x',
    '/iaps/_.data',
    '//iaps',
  ]

  expect(paths.map((path) => firstWordIn(`https://site.example:8080${path}`))).toEqual([
    ...['', 'iaps', 'iaps', 'iaps', 'iaps', 'iaps', '/'],
  ])
})

test('most routes are left out', () => {
  const { routes = {} } = parts.get('iaps') ?? {}

  expect(Object.keys(routes)).toContain('reading/iaps')
  expect(Object.keys(routes).length).toBeLessThan(Object.keys(build.routes).length / 3)
})

function answering(tree: RouteObject[], path: string) {
  return matchRoutes(tree, path)?.at(-1)?.route.id
}

function flatten(entries: RouteConfigEntry[], parentId?: string): ServerBuild['routes'] {
  return Object.fromEntries(
    entries.flatMap(({ id = '', path, index, children = [] }) => [
      [id, { id, path, index, parentId, caseSensitive: true }],
      ...Object.entries(flatten(children, id)),
    ]),
  ) as ServerBuild['routes']
}

function treeOf(routes: ServerBuild['routes'], parent?: string): RouteObject[] {
  const own = Object.values(routes).flatMap((route) => (route && route.parentId === parent ? [route] : []))
  return own.map(({ id, path, index, caseSensitive }) => {
    const children = treeOf(routes, id)
    return { id, path, caseSensitive, ...(index ? { index } : { children }) } as RouteObject
  })
}
