/** Finds the names of samples on a page that stand without a mark. The markup is our own, as React writes it. */

interface Part {
  tag: string
  start: number
  end: number
}

const mark = />Sample<\/span>|\(sample\)/
const tags = /<(\/?)([a-z][a-z\d-]*)((?:\s[^<>"]*(?:"[^"]*"[^<>"]*)*)?)>/g
const empty = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
/** What a mark belongs to as a whole: a line of a list, a row, a block, a heading, a figure. */
const blocks = new Set(['article', 'dd', 'figure', 'header', 'li', 'p', 'section', 'title', 'tr'])

/** Each name without a mark in the text or an attribute, with the words around it. */
export function unmarkedOn(page: string, names: string[]): string[] {
  const html = withoutScripts(page).replaceAll('<!-- -->', '')
  const parts = partsOf(html)
  const head = html.indexOf('</head>')
  const isSamplePage = marksItsTitle(html, parts)
  return names.flatMap((name) =>
    positionsOf(html, escaped(name))
      .filter((at) => !(at > head && isSamplePage) && !isMarked(html, parts, at, escaped(name)))
      .map((at) => `${name}: …${html.slice(Math.max(0, at - 60), at + name.length + 30)}…`),
  )
}

/** The mark stands above the heading of a page that is about a sample. */
function marksItsTitle(html: string, parts: Part[]): boolean {
  const heading = html.indexOf('<h1')
  const around = parts.filter(({ start, end }) => start < heading && end > heading)
  const block = around.findLast(({ tag }) => tag === 'header' || tag === 'div')
  return block !== undefined && mark.test(html.slice(block.start, block.end))
}

function isMarked(html: string, parts: Part[], at: number, name: string): boolean {
  const after = html.slice(at + name.length, at + name.length + 60)
  if (/^[^<>]{0,50}\(sample\)/.test(after)) return true
  // The description of a page begins with it.
  if (/content="Sample: [^"]*$/.test(html.slice(Math.max(0, at - 200), at))) return true
  return parts
    .filter(({ tag, start, end }) => blocks.has(tag) && start <= at && end > at)
    .some((part) => mark.test(ownText(html, part)))
}

/** The mark of one line of a section is not the mark of its other lines. */
function ownText(html: string, { tag, start, end }: Part): string {
  const text = html.slice(start, end)
  return tag === 'section' ? text.split(/<(?:li|tr|article)\b/, 1)[0]! : text
}

function partsOf(html: string): Part[] {
  const open: Part[] = []
  const parts: Part[] = []
  for (const { 1: slash, 2: tag = '', 3: rest = '', index, 0: whole } of html.matchAll(tags)) {
    if (slash) {
      while (open.length > 0) {
        const part = open.pop()!
        part.end = index + whole.length
        if (part.tag === tag) break
      }
    } else if (!empty.has(tag) && !rest.endsWith('/')) {
      const part = { tag, start: index, end: html.length }
      open.push(part)
      parts.push(part)
    }
  }
  return parts
}

function positionsOf(html: string, name: string): number[] {
  const positions: number[] = []
  for (let at = html.indexOf(name); at !== -1; at = html.indexOf(name, at + 1)) positions.push(at)
  return positions
}

function withoutScripts(html: string): string {
  return html.replaceAll(/<(script|style)\b(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/\1>/g, '')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
}
