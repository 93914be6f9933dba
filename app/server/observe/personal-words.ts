/**
 * Takes out of a line for the log what may be about somebody: addresses of mail, wherever they stand, and values that
 * machines quote in their complaints.
 */
export function withoutPersonal(text: string): string {
  const cleaned = complaints.reduce((text, [pattern, instead]) => text.replace(pattern, instead), text)
  // In an address of a page the sign is written as %40.
  return cleaned.replace(/[^\s<>()"'`,;:/?&=]+/g, (word) => (/@|%40/.test(word) ? '[address]' : word))
}

/** What somebody typed stands behind the question mark; of a value only what makes it unreadable is kept. */
export function withoutValues(address: string): string {
  const [path = '', ...query] = address.split('?')
  if (query.length === 0) return path
  const parts = query.join('?').split('&')
  return `${path}?${parts.map((part) => part.replace(/=.*/s, (value) => `=${oddSigns(value)}`)).join('&')}`
}

function oddSigns(value: string): string {
  return (value.match(/%[01][0-9a-f]/gi) ?? []).join('')
}

const complaints: [RegExp, string][] = [
  // Node quotes the text that it could not read.
  [/, (\.\.\.)?"[\s\S]{0,200}"(\.\.\.)? is not valid JSON/g, ', which is not valid JSON'],
  // PostgreSQL quotes the value that does not fit a column, and that of a key that is there already.
  [/(invalid input [^:\n]{1,80}): "[^"\n]*"/g, '$1: [value]'],
  [/(Key \([^)\n]*\))=\([^\n]*\)/g, '$1=[value]'],
]
