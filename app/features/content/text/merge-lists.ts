import { diffArrays } from 'diff'

/** How list items are identified, and what to do if both sides changed the same one. */
export interface ListRules<Item> {
  key: (item: Item) => string
  /** Merges one item that both sides changed; undefined if they contradict each other. */
  mergeItem: (base: Item, mine: Item, theirs: Item, atConflict: AtConflict) => Item | undefined
  /** The identity of an item in a list where each occurs once; undefined if it may repeat. */
  identity?: (item: Item) => string | undefined
}

/** What to do with a position that both sides changed differently: no result, or both texts one after the other. */
export type AtConflict = 'give-up' | 'both'

/**
 * Three-way merge of a list: what one side added, changed or removed is applied to the other side's result. Undefined
 * if both changed the same position differently, or if both moved or removed the same item.
 */
export function mergeLists<Item>(
  base: Item[],
  mine: Item[],
  theirs: Item[],
  rules: ListRules<Item>,
  atConflict: AtConflict,
): Item[] | undefined {
  // Without a common origin, what both have serves as one, so that nothing is duplicated.
  if (atConflict === 'both' && base.length === 0) {
    const origin = common(mine, theirs, rules)
    if (origin.length > 0) return mergeLists(origin, mine, theirs, rules, atConflict)
  }
  const myHunks = hunksOf(base, mine, rules)
  const theirHunks = hunksOf(base, theirs, rules)
  if (!myHunks || !theirHunks) return atConflict === 'both' ? [...mine, ...theirs] : undefined
  const merged: Item[] = []
  let end = 0
  for (const region of regionsOf(myHunks, theirHunks)) {
    merged.push(...base.slice(end, region.from))
    end = region.to
    const settled = mergeRegion(base, region, rules, atConflict)
    if (!settled) return undefined
    merged.push(...settled)
  }
  merged.push(...base.slice(end))
  return atConflict === 'both' || isPlausible(merged, [base, mine, theirs], rules) ? merged : undefined
}

/** The items from `from` to before `to` were replaced by these. */
interface Hunk<Item> {
  from: number
  to: number
  items: Item[]
}

/** Beyond this many changes in one list, finding them would take too long. */
const maxChanges = 1000

function hunksOf<Item>(base: Item[], side: Item[], { key }: ListRules<Item>): Hunk<Item>[] | undefined {
  const parts = diffArrays(base.map(key), side.map(key), { maxEditLength: maxChanges })
  if (!parts) return undefined
  const hunks: Hunk<Item>[] = []
  let [at, sideAt] = [0, 0]
  let isOpen = false
  for (const { added, removed, count } of parts) {
    const from = at
    const items = removed ? [] : side.slice(sideAt, sideAt + count)
    if (!added) at += count
    if (!removed) sideAt += count
    const last = hunks.at(-1)
    if (!added && !removed) isOpen = false
    else if (isOpen && last) {
      last.to = at
      last.items.push(...items)
    } else {
      hunks.push({ from, to: at, items })
      isOpen = true
    }
  }
  return hunks.flatMap(oneByOne)
}

/** Items replaced by as many others are taken as pairs, so that neighbours can change independently. */
function oneByOne<Item>(hunk: Hunk<Item>): Hunk<Item>[] {
  const { from, to, items } = hunk
  if (items.length !== to - from) return [hunk]
  return items.map((item, index) => ({ from: from + index, to: from + index + 1, items: [item] }))
}

interface Region<Item> {
  from: number
  to: number
  mine: Hunk<Item>[]
  theirs: Hunk<Item>[]
}

/** What both sides changed, in the order of the base; adjacent changes form one region. */
function regionsOf<Item>(mine: Hunk<Item>[], theirs: Hunk<Item>[]): Region<Item>[] {
  const all = [
    ...mine.map((hunk) => ({ ...hunk, mine: [hunk], theirs: [] as Hunk<Item>[] })),
    ...theirs.map((hunk) => ({ ...hunk, mine: [] as Hunk<Item>[], theirs: [hunk] })),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to)
  const regions: Region<Item>[] = []
  for (const next of all) {
    const last = regions.at(-1)
    if (last && meet(last, next)) {
      last.to = Math.max(last.to, next.to)
      last.mine.push(...next.mine)
      last.theirs.push(...next.theirs)
    } else regions.push({ from: next.from, to: next.to, mine: next.mine, theirs: next.theirs })
  }
  return regions
}

/** Overlapping changes meet, and so do two that both add something at the border between them. */
function meet<Item>(one: Region<Item>, next: Region<Item>): boolean {
  return next.from < one.to || (next.from === one.to && addsItems(one) && addsItems(next))
}

function addsItems<Item>({ mine, theirs }: Region<Item>) {
  return [...mine, ...theirs].some(({ from, to, items }) => items.length > to - from)
}

function mergeRegion<Item>(
  base: Item[],
  region: Region<Item>,
  rules: ListRules<Item>,
  atConflict: AtConflict,
): Item[] | undefined {
  const mine = sideOf(base, region, region.mine)
  const theirs = sideOf(base, region, region.theirs)
  if (region.theirs.length === 0 || areSame(mine, theirs, rules)) return mine
  if (region.mine.length === 0) return theirs
  const [item, myItem, theirItem] = [base[region.from], mine[0], theirs[0]]
  const isOne = region.to - region.from === 1 && mine.length === 1 && theirs.length === 1
  if (isOne && item !== undefined && myItem !== undefined && theirItem !== undefined) {
    const merged = rules.mergeItem(item, myItem, theirItem, atConflict)
    if (merged !== undefined) return [merged]
  }
  return atConflict === 'both' ? [...mine, ...theirs] : undefined
}

/** One side's version of a region. */
function sideOf<Item>(base: Item[], { from, to }: Region<Item>, hunks: Hunk<Item>[]): Item[] {
  let at = from
  const items = hunks.flatMap((hunk) => {
    const before = base.slice(at, hunk.from)
    at = hunk.to
    return [...before, ...hunk.items]
  })
  return [...items, ...base.slice(at, to)]
}

function common<Item>(mine: Item[], theirs: Item[], rules: ListRules<Item>): Item[] {
  const hunks = hunksOf(mine, theirs, rules) ?? [{ from: 0, to: mine.length, items: [] }]
  const isChanged = (index: number) => hunks.some(({ from, to }) => index >= from && index < to)
  return mine.filter((_, index) => !isChanged(index))
}

function areSame<Item>(one: Item[], other: Item[], { key }: ListRules<Item>) {
  return one.length === other.length && one.every((item, index) => key(item) === key(other[index]!))
}

/**
 * If both moved an item to different positions it must not be in both, and what one side removed must not return
 * because the other moved it. An item that was merged from two is in none of the three lists.
 */
function isPlausible<Item>(
  merged: Item[],
  [base, mine, theirs]: [Item[], Item[], Item[]],
  { key, identity }: ListRules<Item>,
) {
  const [was, my, their] = [base, mine, theirs].map((list) => countBy(list, identity ?? key))
  return [...countBy(merged, identity ?? key)].every(([name, count]) => {
    const [before, inMine, inTheirs] = [was, my, their].map((counts) => counts?.get(name) ?? 0) as [
      number,
      number,
      number,
    ]
    if (before + inMine + inTheirs === 0) return count === 1
    return count <= Math.min(Math.max(inMine, inTheirs), inMine + inTheirs - before)
  })
}

function countBy<Item>(items: Item[], name: (item: Item) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  for (const called of items.map(name))
    if (called !== undefined) counts.set(called, (counts.get(called) ?? 0) + 1)
  return counts
}
