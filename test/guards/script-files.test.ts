import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageStylesFile, readPageStyles } from '#server/http/page-styles.server.ts'

/** What the build makes of the pages: few files for those that hydrate, and only their own styles for the others. */

interface BuiltRoute {
  id: string
  parentId?: string
  module: string
  imports?: string[]
  css?: string[]
}

const client = 'build/client'
const assets = readdirSync(join(client, 'assets'))
const routes = readRoutes()

test('a page of the staff area loads at most twelve scripts', () => {
  const pages = Object.values(routes).filter(({ id }) => id.startsWith('routes/staff/'))
  const most = pages.map((route) => ({ id: route.id, scripts: scriptsOf(route).size }))

  expect(pages.length).toBeGreaterThan(50)
  expect(most.filter(({ scripts }) => scripts > 12)).toEqual([])
})

test('a page of the staff area loads at most eleven files and 180 KB of scripts and styles', () => {
  const pages = Object.values(routes).filter(({ id }) => id.startsWith('routes/staff/'))
  const heavy = pages
    .map((route) => ({ id: route.id, files: filesOf(route).size, kilobytes: kilobytesOf(filesOf(route)) }))
    .filter(({ files, kilobytes }) => files > 11 || kilobytes > 180)

  expect(pages.length).toBeGreaterThan(50)
  // Where entries are written, the schemas of their texts come with the page.
  expect(heavy.map(({ id }) => id)).toEqual(['routes/staff/content/entry-page'])
})

test('the editor and the formulas load only when someone writes', () => {
  const isOfStaff = (id: string) => id.startsWith('routes/staff/')
  const withFormulas = Object.values(routes)
    .filter((route) => [...scriptsOf(route)].some((script) => /document-math/.test(script)))
    .map(({ id }) => id)

  expect(withFormulas.filter(isOfStaff)).toEqual([])
  expect(withFormulas).not.toContain('routes/site/pages/search')
  expect(
    Object.values(routes)
      .flatMap(({ imports = [] }) => imports)
      .join(),
  ).not.toContain('writing-area')
})

test('a reading page has the styles of what it shows and none of the staff area', () => {
  const styles = readPageStyles(join('build', pageStylesFile))
  const home = styles(['root', 'routes/site/frame/layout', 'routes/site/pages/home'].map(moduleOf)).whole()
  const desk = styles(['root', 'routes/staff/shared/frame'].map(moduleOf)).whole()
  const rail = /\._rail_\w+/.exec(desk)?.[0] ?? 'no rail'

  expect(desk).toContain(rail)
  expect(home).toContain('@font-face')
  expect(home).not.toContain(rail)
  expect(styles([moduleOf('root'), moduleOf('root')]).whole()).toBe(styles([moduleOf('root')]).whole())
})

function readRoutes(): Record<string, BuiltRoute> {
  const name = assets.find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    routes: Record<string, BuiltRoute>
  }
  return routes
}

function routeOf(id: string): BuiltRoute {
  const route = routes[id]
  if (!route) throw new Error(`There is no route ${id}.`)
  return route
}

function moduleOf(id: string): string {
  return routeOf(id).module
}

/** Everything that a page requests besides itself and its fonts. */
function filesOf(route: BuiltRoute): Set<string> {
  const always = assets.filter((file) => /^(manifest|entry\.client)-[^.]*\.js$/.test(file))
  return new Set([...scriptsOf(route), ...stylesOf(route), ...always.map((file) => `/assets/${file}`)])
}

function stylesOf({ css = [], parentId }: BuiltRoute): string[] {
  return [...css, ...(parentId === undefined ? [] : stylesOf(routeOf(parentId)))]
}

function kilobytesOf(files: Set<string>): number {
  const bytes = [...files].map((file) => statSync(join(client, `${file}.br`)).size)
  return Math.ceil(bytes.reduce((sum, one) => sum + one, 0) / 1024)
}

/** The scripts of a page and of the frames around it. */
function scriptsOf({ module, imports = [], parentId }: BuiltRoute): Set<string> {
  const around = parentId === undefined ? [] : scriptsOf(routeOf(parentId))
  return new Set([...around, module, ...imports])
}
