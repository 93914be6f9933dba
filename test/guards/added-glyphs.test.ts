import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { addedCharacters } from '#scripts/added-glyphs.ts'

test('each letter that we add to the sans has an outline of its own, and the width of the letter it is made from', () => {
  const open = (file: string) => create(readFileSync(`app/ui/foundations/fonts/${file}`))
  const [added, base] = [open('instrument-sans-added.woff2'), open('instrument-sans-latin.woff2')]
  for (const letter of addedCharacters) {
    const plain = letter.normalize('NFD').slice(0, 1)
    expect(added.hasGlyphForCodePoint(letter.codePointAt(0)!), letter).toBe(true)
    const [drawn, drawnPlain] = [added.layout(letter), base.layout(plain)]
    expect(drawn.positions[0]!.xAdvance, letter).toBe(drawnPlain.positions[0]!.xAdvance)
    expect(drawn.glyphs[0]!.path.toSVG().length, letter).toBeGreaterThan(
      drawnPlain.glyphs[0]!.path.toSVG().length,
    )
  }
})
