import { expect, test } from 'vitest'
import { withOffers, withoutEmpty, withValue } from './values.ts'

test('one value is changed by its path, and the rest stays the very same', () => {
  const seats = [{ name: 'Asha' }, { name: 'Ravi' }]
  const before = { title: 'Term', seats }

  const after = withValue(before, 'seats.1.name', 'Meera')

  expect(after).toEqual({ title: 'Term', seats: [{ name: 'Asha' }, { name: 'Meera' }] })
  expect((after['seats'] as unknown[])[0]).toBe(seats[0])
  expect(before.seats[1]).toEqual({ name: 'Ravi' })
  expect(withValue({}, 'source.note', 'A book')).toEqual({ source: { note: 'A book' } })
})

test('offered words never replace existing ones', () => {
  const photos = [{ file: 'a', alt: 'Mine' }, { file: 'b' }]
  const offers = { alt: 'From the library', credit: 'Sample' }

  const first = withOffers({ photos }, 'photos.0.file', offers)
  const both = withOffers(first, 'photos.1.file', offers)

  expect(both).toEqual({
    photos: [
      { file: 'a', alt: 'Mine', credit: 'Sample' },
      { file: 'b', alt: 'From the library', credit: 'Sample' },
    ],
  })
  expect(withOffers({}, 'picture.file', { alt: 'Rings' })).toEqual({ picture: { alt: 'Rings' } })
})

test('empty fields are not sent', () => {
  const values = {
    title: '  Lamp ',
    prize: '   ',
    subjectAreas: ['Optics', '', ' '],
    namedAfter: { name: '', note: undefined },
    purpose: { type: 'doc', content: [{ type: 'paragraph' }] },
  }

  expect(withoutEmpty('award', values)).toEqual({ title: 'Lamp', subjectAreas: ['Optics'] })
})

test('an empty list item stays, so that people see that it is empty', () => {
  expect(withoutEmpty('council-term', { seats: [{ name: '' }, { name: 'Asha' }] })).toEqual({
    seats: [{}, { name: 'Asha' }],
  })
})

test('a list without items is sent as one, because kinds that require it would wait forever', () => {
  expect(withoutEmpty('newsletter', { title: 'Issue' })).toEqual({ title: 'Issue', contents: [] })
})

test('an empty section keeps its empty text', () => {
  const body = { type: 'doc', content: [{ type: 'paragraph' }] }
  expect(withoutEmpty('page', { sections: [{ heading: 'A', body }] })).toEqual({
    sections: [{ heading: 'A', body }],
  })
})
