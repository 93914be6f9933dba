/** ORCID iDs, checked by their last digit: https://support.orcid.org/hc/en-us/articles/360006897674 */

export const orcidProblem =
  'Enter your ORCID iD as orcid.org shows it, such as 0000-0002-1825-0097. A digit is missing or wrong.'

/** What someone typed, such as 0000-0002-1825-0097 or its web address; undefined if it cannot be an iD. */
export function readOrcid(typed: string): string | undefined {
  const bare = typed.trim().replace(/^(?:https?:\/\/)?(?:www\.)?orcid\.org\/([^/?#]*)\/?(?:[?#].*)?$/i, '$1')
  const characters = bare.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase()
  if (!/^\d{15}[\dX]$/.test(characters) || checkCharacter(characters.slice(0, 15)) !== characters[15])
    return undefined
  return [0, 4, 8, 12].map((at) => characters.slice(at, at + 4)).join('-')
}

export function orcidAddress(orcid: string): string {
  return `https://orcid.org/${orcid}`
}

/** ISO 7064, MOD 11-2. */
function checkCharacter(digits: string): string {
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  const rest = (12 - (total % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}
