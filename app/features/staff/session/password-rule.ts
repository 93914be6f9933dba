/** What a new password must be: long enough and not among the first guesses. No rule about kinds of characters. */

export type PasswordFault = 'too-short' | 'too-long' | 'common' | 'own-words'

export const passwordSentences: Record<PasswordFault, string> = {
  'too-short':
    'Choose a password of 15 characters or more. A sentence only you would say is easy to remember. With a second factor, 8 characters are enough.',
  'too-long': 'Shorten the password to 1,024 characters.',
  common: 'This password is too common. Choose another.',
  'own-words': 'This password is too close to your name or address. Choose another.',
}

export const shortest = { alone: 15, withFactor: 8 }
const maxLength = 1024

interface Chooser {
  hasFactor: boolean
  /** The person's name and address, which others know. */
  words: string[]
}

export function findPasswordFault(
  password: string,
  { hasFactor, words }: Chooser,
  common: ReadonlySet<string>,
): PasswordFault | undefined {
  const { length } = [...password.normalize('NFC')]
  if (length < (hasFactor ? shortest.withFactor : shortest.alone)) return 'too-short'
  if (length > maxLength) return 'too-long'
  if (isCommon(password, common)) return 'common'
  return isMadeOf(foldPassword(password), words.flatMap(partsOf)) ? 'own-words' : undefined
}

/** Whether the password is too short without a second factor. */
export function isShort(password: string): boolean {
  return [...password.normalize('NFC')].length < shortest.alone
}

/** Lower case without separators, so that "Pass Word-1" and "password1" are the same. */
export function foldPassword(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Z}\p{P}\p{Cf}\p{Cc}\p{Sk}\p{Sm}\p{Sc}]/gu, '')
}

/** What remains beside the guessable parts is worth only a handful of tries. */
const minOwnLetters = 6

const societyWords =
  'international academy physical sciences science iaps physics mathematics allahabad prayagraj india fellow fellowship member membership society council award conference newsletter journal editor admin administrator password passwort welcome letmein of and the'.split(
    ' ',
  )

const runs = fours([
  'abcdefghijklmnopqrstuvwxyzabc',
  '01234567890123',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
])

const lookalikes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const spelled = plain.replaceAll(/[013457@$]/g, (sign) => lookalikes[sign] ?? sign)
  return [plain, spelled].some((text) => {
    const folded = foldPassword(text)
    const rest = withoutRuns(folded)
    return (
      isRepeat(text, common) ||
      isListed(folded, common) ||
      (rest !== folded &&
        (rest.length < minOwnLetters || isListed(rest, common) || isRepeat(rest, common))) ||
      isAround(folded, common) ||
      isMadeOf(folded, societyWords)
    )
  })
}

/** On the list, or two entries of it joined, with or without digits around. */
function isListed(text: string, common: ReadonlySet<string>): boolean {
  return [text, text.replaceAll(/^\d+|(?<!\d)\d+$/g, '')].some(
    (core) => core.length >= minOwnLetters && (common.has(core) || isTwoOf(core, common)),
  )
}

function isTwoOf(text: string, common: ReadonlySet<string>): boolean {
  for (let cut = 4; cut <= text.length - 4; cut++)
    if (common.has(text.slice(0, cut)) && common.has(text.slice(cut))) return true
  return false
}

/** An entry of the list with hardly anything but digits before and after it. */
function isAround(text: string, common: ReadonlySet<string>): boolean {
  if (text.length > 64) return false
  for (let start = 0; start <= text.length - 5; start++)
    for (let end = Math.min(text.length, start + 24); end >= start + 5; end--)
      if (
        common.has(text.slice(start, end)) &&
        ownLetters(text.slice(0, start) + text.slice(end)) < minOwnLetters
      )
        return true
  return false
}

function ownLetters(text: string): number {
  return withoutRuns(text).replaceAll(/\d+/g, '').length
}

/** The same few characters repeated, the last time possibly cut short. */
function isRepeat(text: string, common: ReadonlySet<string>): boolean {
  const characters = [...text]
  for (let size = 1; size <= characters.length / 2; size++) {
    const unit = characters.slice(0, size).join('')
    if (characters.every((character, index) => character === characters[index % size]))
      return size < 8 || common.has(foldPassword(unit))
  }
  return false
}

/** Without runs of four or more neighbours on the keyboard or in the alphabet. */
function withoutRuns(text: string): string {
  const varied = text.replaceAll(/(.)\1{2,}/gu, '')
  const isRun = Array<boolean>(varied.length).fill(false)
  for (let index = 0; index + 4 <= varied.length; index++)
    if (runs.has(varied.slice(index, index + 4))) isRun.fill(true, index, index + 4)
  return isRun.map((skip, index) => (skip ? '' : varied[index])).join('')
}

/** Every four neighbours of the rows, forwards and backwards. */
function fours(lines: string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const line of lines.flatMap((line) => [line, [...line].toReversed().join('')]))
    for (let index = 0; index + 4 <= line.length; index++) found.add(line.slice(index, index + 4))
  return found
}

/** Whether hardly anything remains without the words and the digits around them. */
function isMadeOf(folded: string, words: string[]): boolean {
  let rest = folded
  for (const word of words.toSorted((one, other) => other.length - one.length))
    rest = rest.replaceAll(word, '')
  return rest !== folded && ownLetters(rest) < minOwnLetters
}

function partsOf(words: string): string[] {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3)
}
