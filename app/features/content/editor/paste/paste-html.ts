import { joinWebLists, makeWordLists } from './paste-lists.ts'
import { makeNotes } from './paste-notes.ts'

/**
 * What Word, LibreOffice, Google Docs and web pages put on the clipboard, simplified: meaning written as style becomes
 * an element, lists written as paragraphs become lists, all other styling goes. The editor's grammar reads the rest and
 * knows neither scripts nor attributes; this is about good text and not about safety.
 */

/**
 * Changes the parsed clipboard in place. Returns how many pictures were left out because a clipboard does not contain
 * them.
 */
export function tidyPasted(root: Element): { pictures: number } {
  // Our own clipboard needs no changes.
  if (root.querySelector('[data-pm-slice]')) return { pictures: 0 }
  for (const element of root.querySelectorAll('o\\:p')) element.replaceWith(...element.childNodes)
  // Text that was struck out in Word with tracked changes is no longer part of the text.
  for (const element of root.querySelectorAll('del')) element.remove()
  makeNotes(root)
  for (const element of root.querySelectorAll('a[href^="#"]')) element.replaceWith(...element.childNodes)
  makeWordLists(root)
  joinWebLists(root)
  for (const element of root.querySelectorAll('[data-class]')) applyWordStyle(element)
  for (const element of root.querySelectorAll('[data-style]')) sayMeaning(element)
  lowerHeadings(root)
  for (const text of textsOf(root)) text.data = text.data.replaceAll('\u00ad', '').replaceAll('\u00a0', ' ')
  for (const table of root.querySelectorAll('table')) headTable(table)
  const pictures = root.querySelectorAll('img')
  for (const picture of pictures) picture.remove()
  for (const element of root.querySelectorAll('p, h2, h3, h4')) if (isEmptyLine(element)) element.remove()
  return { pictures: pictures.length }
}

/** The highest level of a text is our second; one title alone does not lower the rest. */
function lowerHeadings(root: Element) {
  const step = root.querySelectorAll('h1').length > 1 ? 1 : 0
  for (const element of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(4, Math.max(2, Number(element.localName.slice(1)) + step))
    if (element.localName !== `h${level}`) rename(element, `h${level}`)
  }
}

/** The space between paragraphs, which is often typed as an empty one. */
function isEmptyLine(element: Element) {
  if (element.textContent?.trim() || element.querySelector('[data-piece]')) return false
  return !/^(td|th|li)$/.test(element.parentElement?.localName ?? '')
}

/** Word styles that mean something and are not headings themselves. */
function applyWordStyle(element: Element) {
  const style = element.getAttribute('data-class')
  if (style === 'MsoTitle') rename(element, 'h2')
  if (style !== 'MsoQuote' && style !== 'MsoIntenseQuote') return
  const quotation = element.ownerDocument.createElement('blockquote')
  element.replaceWith(quotation)
  quotation.append(element)
}

/** Office programs have no heading cells: an all-bold first row counts as one. */
function headTable(table: Element) {
  const [first, ...others] = table.querySelectorAll('tr')
  if (!first || others.length === 0 || table.querySelector('th') || table.querySelector('table')) return
  const cells = [...first.children]
  if (!cells.every(isBold)) return
  for (const cell of cells) {
    for (const bold of cell.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes)
    const head = rename(cell, 'th')
    for (const { name, value } of cell.attributes) head.setAttribute(name, value)
  }
}

function isBold(cell: Element) {
  const words = textsOf(cell).filter(({ data }) => data.trim() !== '')
  return words.length > 0 && words.every(({ parentElement }) => parentElement?.closest('b, strong'))
}

const meanings: [RegExp, string][] = [
  [/(^|;)\s*font-weight:\s*(bold|[6-9]00)/i, 'strong'],
  [/(^|;)\s*font-style:\s*italic/i, 'em'],
  [/(^|;)\s*vertical-align:\s*super/i, 'sup'],
  [/(^|;)\s*vertical-align:\s*sub/i, 'sub'],
]

/** Bold, italic, superscript and subscript are often written as a style alone; bold that says "not bold" is none. */
function sayMeaning(element: Element) {
  const style = element.getAttribute('data-style') ?? ''
  if (/^(b|strong)$/.test(element.localName) && /(^|;)\s*font-weight:\s*(normal|400)/i.test(style))
    return element.replaceWith(...element.childNodes)
  if (!/^(span|font|a)$/.test(element.localName)) return
  for (const [pattern, tag] of meanings) {
    if (!pattern.test(style) || element.closest(tag)) continue
    const inner = element.ownerDocument.createElement(tag)
    inner.append(...element.childNodes)
    element.append(inner)
  }
}

function rename(element: Element, tag: string) {
  const other = element.ownerDocument.createElement(tag)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

function textsOf(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, 4)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}
