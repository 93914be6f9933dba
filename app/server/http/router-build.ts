import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/** One page has one address: what is found at /history is not at /History. */
export function withExactCase(build: ServerBuild): ServerBuild {
  const exact = Object.values(build.routes).map((route) => route && { ...route, caseSensitive: true })
  return { ...build, routes: Object.fromEntries(exact.map((route) => [route?.id, route])) }
}

/**
 * React Router tries its routes one after the other, and prepares all of them for every page. A route that begins with
 * another word than the address cannot match, so there is a handler for each first word, without the other routes.
 */
export function createRouter(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build)
  const handlers = new Map<string, RequestHandler>()
  for (const [word, part] of splitByFirstWord(build)) handlers.set(word, createRequestHandler(part))
  return (request, context) => (handlers.get(firstWordIn(request.url)) ?? whole)(request, context)
}

/** For each first word, and for the home page, the same build with only the routes that may answer. */
export function splitByFirstWord(build: ServerBuild): Map<string, ServerBuild> {
  const words = new Set(Object.keys(build.routes).map((id) => firstWordOf(build.routes, id)))
  return new Map(['', ...[...words].filter(isFixed)].map((word) => [word, withRoutesFor(build, word)]))
}

function withRoutesFor(build: ServerBuild, word: string): ServerBuild {
  const mayAnswer = (id: string) => {
    const first = firstWordOf(build.routes, id)
    return first === word || !isFixed(first)
  }
  const routes = Object.fromEntries(Object.entries(build.routes).filter(([id]) => mayAnswer(id)))
  const built = Object.entries(build.assets.routes).filter(([id]) => mayAnswer(id))
  return { ...build, routes, assets: { ...build.assets, routes: Object.fromEntries(built) } }
}

/** Not of an index page, a layout, a parameter or an address of any length. */
function isFixed(word: string): boolean {
  return word !== '' && !/^[:*]/.test(word)
}

function firstWordOf(routes: Routes, id: string): string {
  return fullPathOf(routes, id).split('/', 2)[1] ?? ''
}

/** As it is written in the address, and empty for the home page. Any other spelling is left to all routes. */
export function firstWordIn(url: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2) + 1)
  if (path.startsWith('/')) return '/'
  const [word = ''] = path.split(/[/?#]/, 1)
  return word.endsWith('.data') ? word.slice(0, -'.data'.length) : word
}

/** Every address of the router, such as /awards/:slug. */
export function patternsOf(routes: Routes): string[] {
  return Object.values(routes).flatMap((route) =>
    route?.path || route?.index ? [fullPathOf(routes, route.id) || '/'] : [],
  )
}

function fullPathOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  return route.path
    ? `${fullPathOf(routes, route.parentId)}/${route.path}`
    : fullPathOf(routes, route.parentId)
}
