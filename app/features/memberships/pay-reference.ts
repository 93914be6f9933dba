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

/** The references in a bank's description, which may be broken by spaces and punctuation or run together. */
export function payReferencesIn(text: string): string[] {
  const letters = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const found: string[] = []
  for (let at = letters.indexOf(prefix); at >= 0; at = letters.indexOf(prefix, at + 1)) {
    const start = at + prefix.length
    const code = clear(letters.slice(start, start + codeLength))
    const check = clear(letters.slice(start + codeLength, start + codeLength + 1))
    if (code.length === codeLength && check !== '' && check === checkOf(code))
      found.push(`${prefix}${code}${check}`)
  }
  return found
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
