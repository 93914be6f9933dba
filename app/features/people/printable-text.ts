import { unprintableIn } from '#server/pictures/printable-characters.ts'

const max = 5

/** The sentence that refuses a text with characters that no certificate can print; undefined if it has none. */
export function printProblem(label: string, text: string): string | undefined {
  const characters = unprintableIn(text)
  if (characters.length === 0) return undefined
  const named = characters.slice(0, max).map(quoted)
  const more = characters.length > max ? [`${characters.length - max} more`] : []
  const list = new Intl.ListFormat('en-GB').format([...named, ...more])
  return `${label}: our certificates cannot print ${list}. Use Latin, Greek, Cyrillic or Devanagari letters.`
}

/** Characters that cannot be seen are named by their number. */
function quoted(letters: string): string {
  const isVisible = !/\p{C}|^\p{M}/u.test(letters)
  return isVisible
    ? `“${letters}”`
    : [...letters]
        .map((one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
        .join(' ')
}
