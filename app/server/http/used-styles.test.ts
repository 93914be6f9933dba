import { expect, test } from 'vitest'
import { namesIn, pruner } from './used-styles.server.ts'

const html = '<!DOCTYPE html><html class=""><body><main class="page wide"><p>light</p></main></body></html>'
const prune = (css: string) => pruner(css)(namesIn(html))

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

test('statements, fonts, key frames and nested rules stay as they are', () => {
  const css =
    '@layer a,b;@font-face{font-family:A}@keyframes turn{0%{top:0}to{top:1px}}.page{top:0;& .rail{top:1px}}'
  expect(prune(css)).toBe(css)
})

test('braces in strings are no braces', () => {
  const css = '.page:before{content:"}{"}p{content:"\\"}"}'
  expect(prune(css)).toBe(css)
})
