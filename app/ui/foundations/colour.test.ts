import { expect, test } from 'vitest'
import { contrast, fromHex, fromOklch, toHex, toOklch, wavelengthToRgb } from './colour.ts'

test('black on white has the highest possible contrast', () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21)
  expect(contrast([1, 1, 1], [1, 1, 1])).toBe(1)
})

test('a mid grey has the contrast that the WCAG formula gives', () => {
  expect(contrast(fromHex('#767676'), [1, 1, 1])).toBeCloseTo(4.54, 2)
})

test('a colour survives the conversion to OKLCH and back', () => {
  for (const hex of ['#006f97', '#a35000', '#6c54c6', '#ffffff', '#000000']) {
    expect(toHex(fromOklch(toOklch(fromHex(hex))))).toBe(hex)
  }
})

test('a colour too vivid for a screen keeps its lightness and loses chroma', () => {
  const shown = toOklch(fromOklch({ lightness: 0.5, chroma: 0.39, hue: 2.5 }))
  expect(shown.lightness).toBeCloseTo(0.5, 2)
  expect(shown.chroma).toBeLessThan(0.39)
})

test('long wavelengths are red, short ones violet, and the sodium line is amber', () => {
  expect(toHex(wavelengthToRgb(656.28))).toBe('#ff0000')
  const [red, green, blue] = wavelengthToRgb(410)
  expect(blue).toBeCloseTo(1)
  expect(red).toBeGreaterThan(green)
  const amber = wavelengthToRgb(589)
  expect(amber[0]).toBeCloseTo(1)
  expect(amber[1]).toBeCloseTo(0.5, 1)
  expect(amber[2]).toBe(0)
})

test('wavelengths beyond the visible take the colour of its edge', () => {
  expect(wavelengthToRgb(300)).toEqual(wavelengthToRgb(380))
  expect(toHex(wavelengthToRgb(900))).toBe(toHex(wavelengthToRgb(730)))
})
