/** The signs of a footnote as they are written; `note-text.ts` reads them. */

/** A link in a footnote; round brackets would end its address. */
export function noteLink(words: string, href: string): string {
  return `[${words.replaceAll(/\\?[\][]/g, '')}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

/** The same text with a backslash before each sign, so that it is shown as it was typed. */
export function escapeNote(text: string): string {
  return text.includes('*') || text.includes('](') || text.includes('\\')
    ? text.replaceAll(/[\\*[\]]/g, (sign) => `\\${sign}`)
    : text
}
