import { expect, test } from 'vitest'
import { pathOnSite } from './own-addresses.ts'

const site = 'https://www.academy.example'

test.each([
  ['https://www.academy.example/news?page=2#end', '/news?page=2#end'],
  ['https://academy.example/news', '/news'],
  ['http://academy.example', '/'],
  ['HTTPS://WWW.Academy.Example:443/news', '/news'],
  ['https://academy.example/a/../news', '/news'],
  ['https://academy.example:8443/news', undefined],
  ['https://academy.example.evil.example/news', undefined],
  ['https://notacademy.example/news', undefined],
  ['https://www.www.academy.example/news', undefined],
  ['https://academy.example@evil.example/news', undefined],
  ['https://me@academy.example/news', undefined],
  ['https://evil.example/https://academy.example/', undefined],
  ['https://evil.example?https://academy.example', undefined],
  ['https://academy.example//evil.example', undefined],
  ['https://academy.example./news', undefined],
  ['ftp://academy.example/news', undefined],
  ['//academy.example/news', undefined],
  ['https://', undefined],
  ['/news', undefined],
])('%s leads on this site to %s', (address, path) => expect(pathOnSite(address, site)).toBe(path))

test('a non-default port must be the same, and the protocol with it', () => {
  const here = 'http://localhost:3000'
  expect(pathOnSite('http://localhost:3000/news', here)).toBe('/news')
  expect(pathOnSite('https://localhost:3000/news', here)).toBeUndefined()
  expect(pathOnSite('http://localhost/news', here)).toBeUndefined()
})

test('a very long address is checked quickly', () => {
  expect(pathOnSite(`https://${'www.'.repeat(100_000)}academy.example`, site)).toBeUndefined()
  expect(pathOnSite(`https://academy.example/${'a/'.repeat(100_000)}`, site)).toHaveLength(200_001)
})
