/** Codes that people copy from an email: none of the signs looks like another one, and case does not matter. */

export const codeSigns = '3479ACDEFGHJKMNPQRTVWXY'
export const codeLength = 8

/** In two halves, as people read and type it. */
export function writeCode(signs: string): string {
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}

/** What someone typed, as it was written; undefined if it cannot be a code. */
export function readTypedCode(typed: string): string | undefined {
  const signs = typed.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase()
  const fits = signs.length === codeLength && [...signs].every((sign) => codeSigns.includes(sign))
  return fits ? writeCode(signs) : undefined
}
