import { readFileSync } from 'node:fs'
import { PDFiumLibrary } from '@hyzyla/pdfium'

/** The words that docs/style.md has replaced, and the texts in which people would read them. */

const style = readFileSync('docs/style.md', 'utf8')

/** The left column of the table of words. */
export const oldPhrases = [...style.matchAll(/^\| (?!Instead of|---)(.+?) \|/gm)].flatMap(([, cell = '']) =>
  cell.split(' / '),
)

/** A single word has other uses, so it counts only if it is the whole text. */
export function oldPhrasesAmong(texts: string[]): string[] {
  return oldPhrases.filter((phrase) =>
    texts.some((text) => (/^\w+$/.test(phrase) ? text === phrase : text.includes(phrase))),
  )
}

const inline = /<\/?(a|abbr|b|em|i|kbd|mark|small|span|strong|sub|sup|time)\b[^>]*>/g
const readAloud = /\b(?:alt|aria-label|content|placeholder|title)="([^"]*)"/g

/** What a page says: its title and description, its text by block, and what only a screen reader says. */
export function textsOfPage(html: string): string[] {
  const seen = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
  const blocks = seen
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(inline, '')
    .split(/<[^>]*>/)
  const nodes = seen.split(/<[^>]*>/)
  const attributes = [...seen.matchAll(readAloud)].map(([, text = '']) => text)
  return [...new Set([...blocks, ...nodes, ...attributes].map(unescaped).map(oneLine))].filter(Boolean)
}

/** What a PDF says, page by page. */
export async function textsOfPdf(bytes: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const pages = [...document.pages()].map((page) => page.getText())
  document.destroy()
  library.destroy()
  return pages.flatMap((page) => [oneLine(page), ...page.split('\n').map(oneLine)])
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
