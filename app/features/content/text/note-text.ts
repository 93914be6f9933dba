import { isSafeHref } from '#features/content/addresses/safe-href.ts'

/**
 * Footnotes are plain text with two signs: *words* in italics and [words](address) as a link. A backslash takes away the
 * meaning of the next sign. Decision 077 says why.
 */

export interface NotePart {
  text: string
  isItalic: boolean
  href: string | undefined
}

const sign = /\\([\\*[\]])|\*([^*\n]+)\*|\[([^\][\n]+)\]\(([^()\s]+)\)/g

/** The parts of a footnote as they are shown. What cannot be a link stays as it was typed. */
export function noteParts(note: string): NotePart[] {
  return partsOf(note, { isItalic: false, href: undefined })
}

function partsOf(note: string, style: Omit<NotePart, 'text'>): NotePart[] {
  const parts: NotePart[] = []
  let end = 0
  const add = (text: string) => {
    if (text !== '') parts.push({ text, ...style })
  }
  for (const found of note.matchAll(sign)) {
    const [whole, escaped, italic, words, href] = found
    add(note.slice(end, found.index))
    end = found.index + whole.length
    if (escaped !== undefined) add(escaped)
    else if (italic !== undefined) parts.push(...partsOf(italic, { ...style, isItalic: true }))
    else if (words !== undefined && href !== undefined && isSafeHref(href))
      parts.push(...partsOf(words, { ...style, href }))
    else add(whole)
  }
  add(note.slice(end))
  return parts
}

/** The words of a footnote without its signs. */
export function noteWords(note: string): string {
  return noteParts(note)
    .map(({ text }) => text)
    .join('')
}

/** The targets of its links. */
export function noteHrefs(note: string): string[] {
  return [...new Set(noteParts(note).flatMap(({ href }) => href ?? []))]
}
