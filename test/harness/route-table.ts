import { findAddresses } from '#test/makers/route-addresses.ts'
import type { Site } from '#site.ts'

/** The routes as the running router knows them, each with an existing address. */

export interface AddressedRoute {
  id: string
  /** Such as /awards/:slug. */
  pattern: string
  path: string
  hasAction: boolean
  isLayout: boolean
}

type RouteTable = Site['routes']
type Route = NonNullable<RouteTable[string]>

export async function listAddressed(site: Site, staffId: string): Promise<AddressedRoute[]> {
  const parts = await findAddresses(site, staffId)
  const routes = Object.values(site.routes).filter((route) => route !== undefined)
  const addressed = routes.filter(({ path, index }) => Boolean(path) || index === true)
  const layouts = routes.filter((route) => !addressed.includes(route) && route.module.loader)
  return [...addressed, ...layouts].map((route) => {
    const isLayout = layouts.includes(route)
    const shown = isLayout ? (addressed.find((one) => isUnder(site.routes, one, route.id)) ?? route) : route
    const pattern = patternOf(site.routes, shown)
    const hasAction = route.module.action !== undefined
    return { id: route.id, pattern, path: parts[pattern] ?? pattern, hasAction, isLayout }
  })
}

function isUnder(routes: RouteTable, { parentId }: Route, id: string): boolean {
  const parent = parentId === undefined ? undefined : routes[parentId]
  return parent !== undefined && (parent.id === id || isUnder(routes, parent, id))
}

function patternOf(routes: RouteTable, route: Route): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  const above = parent ? patternOf(routes, parent) : '/'
  return route.path ? `${above === '/' ? '' : above}/${route.path}` : above
}
