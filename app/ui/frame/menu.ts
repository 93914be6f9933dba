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
