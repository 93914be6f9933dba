import { expect, test } from 'vitest'
import { fullAddress } from './address.ts'

test.each([
  ['/awards', '/awards'],
  [' #aims ', '#aims'],
  ['https://example.org/a?b=1', 'https://example.org/a?b=1'],
  ['example.org', 'https://example.org'],
  ['example.org/page#part', 'https://example.org/page#part'],
  ['office@example.org', 'mailto:office@example.org'],
  ['mailto:office@example.org', 'mailto:office@example.org'],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//evil.example', undefined],
  ['two words', undefined],
  ['', undefined],
])('%j is taken as %j', (typed, address) => expect(fullAddress(typed)).toBe(address))
