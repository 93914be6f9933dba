import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { RouteAccess } from './route-access.ts'

/** How an address is declared: its path, the file that answers, and who may read and act there. */

export interface Address {
  /** The id of the route. If one file serves several addresses, each has its own. */
  id: string
  /** The file without its extension, by which its loader and action check who may pass. */
  name: string
  file: string
  who: RouteAccess
  path?: string
  index?: true
  children?: readonly Address[]
}

type NameOf<File extends string> = File extends `${infer Name}.tsx`
  ? Name
  : File extends `${infer Name}.ts`
    ? Name
    : never

export function route<const File extends string, Who extends RouteAccess>(
  path: string,
  file: File,
  who: Who,
  id?: string,
) {
  const name = nameOf(file)
  return { id: id ?? name, name, file, who, path }
}

export function index<const File extends string, Who extends RouteAccess>(file: File, who: Who) {
  const name = nameOf(file)
  return { id: name as string, name, file, who, index: true as const }
}

export function layout<
  const File extends string,
  Who extends RouteAccess,
  const Children extends readonly Address[],
>(file: File, who: Who, children: Children) {
  const name = nameOf(file)
  return { id: name as string, name, file, who, children }
}

function nameOf<File extends string>(file: File): NameOf<File> {
  return file.replace(/\.tsx?$/, '') as NameOf<File>
}

/** The route configuration for the router. */
export function toRouteConfig(addresses: readonly Address[]): RouteConfigEntry[] {
  return addresses.map(({ name: _name, who: _who, children, ...entry }) => ({
    ...entry,
    ...(children && { children: toRouteConfig(children) }),
  }))
}

/** Each address and those within it. */
export function listAddresses(addresses: readonly Address[]): Address[] {
  return addresses.flatMap((address) => [address, ...listAddresses(address.children ?? [])])
}
