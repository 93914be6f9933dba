/** Codes that people copy from an email: none of the characters looks like another one, and case does not matter. */

export const codeCharacters = '3479ACDEFGHJKMNPQRTVWXY'
export const codeLength = 8

/** In two halves, as people read and type it. */
export function writeCode(characters: string): string {
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}

/** What someone typed, as it was written; undefined if it cannot be a code. */
export function readTypedCode(typed: string): string | undefined {
  const characters = typed.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase()
  const fits =
    characters.length === codeLength && [...characters].every((one) => codeCharacters.includes(one))
  return fits ? writeCode(characters) : undefined
}
