import { describe, expect, test } from 'vitest'
import { drawPng } from '#server/pictures/pictures.server.ts'
import { elements } from '#ui/foundations/spectrum.ts'
import { drawPreview, type Preview } from './preview-picture.server.tsx'
import { measure, pathOf, writable } from '#routes/endpoints/feeds/text-paths.server.ts'

const preview: Preview = {
  society: 'International Academy of Physical Sciences',
  title: 'Constitution',
  kicker: 'About the Academy',
  element: 'hydrogen',
  sample: false,
}

describe('a preview picture', () => {
  test('is a PNG of the size that other sites expect, and small enough to download', async () => {
    const png = await drawPng(drawPreview(preview))

    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(100_000)
  })

  test('contains only drawn letters, so that it needs no font of the machine and cannot carry markup', () => {
    const svg = drawPreview({
      ...preview,
      title: '</svg><image href="http://example.org/x.png"/>',
      detail: '<b>',
    })

    expect(svg).not.toMatch(/<text|<image|href|example/)
    expect(svg.match(/<path/g)!.length).toBeGreaterThan(10)
  })

  test('differs between sections and marks samples', () => {
    const drawn = elements.map((element) => drawPreview({ ...preview, element }))

    expect(new Set(drawn).size).toBe(elements.length)
    expect(drawPreview({ ...preview, sample: true })).not.toBe(drawPreview(preview))
  })

  test.each(['', 'x'.repeat(400), 'हिन्दी', '😀', ' \n ', 'ṢaḍRasa '.repeat(60), '\ud800'])(
    'is drawn for %j',
    (title) => {
      expect(drawPreview({ ...preview, title, detail: title })).toMatch(/^<svg [^]*<\/svg>$/)
    },
  )
})

describe('text as outlines', () => {
  test('grows with the size and with the space between letters', () => {
    const width = measure('Physics', { family: 'serif', size: 10 })

    expect(measure('Physics', { family: 'serif', size: 20 })).toBeCloseTo(2 * width)
    expect(measure('Physics', { family: 'serif', size: 10, spacing: 0.1 })).toBeCloseTo(width + 6)
  })

  test('writes the letters of transliterated names, and others without their marks', () => {
    expect(writable('Ṛṣi Śāstrī', 'serif')).toBe('Ṛṣi Śāstrī')
    expect(writable('Nguyễn Ấn', 'serif')).toBe('Nguyen An')
    expect(pathOf('Ṣ', 0, 0, { family: 'sans', size: 10 })).not.toBe('')
  })

  test('leaves out what no font has, and gives up if too little is left', () => {
    expect(writable('On ☃ snow', 'serif')).toBe('On snow')
    expect(writable('हिन्दी शीर्षक IAPS', 'serif')).toBe('')
  })
})
