const pattern = /10\.\d{4,9}\/\S+/
const closing = new Set(['.', ',', ';', ':', '"', '’', '”', "'", ']', '}', '>', '*'])

/** The first DOI in a text, also inside a link, without the punctuation that follows it; empty if there is none. */
export function doiIn(text: string): string {
  const found = pattern.exec(text.replaceAll('%2F', '/').replaceAll('%2f', '/'))?.[0] ?? ''
  let end = found.length
  const hasBracket = found.includes('(')
  while (end > 0 && (closing.has(found[end - 1] ?? '') || (found[end - 1] === ')' && !hasBracket))) end -= 1
  const doi = found.slice(0, end)
  return doi.length <= 160 && /^10\.\d{4,9}\/./.test(doi) ? doi : ''
}

/** All DOIs of a line, separated by spaces, commas or semicolons. A DOI may contain a comma or a semicolon itself. */
export function doisIn(line: string): string[] {
  return line
    .split(/\s/)
    .flatMap((word) => word.split(/[,;|](?=10\.|https?:|doi:)/i))
    .map(doiIn)
    .filter(Boolean)
}
