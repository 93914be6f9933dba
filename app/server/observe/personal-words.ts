/** Removes personal data from a log line: email addresses, wherever they are, and values that error messages quote. */
export function withoutPersonal(text: string): string {
  const cleaned = complaints.reduce((text, [pattern, instead]) => text.replace(pattern, instead), text)
  // In the address of a page the @ sign is written as %40.
  return cleaned.replace(/[^\s<>()"'`,;:/?&=]+/g, (word) => (/@|%40/.test(word) ? '[address]' : word))
}

/** What someone typed comes after the question mark; of a value only control characters remain, because they explain why it was refused. */
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
  // Node quotes the text that it could not parse.
  [/, (\.\.\.)?"[\s\S]{0,200}"(\.\.\.)? is not valid JSON/g, ', which is not valid JSON'],
  // PostgreSQL quotes the value that does not fit a column, and the value of a duplicate key.
  [/(invalid input [^:\n]{1,80}): "[^"\n]*"/g, '$1: [value]'],
  [/(Key \([^)\n]*\))=\([^\n]*\)/g, '$1=[value]'],
]
