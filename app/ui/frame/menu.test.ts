import { expect, test } from 'vitest'
import {
  forSmallScreens,
  holdsCurrent,
  isCurrent,
  ariaCurrentOf,
  nearestHref,
  type MenuItem,
} from './menu.ts'

const fellowship: MenuItem = {
  label: 'Fellowship',
  children: [
    { label: 'Fellowship', href: '/fellowship' },
    {
      label: 'Nomination Forms',
      children: [{ label: 'Fellow', href: '/fellowship/fellow-nomination-form' }],
    },
  ],
}
const gallery: MenuItem = { label: 'Gallery', href: '/gallery' }

test('an entry is current on its own address, with or without a trailing slash', () => {
  expect(isCurrent(gallery, '/gallery')).toBe(true)
  expect(isCurrent(gallery, '/gallery/')).toBe(true)
  expect(isCurrent(gallery, '/gallery/2018')).toBe(false)
})

test('a group contains the pages of its entries, however deep', () => {
  expect(holdsCurrent(fellowship, '/fellowship/fellow-nomination-form')).toBe(true)
  expect(holdsCurrent(fellowship, '/gallery')).toBe(false)
})

test('an entry contains the addresses below it, but home does not contain the whole site', () => {
  expect(holdsCurrent(gallery, '/gallery/2018')).toBe(true)
  expect(holdsCurrent(gallery, '/gallery-of-rogues')).toBe(false)
  expect(holdsCurrent({ label: 'Home', href: '/' }, '/gallery')).toBe(false)
})

test('entries for wide screens are absent on small ones', () => {
  const awards: MenuItem = {
    label: 'Awards',
    children: [
      { label: 'One', href: '/1', desktopOnly: true },
      { label: 'Two', href: '/2' },
    ],
  }
  expect(forSmallScreens([awards])[0]?.children).toEqual([{ label: 'Two', href: '/2' }])
})

test('a group contains the pages of its section, though no entry names them', () => {
  const awards: MenuItem = { label: 'Awards', under: '/awards', children: [] }

  expect(holdsCurrent(awards, '/awards')).toBe(true)
  expect(holdsCurrent(awards, '/awards/young-scientist-award')).toBe(true)
  expect(holdsCurrent(awards, '/awardsmanship')).toBe(false)
})

test('only the page itself is marked as the page, and a page above it only if it stands for it', () => {
  const menu = [fellowship, gallery]
  const marksOn = (path: string) => {
    const nearest = nearestHref(menu, path)
    const [front, forms] = fellowship.children ?? []
    return [front, forms?.children?.[0], gallery].map((item) => item && ariaCurrentOf(item, nearest, path))
  }

  expect(marksOn('/fellowship/fellow-nomination-form')).toEqual([undefined, 'page', undefined])
  expect(marksOn('/fellowship/')).toEqual(['page', undefined, undefined])
  expect(marksOn('/fellowship/fellows/7')).toEqual(['true', undefined, undefined])
  expect(marksOn('/gallery/2018')).toEqual([undefined, undefined, 'true'])
  expect(marksOn('/contact-us')).toEqual([undefined, undefined, undefined])
})
