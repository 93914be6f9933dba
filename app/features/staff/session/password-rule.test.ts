import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.server.ts'
import { findPasswordFault, passwordSentences, type PasswordFault } from './password-rule.ts'

const listed = commonPasswords.split(' ')
const common = new Set(listed)
const me = { hasFactor: false, words: ['Anand Sharma', 'asharma@example.org'] }

function faultOf(password: string, chooser = me): PasswordFault | undefined {
  return findPasswordFault(password, chooser, common)
}

/** No pattern, no word, every character different from its neighbours. */
function unlikely(length: number): string {
  return Array.from({ length }, (_, index) => 'xk7qvz2mwp9'[(index * index + 3 * index) % 11]).join('')
}

test.for([
  [14, 'too-short'],
  [15, undefined],
  [64, undefined],
  [128, undefined],
  [1024, undefined],
  [1025, 'too-long'],
  [4096, 'too-long'],
] as const)('of %i characters it is %s', ([length, fault]) => {
  expect(faultOf(unlikely(length))).toBe(fault)
})

test('with a second factor eight characters are enough', () => {
  expect(faultOf(unlikely(7), { ...me, hasFactor: true })).toBe('too-short')
  expect(faultOf(unlikely(8), { ...me, hasFactor: true })).toBeUndefined()
})

test.for([
  'correct horse battery staple',
  'kaveri flows east in june',
  'Ein Satz, den nur ich sage',
  'गंगा और यमुना यहाँ मिलती हैं',
  '😀🐘🌊🔭🧲🎻🍋🚲🌵🐝🧭🎈🪁🦉🌋',
  'onlysmalllettersbutmine',
  '                spaces inside are fine',
])('no kind of character is required or forbidden: %s', (password) => {
  expect(faultOf(password)).toBeUndefined()
})

test('letters are counted as people count them, however they are typed', () => {
  const typed = 'é'.repeat(3) + unlikely(12)

  expect([...typed.normalize('NFD')]).toHaveLength(18)
  expect(faultOf(typed.normalize('NFD').slice(0, -1))).toBe('too-short')
  expect(faultOf(typed.normalize('NFD'))).toBeUndefined()
})

test('the list has thousands, and none of them is accepted with a second factor', () => {
  const long = listed.filter((word) => word.length >= 8)

  expect(long.length).toBeGreaterThan(3000)
  expect(long.filter((word) => !faultOf(word, { ...me, hasFactor: true }))).toEqual([])
})

test('extended to fifteen characters in the usual ways, the three thousand most common are refused', () => {
  const words = listed.filter((word) => word.length >= 8 && word.length < 15).slice(0, 3000)
  const stretched = words.flatMap((word) => [
    word.repeat(Math.ceil(15 / word.length)),
    word.padEnd(15, '1234567890'),
    `${word}!!!!!!!!!!!`,
    `${word} password`,
    `2026${word}2026202`.toUpperCase(),
  ])

  expect(stretched.filter((password) => [...password].length >= 15 && !faultOf(password))).toEqual([])
})

test.for([
  'internationalacademy',
  'International Academy of Physical Sciences',
  'IAPS-Allahabad-2026',
  'physics.physics.physics',
  'iaps iaps iaps iaps',
  'Prayagraj 1994 1994',
  'administrator123',
  'qwertyuiopasdfghjkl',
  '1qaz2wsx3edc4rfv',
  'abcdefghijklmnop',
  '98765432109876543210',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  'P@ssw0rdP@ssw0rd',
  '!!!!!!!!!!!!!!!!',
])('a first guess is refused: %s', (password) => {
  expect(faultOf(password)).toBe('common')
})

test.for(['anandsharma1984!!', 'Sharma-Anand-Sharma', 'asharma@example.org'])(
  'a person’s own name and address are refused: %s',
  (password) => {
    expect(faultOf(password)).toBe('own-words')
  },
)

test('one’s own name may be part of something longer', () => {
  expect(faultOf('Sharma likes purple elephants')).toBeUndefined()
})

test('every error has a sentence', () => {
  for (const sentence of Object.values(passwordSentences)) expect(sentence).toMatch(/^[A-Z].+\.$/)
})
