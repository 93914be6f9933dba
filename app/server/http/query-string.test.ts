import { expect, test } from 'vitest'
import { z } from 'zod'
import { readQuery } from './query-string.ts'

const schema = z.strictObject({ q: z.string().optional() })

test('a parameter given twice is refused', () => {
  expect(read('q=a&q=b')).toEqual({
    ok: false,
    parameter: 'q',
    error: 'The address contains “q” more than once. Open the page from the menu.',
  })
})

test('an unknown parameter is refused, with no more of its name than fits a sentence', () => {
  expect(read(`${'x'.repeat(100)}=1`)).toMatchObject({
    error: `This page has no option “${'x'.repeat(40)}…”. Open it from the menu.`,
  })
})

test('tracking parameters of other sites are ignored', () => {
  expect(read('utm_source=news&fbclid=abc&q=a')).toEqual({ ok: true, query: { q: 'a' } })
})

test('spaces around a value do not count', () => {
  expect(read('q=+a+')).toEqual({ ok: true, query: { q: 'a' } })
  expect(read('q=++')).toEqual({ ok: true, query: {} })
})

function read(query: string) {
  return readQuery(new URLSearchParams(query), schema)
}
