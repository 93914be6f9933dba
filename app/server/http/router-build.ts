import type { ServerBuild } from 'react-router'

/** One page has one address: what is found at /iaps is not at /IAPS. */
export function withExactCase(build: ServerBuild): ServerBuild {
  const exact = Object.values(build.routes).map((route) => route && { ...route, caseSensitive: true })
  return { ...build, routes: Object.fromEntries(exact.map((route) => [route?.id, route])) }
}

/** Every address of the router, such as /awards/:slug. */
export function patternsOf(routes: ServerBuild['routes']): string[] {
  const fullPath = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return ''
    return route.path ? `${fullPath(route.parentId)}/${route.path}` : fullPath(route.parentId)
  }
  return Object.values(routes).flatMap((route) =>
    route?.path || route?.index ? [fullPath(route.id) || '/'] : [],
  )
}
