import { expect, test } from 'vitest'
import { cutIntoRuns } from './print-fonts.server.ts'

const textsOf = (text: string) => cutIntoRuns(text, 'regular').runs.map((run) => run.text)
const fontsOf = (text: string) => cutIntoRuns(text, 'regular').runs.map((run) => run.font)

test('a text is split where another script starts', () => {
  expect(textsOf('Asha आशा Ж')).toEqual(['Asha ', 'आशा', ' ', 'Ж'])
  expect(fontsOf('aआ')).toEqual(['print-latin', 'print-devanagari'])
  expect(cutIntoRuns('aआ', 'bold').runs.map(({ font }) => font)).toEqual([
    'print-latin-bold',
    'print-devanagari',
  ])
})

test('joiners stay in their word', () => {
  expect(textsOf('क्‍ष क्‌ष')).toEqual(['क्‍ष', ' ', 'क्‌ष'])
})

test('superscript and subscript digits become plain ones, and the text is complete', () => {
  expect(cutIntoRuns('CO₂ ﬁ', 'regular')).toEqual({
    runs: [{ font: 'print-latin', text: 'CO2 fi' }],
    isWhole: true,
  })
})

test.for([
  ['தமிழ் சொல்', '[Tamil]'],
  ['தமிழ் and বাংলা ভাষা.', '[Tamil] and [Bengali].'],
  ['தமிழ் বাংলা', '[Tamil] [Bengali]'],
  ['漢字かな', '[Chinese][Hiragana]'],
  ['한국어 x', '[Korean] x'],
  ['🔭🔭', '[sign]'],
  ['שלום עולם', '[Hebrew]'],
  ['வ ', '[Tamil]'],
] as const)('where no font has the letters, “%s” says so', ([text, shown]) => {
  const { runs, isWhole } = cutIntoRuns(text, 'regular')

  expect(runs.map((run) => run.text).join('')).toBe(shown)
  expect(isWhole).toBe(false)
})

test('invisible direction marks are dropped silently', () => {
  expect(cutIntoRuns('a\u200eb\u2067c', 'regular')).toMatchObject({ runs: [{ text: 'abc' }], isWhole: true })
})
