/**
 * The code of a certificate: 130 random bits as 26 letters and digits. None looks like another, and upper and lower case
 * mean the same: https://www.crockford.com/base32.html
 */

const length = 26

/** Codes issued before had 22 characters, in which case matters. */
export const storedCode = /^(?:[\w-]{22}|[0-9A-HJKMNP-TV-Z]{26})$/

/** What someone typed, as it is stored: letters that were left out stand for the digits they look like. */
export function readCode(typed: string): string {
  const bare = typed.replaceAll(/\s/g, '')
  const plain = bare.replaceAll('-', '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return plain.length === length && bare.length !== 22 ? plain : bare
}
