import { expect, test } from 'vitest'
import { subjectAddress } from './subject-address.ts'

test.for([
  ['entry:0198', '/editor/entries/0198'],
  ['person:0198', '/editor/people/0198'],
  ['case:FN-2026-0001', '/editor/cases/FN-2026-0001'],
  ['staff:0198', '/admin/staff/0198'],
  ['letter:nomination.consent', '/admin/letters/nomination.consent'],
  ['staff:unknown', undefined],
  ['settings', undefined],
  ['toString:1', undefined],
] as const)('an administrator finds %s at %s', ([subject, address]) => {
  expect(subjectAddress(subject, true)).toBe(address)
})

test('an editor gets no link to pages of administrators', () => {
  expect(['entry:1', 'staff:1', 'mail:1'].map((subject) => subjectAddress(subject, false))).toEqual([
    '/editor/entries/1',
    undefined,
    undefined,
  ])
})
