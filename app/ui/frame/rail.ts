import { holdsCurrent, isCurrent, type MenuItem } from './menu.ts'

export type RailItem = MenuItem & {
  /** Why this person may not open it; the entry is then shown without a link. */
  closed?: string | undefined
  /** How many things wait there. */
  waiting?: number | undefined
}

export type RailGroup = { label: string; items: RailItem[] }

/** The area of the page; if an area is below another one, the inner one counts. */
export function currentItem(groups: RailGroup[], path: string): RailItem | undefined {
  const items = groups.flatMap((group) => group.items)
  return items.find((item) => isCurrent(item, path)) ?? items.find((item) => holdsCurrent(item, path))
}

/** As many entries as a laptop shows below the header, with the names of all groups. */
const maxOpen = 18

/** The group of the page is open, and as many of the others as fit, the first ones first. */
export function openGroups(groups: RailGroup[], current: RailItem | undefined): Set<RailGroup> {
  const own = groups.filter(({ items }) => current && items.includes(current))
  const open = new Set(own)
  let count = own.reduce((sum, { items }) => sum + items.length, 0)
  for (const group of groups.filter((one) => !open.has(one))) {
    count += group.items.length
    if (count > maxOpen) break
    open.add(group)
  }
  return open
}

export function waitingIn({ items }: RailGroup): number {
  return items.reduce((sum, { waiting = 0 }) => sum + waiting, 0)
}
