import { expect, test } from 'vitest'
import { namesIn, readSheet, writeUsed } from './used-styles.server.ts'

const html = '<!DOCTYPE html><html class=""><body><main class="page wide"><p>light</p></main></body></html>'
const prune = (...sheets: string[]) => writeUsed(sheets.map(readSheet), namesIn(html))

test('a rule for a class or an element that the page has stays', () => {
  const css = '.page{color:red}p{margin:0}main>p{margin:1px}.page.wide p:first-child{top:0}'
  expect(prune(css)).toBe(css)
})

test('a rule for what the page does not have is left out', () => {
  expect(
    prune('.page{color:red}.rail{color:red}.page .rail{color:red}table{margin:0}.page>ul li{top:0}'),
  ).toBe('.page{color:red}')
})

test('of several selectors only those that can match stay', () => {
  expect(prune('.rail,.page,table{color:red}')).toBe('.page{color:red}')
})

test('what is in brackets decides nothing', () => {
  const css = ':is(.rail,.page) p{top:0}main:not(.rail){top:0}[data-rail]{top:0}:root:has(.rail){top:0}'
  expect(prune(css)).toBe(css)
})

test('groups without rules are left out, but layers keep their rank', () => {
  expect(prune('@layer a{.rail{top:0}}@media (width>9px){.rail{top:0}}@layer b{.page{top:0}}')).toBe(
    '@layer a{}@layer b{.page{top:0}}',
  )
})

test('an empty layer whose rank is known is left out', () => {
  expect(prune('@layer b,a;@layer a{.rail{top:0}}@layer b{.page{top:0}}@layer b{.rail{top:0}}')).toBe(
    '@layer b,a;@layer b{.page{top:0}}',
  )
})

test('a font that no remaining rule names is left out', () => {
  const face = (family: string) => `@font-face{font-family:${family};src:url(/a.woff2)}`
  const css = `${face('Plain')}${face('For Math')}.page{font:1rem Plain}math{font-family:"For Math"}`

  expect(prune(css)).toBe(`.page{font:1rem Plain}${face('Plain')}`)
  expect(writeUsed([readSheet(css)], namesIn('<math class="page">'))).toContain(face('For Math'))
  expect(prune(face('Plain'), '.page{font:1rem Plain}')).toBe(`.page{font:1rem Plain}${face('Plain')}`)
})

test('statements, fonts, key frames and nested rules stay as they are', () => {
  const css =
    '@layer a,b;@keyframes turn{0%{top:0}to{top:1px}}.page{font:1rem A;& .rail{top:1px}}@font-face{font-family:A}'
  expect(prune(css)).toBe(css)
})

test('braces in strings are no braces', () => {
  const css = '.page:before{content:"}{"}p{content:"\\"}"}'
  expect(prune(css)).toBe(css)
})
