/** What banks make of the reference that a payer typed. */

const seriesLength = 'MA'.length
const leastDigits = 8
const mostDigits = 10

/**
 * References of applications, such as MA-2027-0001, also without or with other punctuation, and broken by spaces. A
 * name that ends with the same letters is none.
 */
export function caseReferencesIn(text: string): string[] {
  const upper = text.toUpperCase()
  const starts = upper.matchAll(/(?<![\p{L}\p{N}])MA(?=[ ./:_-]{0,3}\d)/gu)
  return [...starts].flatMap(({ index }) =>
    numbersAt(upper.slice(index + seriesLength, index + seriesLength + 24)),
  )
}

/** The digits may run into those of another number, so every place where they can end counts. */
function numbersAt(text: string): string[] {
  const found: string[] = []
  let digits = ''
  for (const [at, sign] of [...text].entries()) {
    if (/\d/.test(sign)) digits += sign
    else if (!/[ ./:_-]/.test(sign)) break
    if (digits.length > mostDigits) break
    const isEnd = !/\d/.test(text[at + 1] ?? '')
    if (/\d/.test(sign) && isEnd && digits.length >= leastDigits)
      found.push(`MA-${digits.slice(0, 4)}-${digits.slice(4)}`)
  }
  return found
}
