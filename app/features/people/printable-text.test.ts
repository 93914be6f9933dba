import { expect, test } from 'vitest'
import { cutIntoRuns } from '#server/pictures/print-fonts.server.ts'
import { printProblem } from './printable-text.ts'

test('a text is refused exactly if the print fonts cannot show all of it', () => {
  const different: string[] = []
  for (let point = 1; point <= 0x1_ff_ff; point += point < 0x2b_ff ? 1 : 61) {
    const letter = String.fromCodePoint(point)
    if (!letter.isWellFormed()) continue
    const isRefused = printProblem('Citation', `a${letter}b`) !== undefined
    if (isRefused === cutIntoRuns(`a${letter}b`, 'regular').isWhole) different.push(point.toString(16))
  }
  expect(different).toEqual([])
})

test.for([
  ['For work on தமி மி 🔭', '“த”, “மி” and “🔭”'],
  ['漢字 漢字', '“漢” and “字”'],
  ['а\u0007b', 'U+0007'],
  ['ABC 漢字仮名交文 ABC', '“漢”, “字”, “仮”, “名”, “交” and 1 more'],
] as const)('“%s” is refused by naming the letters, each once', ([text, named]) => {
  expect(printProblem('Citation', text)).toBe(
    `Citation: our certificates cannot print ${named}. Use Latin, Greek, Cyrillic or Devanagari letters.`,
  )
})

test.for(['Prof. Asha Kṛṣṇamūrti', 'Žilina, Αθήνα, Москва', 'चालन क्‍ष', 'H₂O, √2 ≈ 1.4', 'two\nlines'])(
  '“%s” can be printed',
  (text) => {
    expect(printProblem('Citation', text)).toBeUndefined()
  },
)
