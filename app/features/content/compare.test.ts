import { expect, test } from 'vitest'
import { compareVersions } from './compare.ts'

const doc = (text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
})

test('two versions are compared in words, field by field', () => {
  const before = { title: 'Lamp', summary: 'For light in the dark.', purpose: doc('To honour light.') }
  const after = { title: 'Lamp', summary: 'For more light.', purpose: doc('To honour light.'), prize: 'Gold' }

  const [summary, prize, ...others] = compareVersions('award', before, after)

  expect(own(summary!.before).join(' ')).toContain('in the dark')
  expect(own(summary!.after).join(' ')).toContain('more')
  expect(prize).toEqual({ name: 'prize', label: 'Prize', before: [], after: [{ text: 'Gold', own: true }] })
  expect(others).toEqual([])
})

test('rich text, lists, times and choices are compared as people read them', () => {
  const before = { people: [{ name: 'Asha', role: 'Chair' }], mode: 'online', report: doc('A') } as const
  const after = { people: [{ name: 'Asha' }, { name: 'Ravi' }], mode: 'hybrid', report: doc('B') } as const

  const seen = compareVersions(
    'conference',
    { ...before, people: [...before.people] },
    {
      ...after,
      people: [...after.people],
    },
  ).map(({ label, before, after }) => [label, whole(before), whole(after)])

  expect(seen).toEqual([
    ['Held', 'Online', 'Both'],
    ['People', 'Asha · Chair', 'Asha\nRavi'],
    ['Report', 'A', 'B'],
  ])
})

test('pictures and files are called as people call them', () => {
  const names = new Map([
    ['f1', 'A lamp at dusk'],
    ['f2', 'issue.pdf'],
  ])
  const after = { pdf: 'f2', cover: 'f9' }
  const seen = compareVersions('newsletter', { cover: 'f1' }, after, names)

  expect(seen.map(({ label, before, after }) => [label, whole(before), whole(after)])).toEqual([
    ['The issue as PDF', '', 'issue.pdf'],
    ['Cover', 'A lamp at dusk', 'f9'],
  ])
})

test('texts that have nothing in common are shown whole, and soon', () => {
  const words = (seed: string) => Array.from({ length: 20_000 }, (_, i) => `${seed}${i}`).join(' ')
  const [difference] = compareVersions('page', { lead: words('a') }, { lead: words('b') })

  expect(difference?.before).toHaveLength(1)
})

function own(pieces: { text: string; own: boolean }[]) {
  return pieces.filter((piece) => piece.own).map(({ text }) => text)
}

function whole(pieces: { text: string }[]) {
  return pieces.map(({ text }) => text).join('')
}
