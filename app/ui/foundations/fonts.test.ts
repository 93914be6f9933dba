import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

const faces = readFileSync('app/ui/foundations/fonts.css', 'utf8').split('@font-face').slice(1)
const valueOf = (face: string, property: string) =>
  new RegExp(`${property}: ([^;]+);`).exec(face)?.[1]?.replaceAll("'", '')

test('all files of an upright font have the same weights, so that no name is in two fonts', () => {
  const weights = new Map<string, Set<string | undefined>>()
  for (const face of faces.filter((face) => valueOf(face, 'font-style') === 'normal')) {
    const family = valueOf(face, 'font-family') ?? ''
    weights.set(family, (weights.get(family) ?? new Set()).add(valueOf(face, 'font-weight')))
  }

  expect([...weights.keys()]).toEqual(['STIX Two Text', 'Instrument Sans', 'STIX Two Math'])
  for (const [family, all] of weights) expect([...all], family).toHaveLength(1)
})

test('formulas have a font of their own with the letters and signs of formulas, and no other text uses it', () => {
  const styles = readFileSync('app/ui/foundations/base.css', 'utf8')
  expect(/math \{\s*font-family: 'STIX Two Math'/.test(styles)).toBe(true)
  expect(readFileSync('app/ui/foundations/tokens.css', 'utf8')).not.toContain('STIX Two Math')
  expect(statSync('app/ui/foundations/fonts/stix-two-math.woff2').size).toBeLessThan(50_000)
})
