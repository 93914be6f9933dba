import { addresses } from '#routes.ts'
import { listAddresses } from './address.ts'
import { open, type RouteAccess, type AccessRole } from './route-access.ts'

/**
 * Who may read and who may act at every address, as `routes.ts` declares it. Nothing else decides it: every loader and
 * action checks, and a name without an entry is refused and fails the tests.
 */

const root = { id: 'root', name: 'root', file: 'root.tsx', who: open } as const
const declared = [root, ...listAddresses(addresses)]

/** By the id of the route. */
export const policy: Record<string, RouteAccess> = Object.fromEntries(
  declared.map(({ id, who }) => [id, who]),
)

/** By the id, and by the file, which may serve several addresses. */
const accessByRoute = new Map<string, RouteAccess>(
  declared.flatMap(({ id, name, who }) => [
    [name, who],
    [id, who],
  ]),
)

export function mayRead(route: string, roles: readonly AccessRole[]): boolean {
  const read = accessByRoute.get(route)?.read ?? []
  return roles.some((role) => read.includes(role))
}

export function mayAct(route: string, roles: readonly AccessRole[]): boolean {
  const act = accessByRoute.get(route)?.act ?? []
  return roles.some((role) => act.includes(role))
}

/** Whether the route is for people of the office, whatever their role. */
export function isCasework(route: string): boolean {
  return accessByRoute.get(route)?.read.includes('office') ?? false
}

type Within<Address> = Address extends { children: readonly (infer Child)[] }
  ? Address | Within<Child>
  : Address
type Declared = typeof root | Within<(typeof addresses)[number]>

export type RouteName = Declared['name']

/** Who may pass the loader or the action of a route. */
export type AllowedRole<Name extends RouteName> = Extract<Declared, { name: Name }>['who'] extends infer Who
  ? Who extends { read: readonly (infer Reader)[]; act: readonly (infer Actor)[] }
    ? Reader | Actor
    : Who extends { read: readonly (infer Reader)[] }
      ? Reader
      : never
  : never
