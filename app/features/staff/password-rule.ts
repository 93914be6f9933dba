/** What a new password must be: long enough and not what a guesser tries first. No rule about kinds of characters. */

export type PasswordFault = 'too-short' | 'too-long' | 'common' | 'own-words'

export const passwordSentences: Record<PasswordFault, string> = {
  'too-short':
    'Choose a password of 15 characters or more; a sentence that only you would say is easy to remember. With a second factor, 8 are enough.',
  'too-long': 'The password can have 1,024 characters at most.',
  common: 'This password is one of those that are tried first. Choose another.',
  'own-words': 'This password is hardly more than your name or address. Choose another.',
}

export const shortest = { alone: 15, withFactor: 8 }
const longest = 1024

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
  if (length > longest) return 'too-long'
  if (isCommon(password, common)) return 'common'
  return isMadeOf(foldPassword(password), words.flatMap(partsOf)) ? 'own-words' : undefined
}

/** Whether the password is too short to stand without a second factor. */
export function isShort(password: string): boolean {
  return [...password.normalize('NFC')].length < shortest.alone
}

/** Small letters without what stands between words, so that "Pass Word-1" and "password1" are one. */
export function foldPassword(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Z}\p{P}\p{Cf}\p{Cc}\p{Sk}\p{Sm}\p{Sc}]/gu, '')
}

/** So little left beside what everybody could guess that it is worth a handful of tries. */
const leastOwn = 6

const societyWords =
  'international academy physical sciences science iaps physics mathematics allahabad prayagraj india fellow fellowship member membership society council award conference newsletter journal editor admin administrator password passwort welcome letmein of and the'.split(
    ' ',
  )

const runs = [
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
].flatMap((run) => [run, [...run].toReversed().join('')])

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
      (rest !== folded && (rest.length < leastOwn || isListed(rest, common) || isRepeat(rest, common))) ||
      isMadeOf(folded, societyWords)
    )
  })
}

/** On the list, or two entries of it one after the other, with or without digits around. */
function isListed(text: string, common: ReadonlySet<string>): boolean {
  return [text, text.replaceAll(/^\d+|\d+$/g, '')].some(
    (core) => core.length >= leastOwn && (common.has(core) || isTwoOf(core, common)),
  )
}

function isTwoOf(text: string, common: ReadonlySet<string>): boolean {
  for (let cut = 4; cut <= text.length - 4; cut++)
    if (common.has(text.slice(0, cut)) && common.has(text.slice(cut))) return true
  return false
}

/** The same few characters over and over, the last time perhaps cut short. */
function isRepeat(text: string, common: ReadonlySet<string>): boolean {
  const signs = [...text]
  for (let size = 1; size <= signs.length / 2; size++) {
    const unit = signs.slice(0, size).join('')
    if (signs.every((sign, place) => sign === signs[place % size]))
      return size < 8 || common.has(foldPassword(unit))
  }
  return false
}

function withoutRuns(text: string): string {
  let rest = text.replaceAll(/(.)\1{2,}/gu, '')
  for (const run of runs)
    for (let size = Math.min(run.length, rest.length); size >= 4; size--)
      for (let start = 0; start + size <= run.length; start++)
        rest = rest.replaceAll(run.slice(start, start + size), '')
  return rest
}

/** Whether hardly anything is left when the words and the digits around them are taken out. */
function isMadeOf(folded: string, words: string[]): boolean {
  let rest = folded
  for (const word of words.toSorted((one, other) => other.length - one.length))
    rest = rest.replaceAll(word, '')
  return rest !== folded && withoutRuns(rest).replaceAll(/\d+/g, '').length < leastOwn
}

function partsOf(words: string): string[] {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3)
}
