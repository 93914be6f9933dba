import { matchRoutes, type RouteObject } from 'react-router'
import routes from '#routes.ts'
import { isFull } from '#test/harness/scale.ts'

/** Pages of one route are made alike, so the short run takes a few addresses of each. */

export function fewOfEach(addresses: string[], most: number): string[] {
  return addresses.filter(takesFewOfEach(most))
}

/** For a walk that does not know all addresses beforehand: whether to visit the next one. */
export function takesFewOfEach(most: number): (address: string) => boolean {
  const taken = new Map<string, number>()
  return (address) => {
    const route = routeOf(address)
    taken.set(route, (taken.get(route) ?? 0) + 1)
    return isFull || taken.get(route)! <= most
  }
}

function routeOf(address: string): string {
  const id = matchRoutes(routes as RouteObject[], address.replace(/\?.*/, ''))?.at(-1)?.route.id
  if (id === undefined) throw new Error(`No route answers ${address}`)
  return id
}
