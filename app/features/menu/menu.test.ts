import { expect, test } from 'vitest'
import { applyChange, listsOf, menuOf, rowsOf, type MenuChange, type MenuNode } from './menu.ts'
import { groupKeys, specification } from './specification.ts'

test('without changes the menu is the specification’s, and nothing is stored', () => {
  expect(menuOf([])).toEqual(specification)
  expect(rowsOf(specification)).toEqual([])
  expect(groupKeys).toEqual(['about', 'fellowship', 'awards', 'conferences', 'membership', 'activities'])
})

test('entries move within their list and are read from the rows in that order', () => {
  const menu = after(
    { do: 'down', item: '/iaps' },
    { do: 'rename', item: '/iaps', label: 'The Academy' },
    { do: 'add', group: 'about', label: 'News', href: '/news', item: 'x1' },
    { do: 'up', item: 'x1' },
    { do: 'rename', item: '/newsletter', label: 'Letters' },
    { do: 'up', item: '/conferences/other-iaps-conference/national' },
  )

  expect(labelsIn(menu, 'about')).toEqual([
    'Aims & Objective of IAPS',
    'The Academy',
    'Constitution',
    'News',
    'Executive Council',
  ])
  expect(labelsIn(menu, 'other-iaps-conference')).toEqual(['National', 'International'])
  expect(menuOf(rowsOf(menu))).toEqual(menu)
  expect(rowsOf(menu).filter(({ list }) => list === 'awards')).toEqual([])
})

test('moving back, renaming back and removing leave nothing behind', () => {
  const menu = after(
    { do: 'down', item: '/iaps' },
    { do: 'up', item: '/iaps' },
    { do: 'rename', item: '/archive', label: 'Old things' },
    { do: 'rename', item: '/archive', label: 'Archive' },
    { do: 'add', group: 'awards', label: 'News', href: '/news', item: 'x1' },
    { do: 'remove', item: 'x1' },
  )

  expect(rowsOf(menu)).toEqual([])
  expect(rowsOf(after({ do: 'down', item: '/iaps' }, { do: 'reset' }))).toEqual([])
})

test('an entry that the specification gains later comes last in a list that staff have ordered', () => {
  const rows = rowsOf(after({ do: 'down', item: '/iaps' })).filter(
    ({ item }) => item !== '/iaps/constitution',
  )

  expect(labelsIn(menuOf(rows), 'about').at(-1)).toBe('Constitution')
})

test.for([
  [{ do: 'up', item: '/iaps' }, 'not-open'],
  [{ do: 'down', item: '/iaps/executive-council' }, 'not-open'],
  [{ do: 'down', item: '/' }, 'not-open'],
  [{ do: 'remove', item: '/iaps' }, 'not-open'],
  [{ do: 'remove', item: 'about' }, 'not-open'],
  [{ do: 'up', item: '/none' }, 'not-found'],
  [{ do: 'add', group: 'top', label: 'A', href: '/news', item: 'x' }, 'not-found'],
  [{ do: 'add', group: 'nomination-forms', label: 'A', href: '/news', item: 'x' }, 'not-found'],
  [{ do: 'add', group: '__proto__', label: 'A', href: '/news', item: 'x' }, 'not-found'],
  [{ do: 'add', group: 'about', label: 'iaps', href: '/news', item: 'x' }, 'label-taken'],
  [{ do: 'add', group: 'about', label: 'A', href: '/iaps', item: 'x' }, 'address-taken'],
  [{ do: 'rename', item: '/iaps', label: 'constitution' }, 'label-taken'],
] as [MenuChange, string][])('%o is refused: %s', ([change, reason]) => {
  expect(applyChange(specification, change)).toEqual({ ok: false, reason })
})

test('a group has room for eight staff entries and no more', () => {
  const adds = Array.from({ length: 8 }, (_, index): MenuChange => {
    const name = `x${index}`
    return { do: 'add', group: 'about', label: name, href: `/pages/${name}`, item: name }
  })
  const ninth = { do: 'add', group: 'about', label: 'y', href: '/news', item: 'y' } as const

  expect(applyChange(after(...adds), ninth)).toEqual({ ok: false, reason: 'full' })
})

function after(...changes: MenuChange[]): MenuNode[] {
  return changes.reduce((menu, change) => {
    const changed = applyChange(menu, change)
    if (!changed.ok) throw new Error(`${change.do}: ${changed.reason}`)
    return changed.menu
  }, menuOf([]))
}

function labelsIn(menu: MenuNode[], list: string) {
  return listsOf(menu)
    .find(({ key }) => key === list)!
    .nodes.map(({ label }) => label)
}
