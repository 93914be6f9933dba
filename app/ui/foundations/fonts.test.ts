import { readFileSync } from 'node:fs'
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

  expect([...weights.keys()]).toEqual(['STIX Two Text', 'Instrument Sans'])
  for (const [family, all] of weights) expect([...all], family).toHaveLength(1)
})
