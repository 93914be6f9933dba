/** What the name of a person can be, so that nobody mails a text of their own to strangers as a name. */

const maxLetters = 100
const maxWords = 10

/** Letters of any script with what stands between them: no digits, no signs of addresses, no line breaks. */
export function isName(text: string): boolean {
  return (
    text.length <= maxLetters &&
    /^[\p{L}\p{M}\u200C\u200D .,'’()·-]+$/u.test(text) &&
    /\p{L}/u.test(text) &&
    // Mail programs make links of "example.org".
    !/\.\p{Ll}/u.test(text) &&
    text.split(' ').filter(Boolean).length <= maxWords
  )
}

/** A name as letters print it, also if it was typed before names were checked. */
export function nameInLetter(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\u200C\u200D .,'’()·-]/gu, ' ')
    .replaceAll(/\.(?=\p{L})/gu, '. ')
    .split(' ')
    .filter(Boolean)
    .slice(0, maxWords)
    .join(' ')
    .slice(0, maxLetters)
}
