import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Layouts change at four widths, the same on every page. */

const breakpoints = ['480', '768', '1024', '1280']
const files = ['app/**/*.css', 'app/**/*.{ts,tsx}']

/** Where the labels of neighbouring lines in the spectrum touch; no layout changes. */
const meant = 'app/routes/site/pages/balmer-plate.module.css: (max-width: 1599px)'

test('no page changes its layout at an unlisted width', () => {
  const read = globSync(files).filter((file) => !/\.test\.tsx?$/.test(file))
  const found = read.flatMap((file) =>
    otherWidths(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  )

  expect(read.length).toBeGreaterThan(500)
  expect(found).toEqual([meant])
})

test.for([
  '@media (min-width: 600px) {',
  '@media (max-width: 768px) {',
  '@media (min-width: 767px) {',
  '@media (min-width: 64rem) {',
  '@media (min-width: 1024px) and (max-width: 1239px) {',
  '@media (width >= 700px) {',
  '@media (480px <= width < 700px) {',
  "matchMedia('(min-width: 1023px)')",
])('“%s” would be found', (text) => {
  expect(otherWidths(text)).not.toEqual([])
})

test.for([
  '@media (min-width: 768px) {',
  '@media (max-width: 767px) {',
  '@media (width < 480px) {',
  '@media print {',
  "matchMedia('(min-width: 1024px)')",
])('“%s” is fine', (text) => {
  expect(otherWidths(text)).toEqual([])
})

/** The width conditions of style sheets and scripts that are not a breakpoint. */
function otherWidths(text: string): string[] {
  const queries = [...text.matchAll(/@media[^{]*|matchMedia\([^\n]*/g)].join(' ')
  const conditions = [...queries.matchAll(/\([^()]*width[^()]*\)/g)].map(([condition]) => condition)
  return conditions.filter((condition) => !isBreakpoint(condition))
}

function isBreakpoint(condition: string): boolean {
  const [, bound, width = ''] = /^\((min|max)-width: (\d+)px\)$/.exec(condition) ?? []
  if (bound) return breakpoints.includes(bound === 'min' ? width : String(Number(width) + 1))
  const range = /^\(width (?:>=|<) (\d+)px\)$/.exec(condition)
  return breakpoints.includes(range?.[1] ?? '')
}
