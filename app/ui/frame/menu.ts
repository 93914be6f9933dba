/** One entry of a menu. An entry with children is a group; it may also have its own address. */
export type MenuItem = {
  label: string
  href?: string
  external?: true
  desktopOnly?: true
  /** The section of a group: pages there belong to the group, though no entry names them. */
  under?: string
  children?: MenuItem[]
}

/** An entry of the top level. */
export type MenuGroup = MenuItem

export function isCurrent(item: MenuItem, path: string) {
  return item.href !== undefined && trim(item.href) === trim(path)
}

/** Which entry of the menu is the page itself, or the nearest page above it that the menu names. */
export function nearestHref(menu: MenuItem[], path: string): string | undefined {
  const hrefs = hrefsOf(menu).filter((href) => (href === '/' ? trim(path) === '/' : isWithin(href, path)))
  return hrefs.toSorted((a, b) => b.length - a.length)[0]
}

/** For `aria-current`: `page` for the page itself, `true` for an entry above a page that the menu does not name. */
export function ariaCurrentOf(
  item: MenuItem,
  nearest: string | undefined,
  path: string,
): 'page' | 'true' | undefined {
  if (item.href === undefined || item.href !== nearest) return undefined
  return isCurrent(item, path) ? 'page' : 'true'
}

function hrefsOf(items: MenuItem[]): string[] {
  return items.flatMap(({ href, external, children }) => [
    ...(href !== undefined && !external ? [href] : []),
    ...hrefsOf(children ?? []),
  ])
}

/** Whether the page belongs to this entry: it, a child of it, or an address below it. */
export function holdsCurrent(item: MenuItem, path: string): boolean {
  if (isCurrent(item, path) || (item.under && isWithin(item.under, path))) return true
  if (item.children) return item.children.some((child) => holdsCurrent(child, path))
  return item.href !== undefined && item.href !== '/' && isWithin(item.href, path)
}

/** The menu without the entries that only wide screens show. */
export function forSmallScreens(items: MenuItem[]): MenuItem[] {
  return items
    .filter((item) => !item.desktopOnly)
    .map((item) => (item.children ? { ...item, children: forSmallScreens(item.children) } : item))
}

function isWithin(address: string, path: string) {
  return `${trim(path)}/`.startsWith(`${trim(address)}/`)
}

function trim(path: string) {
  return path.replace(/(?<=[^/])\/+$/, '')
}
