import type { Outcome } from '#outcome.ts'
import { groupKeys, specification, topList, type SpecifiedItem } from './specification.ts'

/** The menu as changed by staff, and the effect of each change. Pure functions: the table stores the differences. */

export interface MenuNode extends SpecifiedItem {
  /** Added by staff. */
  extra?: true
  children?: MenuNode[]
}

/** A line of a list that differs from the specification. */
export interface MenuRow {
  list: string
  item: string
  position: number
  label: string | null
  href: string | null
}

export type MenuChange =
  | { do: 'up' | 'down' | 'remove'; item: string }
  | { do: 'rename'; item: string; label: string }
  | { do: 'add'; group: string; label: string; href: string; item: string }
  | { do: 'reset' }

export type MenuRefusal = 'not-found' | 'not-open' | 'label-taken' | 'address-taken' | 'full'

const maxExtras = 8

/** Entries of the specification without a position come last, so that a new one cannot be lost. */
export function menuOf(rows: MenuRow[]): MenuNode[] {
  return arrange(rows, topList, specification)
}

function arrange(rows: MenuRow[], list: string, items: SpecifiedItem[]): MenuNode[] {
  const own = rows.filter((row) => row.list === list)
  const placed = items.map((item, index): [number, MenuNode] => {
    const row = own.find((row) => row.item === item.key && row.href === null)
    const { children, ...rest } = item
    const node: MenuNode = {
      ...rest,
      ...(row?.label && { label: row.label }),
      ...(children && { children: arrange(rows, item.key, children) }),
    }
    return [row?.position ?? own.length + index, node]
  })
  const extras = own.flatMap(({ item, position, label, href }): [number, MenuNode][] =>
    href !== null && label !== null ? [[position, { key: item, label, href, extra: true }]] : [],
  )
  return [...placed, ...extras].toSorted(([a], [b]) => a - b).map(([, node]) => node)
}

/** The rows to store for a menu: none for a list that is as in the specification. */
export function rowsOf(menu: MenuNode[]): MenuRow[] {
  return listsOf(menu).flatMap(({ key, nodes }) => {
    const specified = specifiedLists.get(key) ?? []
    const rows = nodes.map(({ key: item, label, href, extra }, position): MenuRow => {
      const own = specified.find((one) => one.key === item)
      return {
        list: key,
        item,
        position,
        label: extra || own?.label !== label ? label : null,
        href: extra ? (href ?? null) : null,
      }
    })
    const isSpecified =
      rows.length === specified.length &&
      rows.every(({ item, label }, index) => label === null && specified[index]?.key === item)
    return isSpecified ? [] : rows
  })
}

interface List {
  key: string
  label: string
  nodes: MenuNode[]
}

/** The top level and every list below an entry. */
export function listsOf(menu: MenuNode[]): List[] {
  const below = (nodes: MenuNode[]): List[] =>
    nodes.flatMap(({ key, label, children }) =>
      children ? [{ key, label, nodes: children }, ...below(children)] : [],
    )
  return [{ key: topList, label: 'Top level', nodes: menu }, ...below(menu)]
}

const specifiedLists = new Map(listsOf(specification).map(({ key, nodes }) => [key, nodes]))

export function applyChange(
  menu: MenuNode[],
  change: MenuChange,
): Outcome<MenuRefusal, { menu: MenuNode[] }> {
  if (change.do === 'reset') return { ok: true, menu: specification }
  const list = listsOf(menu).find(({ key, nodes }) =>
    change.do === 'add' ? key === change.group : nodes.some((node) => node.key === change.item),
  )
  if (!list || (change.do === 'add' && !groupKeys.includes(change.group)))
    return { ok: false, reason: 'not-found' }
  const changed = changeList(list, change)
  if (!changed.ok) return changed
  return { ok: true, menu: withList(menu, list.key, changed.nodes) }
}

type ListOutcome = Outcome<MenuRefusal, { nodes: MenuNode[] }>

function changeList({ key, nodes }: List, change: Exclude<MenuChange, { do: 'reset' }>): ListOutcome {
  switch (change.do) {
    case 'up':
    case 'down':
      return key === topList
        ? { ok: false, reason: 'not-open' }
        : moved(nodes, change.item, change.do === 'up' ? -1 : 1)
    case 'rename':
      return hasLabel(nodes, change.label, change.item)
        ? { ok: false, reason: 'label-taken' }
        : { ok: true, nodes: nodes.map((node) => renamed(node, change)) }
    case 'add':
      return added(nodes, change)
    case 'remove':
      return nodes.some((node) => node.key === change.item && node.extra)
        ? { ok: true, nodes: nodes.filter((node) => node.key !== change.item) }
        : { ok: false, reason: 'not-open' }
  }
}

function moved(nodes: MenuNode[], item: string, by: 1 | -1): ListOutcome {
  const from = nodes.findIndex((node) => node.key === item)
  const to = from + by
  const [node, other] = [nodes[from], nodes[to]]
  if (!node || !other) return { ok: false, reason: 'not-open' }
  return { ok: true, nodes: nodes.with(from, other).with(to, node) }
}

function renamed(node: MenuNode, { item, label }: { item: string; label: string }): MenuNode {
  return node.key === item ? { ...node, label } : node
}

function added(nodes: MenuNode[], { label, href, item }: Extract<MenuChange, { do: 'add' }>): ListOutcome {
  if (hasLabel(nodes, label)) return { ok: false, reason: 'label-taken' }
  if (nodes.some((node) => node.href === href)) return { ok: false, reason: 'address-taken' }
  if (nodes.filter(({ extra }) => extra).length >= maxExtras) return { ok: false, reason: 'full' }
  return { ok: true, nodes: [...nodes, { key: item, label, href, extra: true }] }
}

/** Two entries of one list must have different labels. */
function hasLabel(nodes: MenuNode[], label: string, except?: string) {
  return nodes.some((node) => node.key !== except && node.label.toLowerCase() === label.toLowerCase())
}

function withList(menu: MenuNode[], key: string, nodes: MenuNode[]): MenuNode[] {
  if (key === topList) return nodes
  return menu.map((node) => {
    if (!node.children) return node
    return { ...node, children: node.key === key ? nodes : withList(node.children, key, nodes) }
  })
}
