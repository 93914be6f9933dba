import { addresses } from '#routes.ts'
import { listAddresses } from './address.ts'
import { open, type Line, type Visitor } from './who.ts'

/**
 * Who may read and who may act at every address, as `routes.ts` declares it. Nothing else decides it: every loader and
 * action checks, and a name without a line is refused and fails the tests.
 */

const root = { id: 'root', name: 'root', file: 'root.tsx', who: open } as const
const declared = [root, ...listAddresses(addresses)]

/** By the id of the route. */
export const policy: Record<string, Line> = Object.fromEntries(declared.map(({ id, who }) => [id, who]))

/** By the id, and by the file, which may serve several addresses. */
const policyLines = new Map<string, Line>(
  declared.flatMap(({ id, name, who }) => [
    [name, who],
    [id, who],
  ]),
)

export function mayRead(route: string, visitors: readonly Visitor[]): boolean {
  const read = policyLines.get(route)?.read ?? []
  return visitors.some((visitor) => read.includes(visitor))
}

export function mayAct(route: string, visitors: readonly Visitor[]): boolean {
  const act = policyLines.get(route)?.act ?? []
  return visitors.some((visitor) => act.includes(visitor))
}

/** Whether the route is for people of the office, whatever their role. */
export function isCasework(route: string): boolean {
  return policyLines.get(route)?.read.includes('office') ?? false
}

type Within<Address> = Address extends { children: readonly (infer Child)[] }
  ? Address | Within<Child>
  : Address
type Declared = typeof root | Within<(typeof addresses)[number]>

export type RouteName = Declared['name']

/** Who may pass the loader or the action of a route. */
export type Passing<Name extends RouteName> = Extract<Declared, { name: Name }>['who'] extends infer Who
  ? Who extends { read: readonly (infer Reader)[]; act: readonly (infer Actor)[] }
    ? Reader | Actor
    : Who extends { read: readonly (infer Reader)[] }
      ? Reader
      : never
  : never
