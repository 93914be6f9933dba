import { createHash } from 'node:crypto'

/**
 * What a payer writes beside a payment, so that the bank's statement names the application. The last character checks
 * the others, and none looks like another.
 */

const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const prefix = 'FEE'
const codeLength = 6

/** The same for the same form, before and after it is submitted. */
export function payReferenceOf(draftId: string): string {
  const bytes = createHash('sha256').update(`payment ${draftId}`).digest()
  const code = [...bytes.subarray(0, codeLength)].map((byte) => characters[byte % 32]).join('')
  return `${prefix}${code}${checkOf(code)}`
}

interface PayMention {
  start: number
  end: number
  readings: string[]
  isCut: boolean
  isPlain: boolean
}

const minCutLength = 5

/** The references in a bank's description, which may be broken by spaces and punctuation or run together. */
export function payReferencesIn(text: string): string[] {
  return payMentionsIn(text.toUpperCase()).flatMap(({ readings, isCut }) => (isCut ? [] : readings))
}

/** Where they are, and where one may have been cut off, in a text of capitals. */
export function payMentionsIn(upper: string): PayMention[] {
  const positions = [...upper.matchAll(/[A-Z0-9]/g)].map(({ index }) => index)
  const letters = positions.map((at) => upper[at]).join('')
  const found: PayMention[] = []
  for (let at = letters.indexOf(prefix); at >= 0; at = letters.indexOf(prefix, at + 1)) {
    const length = wholeLength(letters, at) ?? cutLength(letters, positions, at)
    if (length === undefined) continue
    const start = positions[at]!
    const end = positions[at + length - 1]! + 1
    const code = clear(letters.slice(at + prefix.length, at + length))
    const isCut = code.length <= codeLength
    const isPlain = !isCut && end - start === length && /\d/.test(code)
    found.push({ start, end, readings: [prefix + code], isCut, isPlain })
  }
  return found
}

function wholeLength(letters: string, at: number): number | undefined {
  const start = at + prefix.length
  const code = clear(letters.slice(start, start + codeLength))
  const check = clear(letters.slice(start + codeLength, start + codeLength + 1))
  const isWhole = code.length === codeLength && check !== '' && check === checkOf(code)
  return isWhole ? prefix.length + codeLength + 1 : undefined
}

/** One that lacks its last one or two characters, before a space, a sign or the end of the text. */
function cutLength(letters: string, positions: number[], at: number): number | undefined {
  const endsAfter = (length: number) =>
    at + length <= letters.length && positions[at + length] !== positions[at + length - 1]! + 1
  const lengths = [prefix.length + codeLength, prefix.length + minCutLength]
  return lengths.find((length) => endsAfter(length))
}

/** As someone may have retyped it. */
function clear(code: string): string {
  return code.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

/** Odd weights find every single wrong character. */
function checkOf(code: string): string {
  const sum = [...code].reduce((sum, one, at) => sum + characters.indexOf(one) * (2 * at + 1), 0)
  return code.split('').every((one) => characters.includes(one)) ? characters[sum % 32]! : ''
}
