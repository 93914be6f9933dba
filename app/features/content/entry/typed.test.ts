import { expect, test } from 'vitest'
import { charactersLost, readTyped, valuesOf } from './typed.ts'

const conference = { title: 'Optics', series: 'other', scope: 'national' }
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

function read(given: object) {
  const read = readTyped('conference', { ...conference, ...given })
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  return read
}

test('an address without its scheme is completed', () => {
  const { typed, errors } = read({ website: 'www.coniaps.org' })

  expect(typed.data).toMatchObject({ website: 'https://www.coniaps.org' })
  expect(errors).toEqual({})
})

test('a field that does not fit is stored as typed, beside the rest', () => {
  const people = [{ name: 'Asha' }, { name: 'Meera', role: 'x'.repeat(301) }]
  const { typed, errors, left } = read({ website: 'not yet', year: 99, people })

  expect(typed.data).toEqual({ ...conference, people: [{ name: 'Asha' }, { name: 'Meera' }] })
  expect(typed.raw).toEqual({ website: 'not yet', year: 99, 'people.1.role': 'x'.repeat(301) })
  expect(Object.keys(errors).toSorted()).toEqual(['people.1.role', 'website', 'year'])
  expect(left).toEqual([])
  expect(valuesOf(typed)).toEqual({ ...conference, website: 'not yet', year: 99, people })
})

test('a list of lines with one that is too long is stored as typed', () => {
  const subjectAreas = ['Optics', 'x'.repeat(301)]
  const read = readTyped('award', { title: 'Lamp', subjectAreas })

  expect(read).toMatchObject({ ok: true, typed: { data: { title: 'Lamp' }, raw: { subjectAreas } } })
})

test.each([
  ['script', { type: 'doc', content: [{ type: 'script', text: 'alert(1)' }] }],
  [
    'unsafe link',
    {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
          ],
        },
      ],
    },
  ],
  ['no document', 'text'],
  ['run that is too long', { type: 'doc', content: [paragraph('x'.repeat(60_000))] }],
])('a text with a %s is not stored, and the other fields are', (_, report) => {
  const { typed, left } = read({ theme: 'Light', report })

  expect(typed).toEqual({ data: { ...conference, theme: 'Light' }, raw: {} })
  expect(left).toEqual(['report'])
})

test.each([
  ['a field that nobody knows', { colour: 'red' }],
  ['too much that does not fit', { website: `no address ${'x'.repeat(200_001)}` }],
])('%s is refused', (_, given) => {
  expect(readTyped('conference', { ...conference, ...given })).toMatchObject({ ok: false })
})

test.each([null, 'text', 3, [conference]])('%j is not the text of an entry', (given) => {
  expect(readTyped('conference', given)).toMatchObject({ ok: false })
})

test('objects inside plain fields are never stored', () => {
  const { typed, left } = read({
    theme: { toString: 'x' },
    website: ['a', { b: 1 }],
    people: [{ name: { x: 1 } }],
  })

  expect(typed).toEqual({ data: conference, raw: {} })
  expect(left.toSorted()).toEqual(['people', 'theme', 'website'])
})

test.each([
  ['For light', 'For light and air', 0],
  ['For lig', 'For light', 0],
  ['For light and air', 'For light', 6],
  ['light light', 'light', 5],
  ['', 'light', 0],
  ['प्रकाश के लिए', 'प्रकाश', 5],
])('of “%s”, “%s” lacks %i characters', (before, after, lost) => {
  expect(charactersLost(before, after)).toBe(lost)
})
