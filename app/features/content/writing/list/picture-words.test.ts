import { expect, test } from 'vitest'
import { fields } from '#features/content/kinds/fields.ts'
import { pictureIn, wordsOf } from './picture-words.ts'

const photos = fields.album.find(({ name }) => name === 'photos')
const picture = photos?.control === 'list' ? pictureIn(photos.fields) : undefined
const file = {
  ...{ id: 'f-1', name: 'lamp.jpg', mediaType: 'image/jpeg', bytes: 10, thumb: undefined },
  ...{ width: 6, height: 3, pages: undefined, alt: 'A lamp', caption: '', credit: '' },
}

test('an album offers what the library knows about a photograph, and its day', () => {
  expect(picture && wordsOf(picture, { ...file, takenOn: '2026-03-14' })).toEqual({
    alt: 'A lamp',
    takenOn: '2026-03-14',
  })
  expect(picture && wordsOf(picture, { ...file, takenOn: '' })).toEqual({ alt: 'A lamp' })
})
