import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

const faces = readFileSync('app/ui/foundations/fonts.css', 'utf8').split('@font-face').slice(1)
const valueOf = (face: string, property: string) =>
  new RegExp(`${property}:\\s+([^;]+);`).exec(face)?.[1]?.replaceAll("'", '')

test('all files of an upright font have the same weights, so that no name is in two fonts', () => {
  const weights = new Map<string, Set<string | undefined>>()
  for (const face of faces.filter((face) => valueOf(face, 'font-style') === 'normal')) {
    const family = valueOf(face, 'font-family') ?? ''
    weights.set(family, (weights.get(family) ?? new Set()).add(valueOf(face, 'font-weight')))
  }

  expect([...weights.keys()]).toEqual([
    'STIX Two Text',
    'Instrument Sans',
    'STIX Two Math',
    'Noto Devanagari Web',
  ])
  for (const [family, all] of weights) expect([...all], family).toHaveLength(1)
})

test('every letter of Indian and European names is in one face, upright and italic', () => {
  const names = 'ĀāĪīŪūṚṛṜṝḶḷṂṃṀṁḤḥṄṅṬṭḌḍṆṇÑñŚśṢṣĒēŌōḺḻṞṟṈṉẎẏÅåÄäÖöØøŁłČčŠšŽžĐđĖėĞğİıŐőŘřŒœÞþß'
  const isIn = (ranges: string, code: number) =>
    ranges.split(',').some((range) => {
      const [from = '', to = from] = range.trim().slice(2).split('-')
      return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16)
    })
  for (const [family, style] of [
    ['STIX Two Text', 'normal'],
    ['STIX Two Text', 'italic'],
    ['Instrument Sans', 'normal'],
  ]) {
    const own = faces.filter(
      (face) => valueOf(face, 'font-family') === family && valueOf(face, 'font-style') === style,
    )
    const ranges = own.map((face) => valueOf(face, 'unicode-range')!.replaceAll(/\s+/g, ' ')).join(', ')
    expect(
      [...names].filter((letter) => !isIn(ranges, letter.codePointAt(0)!)).join(''),
      `${family}, ${style}`,
    ).toBe('')
  }
})

test('formulas have a font of their own with the letters and signs of formulas, and no other text uses it', () => {
  const styles = readFileSync('app/ui/foundations/base.css', 'utf8')
  expect(/math \{\s*font-family: 'STIX Two Math'/.test(styles)).toBe(true)
  expect(readFileSync('app/ui/foundations/tokens.css', 'utf8')).not.toContain('STIX Two Math')
  expect(statSync('app/ui/foundations/fonts/stix-two-math.woff2').size).toBeLessThan(50_000)
})

test('text in Devanagari has a font on every machine, and one that has its own loads nothing', () => {
  const tokens = readFileSync('app/ui/foundations/tokens.css', 'utf8')
  for (const list of ['serif', 'sans']) {
    const fonts = new RegExp(`--${list}:\\s*([^;]+);`).exec(tokens)?.[1]?.split(/,\s*/) ?? []
    expect(fonts.slice(-3, -1)).toEqual(["'Nirmala UI'", "'Noto Devanagari Web'"])
  }
  expect(statSync('app/ui/foundations/fonts/noto-devanagari.woff2').size).toBeLessThan(50_000)
})
