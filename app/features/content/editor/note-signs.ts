/** The signs of a footnote as they are written; `note-text.ts` reads them. */

/** A link in a footnote; round brackets would end its address. */
export function noteLink(words: string, href: string): string {
  return `[${words.replaceAll(/\\?[\][]/g, '')}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

/** A text whose signs are meant literally, if it has any. */
export function escapeNote(text: string): string {
  return text.includes('*') || text.includes('](') || text.includes('\\')
    ? text.replaceAll(/[\\*[\]]/g, (sign) => `\\${sign}`)
    : text
}
