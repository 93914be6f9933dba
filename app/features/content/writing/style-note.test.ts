import { expect, test } from 'vitest'
import { styleNote, type ComparedSide } from './style-note.ts'

const none = { marks: [] }
const bold = { marks: ['bold'] }
const toA = { marks: [], href: '/a' }
const toB = { marks: [], href: '/b' }

test.each<[ComparedSide, object, object, string]>([
  ['before', none, bold, 'not bold'],
  ['after', bold, none, 'now bold'],
  ['after', none, bold, 'no longer bold'],
  ['before', toA, toB, 'link to /a'],
  ['after', toB, toA, 'link changed from /a to /b'],
  ['after', toB, none, 'now a link to /b'],
  ['after', none, toA, 'no longer a link to /a'],
  ['yours', none, toA, 'no link'],
  ['theirs', { ...toA, marks: ['italic'] }, none, 'italic, link to /a'],
])('%s: words formatted as %j and on the other side as %j', (side, style, otherStyle, note) => {
  const piece = { text: 'here', own: false, style, otherStyle }
  expect(styleNote(piece as Parameters<typeof styleNote>[0], side)).toBe(note)
})

test('a link that only one side has says where it leads', () => {
  expect(styleNote({ text: 'here', own: true, style: toA }, 'after')).toBe('link to /a')
  expect(styleNote({ text: 'here', own: false, style: toA }, 'after')).toBe('')
})
