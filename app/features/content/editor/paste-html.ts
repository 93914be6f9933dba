/**
 * What Word, LibreOffice, Google Docs and web pages put on the clipboard, made plain: meaning that is written as style
 * becomes an element, lists that are paragraphs become lists, everything else of looks goes. What is left is read by
 * the editor's grammar, which knows neither scripts nor attributes; this is about good text and not about safety.
 */

/** Changes the parsed clipboard in place. */
export function tidyPasted(root: Element) {
  // Our own clipboard is right as it is.
  if (root.querySelector('[data-pm-slice]')) return
  for (const element of root.querySelectorAll('o\\:p')) element.replaceWith(...element.childNodes)
  makeWordLists(root)
  for (const element of root.querySelectorAll('[data-style]')) sayMeaning(element)
  for (const element of root.querySelectorAll('h1, h5, h6'))
    rename(element, element.localName === 'h1' ? 'h2' : 'h4')
  for (const text of textsOf(root)) text.data = text.data.replaceAll('\u00ad', '').replaceAll('\u00a0', ' ')
}

/** Word writes a list as paragraphs that say "list 0, level 2" in their style and carry their bullet as text. */
function makeWordLists(root: Element) {
  const open: { list: Element; level: number; id: string }[] = []
  let previous: Element | undefined
  for (const paragraph of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const [, id, level] =
      /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(paragraph.getAttribute('data-style') ?? '') ?? []
    if (!id || !level || /^H/i.test(paragraph.tagName)) continue
    const depth = Number(level)
    if (!previous || nextElement(previous) !== paragraph) open.length = 0
    while (
      open.length > 0 &&
      (open.at(-1)!.level > depth || (open.at(-1)!.level === depth && open.at(-1)!.id !== id))
    )
      open.pop()
    const bullet = takeBullet(paragraph)
    if (!open.some((list) => list.level === depth)) {
      const list = paragraph.ownerDocument.createElement(isNumber(bullet) ? 'ol' : 'ul')
      const start = Number.parseInt(bullet, 10)
      if (list.localName === 'ol' && start > 1) list.setAttribute('start', String(start))
      const outer = open.at(-1)
      if (outer) outer.list.lastElementChild?.append(list)
      else paragraph.before(list)
      open.push({ list, level: depth, id })
    }
    const item = paragraph.ownerDocument.createElement('li')
    open.at(-1)!.list.append(item)
    item.append(paragraph)
    previous = open[0]!.list
  }
}

function nextElement(element: Element) {
  let next = element.nextElementSibling
  while (next && next.textContent?.trim() === '' && !/^(table|img|ul|ol)$/i.test(next.tagName)) {
    if (/^p$/i.test(next.tagName)) return undefined
    next = next.nextElementSibling
  }
  return next
}

function takeBullet(paragraph: Element): string {
  const mark = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('data-style') ?? ''),
  )
  const text = mark?.textContent?.trim() ?? ''
  mark?.remove()
  return text
}

function isNumber(bullet: string) {
  return /^\(?(\d+|[a-z]|[ivxlc]+)[.)]$/i.test(bullet)
}

const meanings: [RegExp, string][] = [
  [/(^|;)\s*font-weight:\s*(bold|[6-9]00)/i, 'strong'],
  [/(^|;)\s*font-style:\s*italic/i, 'em'],
  [/(^|;)\s*vertical-align:\s*super/i, 'sup'],
  [/(^|;)\s*vertical-align:\s*sub/i, 'sub'],
]

/** Bold, italic, raised and lowered text is often written as a style alone; bold that says "not bold" is none. */
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
}

function textsOf(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, 4)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}
