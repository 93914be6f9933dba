/**
 * Clipboard markup before it is parsed. The browser applies our content policy even to that, so styles and handlers go
 * first: a style is preserved as data, because its meaning is read later. One pass from start to end, so that no
 * clipboard can take long.
 */
export function plainTags(html: string): string {
  const lower = html.toLowerCase()
  let plain = ''
  let position = 0
  while (position < html.length) {
    const open = html.indexOf('<', position)
    if (open < 0) return plain + html.slice(position)
    plain += html.slice(position, open)
    const [text, end] = markupAt(html, lower, open)
    plain += text
    position = end
  }
  return plain
}

/** What replaces the markup that starts here, and where the text continues. */
function markupAt(html: string, lower: string, open: number): [text: string, end: number] {
  if (html.startsWith('<!--', open)) return ['', after(html, '-->', open + 4)]
  if (/[!?]/.test(html[open + 1] ?? '')) return ['', after(html, '>', open)]
  if (!/[a-z/]/.test(lower[open + 1] ?? '')) return ['<', open + 1]
  const close = tagEnd(html, open)
  const [name = ''] = /^\/?[^\s/>]*/.exec(html.slice(open + 1, Math.min(close, open + 60))) ?? []
  if (unread.has(name.toLowerCase())) {
    const last = lower.indexOf(`</${name.toLowerCase()}`, close)
    return ['', last < 0 ? html.length : after(html, '>', last)]
  }
  return [`<${name}${plainAttributes(html.slice(open + 1 + name.length, close))}>`, close + 1]
}

const unread = new Set(['style', 'script', 'xml', 'title', 'noscript', 'iframe', 'template', 'textarea'])

function after(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from)
  return found < 0 ? html.length : found + sign.length
}

function tagEnd(html: string, open: number): number {
  let quote = ''
  for (let position = open; position < html.length; position++) {
    const sign = html[position]!
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '>') return position
    else if (sign === '"' || sign === "'") quote = sign
  }
  return html.length
}

const allowed = /^(href|colspan|rowspan|start|data-[\w-]+)$/

const meant = /^Mso(Title|Quote|IntenseQuote)$/

function plainAttributes(text: string): string {
  const parts = text.match(/[^\s"'=]+|=|"[^"]*"|'[^']*'/g) ?? []
  let plain = ''
  for (const [position, part] of parts.entries()) {
    if (part !== '=' || position === 0) continue
    const name = parts[position - 1]!.toLowerCase()
    const value = valueAt(parts, position + 1)
    // Of the classes only those count that mean something in Word.
    const key = name === 'style' || (name === 'class' && meant.test(value)) ? `data-${name}` : name
    if (allowed.test(key)) plain += ` ${key}="${value.replaceAll('"', '&quot;')}"`
  }
  return plain
}

function valueAt(parts: string[], position: number): string {
  const first = parts[position] ?? ''
  return /^["']/.test(first) ? first.slice(1, -1) : first
}
