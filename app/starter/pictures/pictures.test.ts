import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { starterPictures, type StarterPicture } from './all.ts'

const [width, height] = [150, 100]

test.each(starterPictures.map((picture): [string, StarterPicture] => [picture.name, picture]))(
  '%s is the same picture every time, and not an empty one',
  (_, picture) => {
    const rgb = picture.paint(width, height, picture.seed)
    expect(rgb.length).toBe(width * height * 3)
    expect(hash(picture.paint(width, height, picture.seed))).toBe(hash(rgb))
    expect(spread(rgb)).toBeGreaterThan(25)
  },
)

test('no two pictures are alike, and each has a name, a description and a caption', () => {
  expect(new Set(starterPictures.map((picture) => picture.name)).size).toBe(starterPictures.length)
  expect(new Set(starterPictures.map((picture) => picture.paint)).size).toBe(starterPictures.length)
  for (const picture of starterPictures) {
    expect(picture.alt.length).toBeGreaterThan(30)
    expect(picture.caption.length).toBeGreaterThan(30)
    expect(picture.caption).not.toBe(picture.alt)
  }
})

test('a picture for the site has full size', () => {
  const picture = starterPictures.find((each) => each.name === 'lissajous-table')!.render()
  expect([picture.width, picture.height]).toEqual([1600, 1067])
  expect(picture.rgb.length).toBe(1600 * 1067 * 3)
})

function hash(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** How far the darkest and the brightest part of the picture are apart. */
function spread(bytes: Uint8Array) {
  let [least, most] = [255, 0]
  for (const byte of bytes) {
    if (byte < least) least = byte
    if (byte > most) most = byte
  }
  return most - least
}
