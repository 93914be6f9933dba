/**
 * The rules of a style sheet that a page can use. A rule is left out only if each of its selectors names a class or an
 * element that the page does not have, and a font only if no rule names it; whatever is less clear stays. Scripts of
 * reading pages add neither.
 */

type CssRule =
  | { kind: 'text'; text: string }
  | { kind: 'group'; head: string; rules: CssRule[] }
  | { kind: 'style'; selectors: Selector[]; body: string }

interface Selector {
  text: string
  classes: string[]
  elements: string[]
}

/** A style sheet that was read once for all pages. */
export interface Sheet {
  fonts: CssRule[]
  others: CssRule[]
}

/** Reads the rules of a minified style sheet. */
export function readSheet(css: string): Sheet {
  const rules = readRules(css)
  const isFont = (rule: CssRule) => rule.kind === 'text' && rule.text.startsWith('@font-face')
  return { fonts: rules.filter(isFont), others: rules.filter((rule) => !isFont(rule)) }
}

/** The rules of these sheets that a page with these names uses. */
export function writeUsed(sheets: Sheet[], names: Names): string {
  const layers = new Set<string>()
  const text = sheets.map(({ others }) => write(others, names, layers)).join('')
  const fonts = sheets.flatMap(({ fonts }) => fonts).filter((font) => text.includes(familyOf(font)))
  return text + write(fonts, names, layers)
}

function familyOf(font: CssRule): string {
  const text = font.kind === 'text' ? font.text : ''
  return /font-family:\s*["']?([^;"'}]+)/.exec(text)?.[1] ?? ''
}

/** The classes and elements of a page. */
interface Names {
  classes: Set<string>
  elements: Set<string>
}

export function namesIn(html: string): Names {
  const classes = new Set<string>()
  for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of list.split(' ')) classes.add(name)
  const elements = new Set<string>()
  for (const [, name = ''] of html.matchAll(/<([a-zA-Z][a-zA-Z0-9]*)/g)) elements.add(name.toLowerCase())
  return { classes, elements }
}

/** The first mention of a layer decides its rank, so it stays even if it is empty. */
function write(rules: CssRule[], names: Names, layers: Set<string>): string {
  let text = ''
  for (const rule of rules) {
    if (rule.kind === 'text') {
      text += rule.text
      for (const layer of layersIn(rule.text)) layers.add(layer)
    } else if (rule.kind === 'group') {
      const inside = write(rule.rules, names, layers)
      const unranked = layersIn(rule.head).filter((layer) => !layers.has(layer))
      for (const layer of unranked) layers.add(layer)
      if (inside || unranked.length > 0) text += `${rule.head}{${inside}}`
    } else {
      const used = rule.selectors.filter((selector) => isUsed(selector, names))
      if (used.length > 0) text += `${used.map((selector) => selector.text).join(',')}{${rule.body}}`
    }
  }
  return text
}

/** Those that `@layer a,b;` or the head of `@layer a{…}` names. */
function layersIn(text: string): string[] {
  const start = '@layer '
  if (!text.startsWith(start)) return []
  return text
    .slice(start.length)
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function isUsed({ classes, elements }: Selector, names: Names): boolean {
  return (
    classes.every((name) => names.classes.has(name)) && elements.every((name) => names.elements.has(name))
  )
}

const groups = /^@(layer|media|supports|container)\b/

function readRules(css: string): CssRule[] {
  const rules: CssRule[] = []
  let start = 0
  for (let at = 0; at < css.length; at++) {
    const sign = css[at]
    if (sign === '"' || sign === "'") at = endOfString(css, at)
    else if (sign === ';') {
      rules.push({ kind: 'text', text: css.slice(start, at + 1) })
      start = at + 1
    } else if (sign === '{') {
      const end = endOfBlock(css, at)
      rules.push(toRule(css.slice(start, at), css.slice(at + 1, end)))
      start = end + 1
      at = end
    }
  }
  return rules
}

function toRule(head: string, body: string): CssRule {
  if (groups.test(head)) return { kind: 'group', head, rules: readRules(body) }
  if (head.startsWith('@')) return { kind: 'text', text: `${head}{${body}}` }
  return { kind: 'style', selectors: splitSelectors(head).map(toSelector), body }
}

function toSelector(text: string): Selector {
  // What is in brackets may be one of several, or what must not be there.
  const plain = withoutBrackets(text)
  const classes = Array.from(plain.matchAll(/\.([\w-]+)/g), ([, name]) => name!)
  const elements = Array.from(plain.matchAll(/(?:^|[\s>+~])([a-z][a-z0-9]*)/g), ([, name]) => name!)
  return { text, classes, elements }
}

function withoutBrackets(text: string): string {
  let depth = 0
  let plain = ''
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (depth === 0) plain += sign
  }
  return plain
}

function splitSelectors(head: string): string[] {
  const selectors: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < head.length; at++) {
    const sign = head[at]
    if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === ',' && depth === 0) {
      selectors.push(head.slice(start, at))
      start = at + 1
    }
  }
  return [...selectors, head.slice(start)]
}

function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const sign = css[at]
    if (sign === '"' || sign === "'") at = endOfString(css, at)
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at
  }
  return css.length
}

function endOfString(css: string, open: number): number {
  for (let at = open + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === css[open]) return at
  }
  return css.length
}
