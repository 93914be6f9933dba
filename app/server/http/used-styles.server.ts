/**
 * The rules of a style sheet that a page can use. A rule is left out only if each of its selectors names a class or an
 * element that the page does not have; whatever is less clear stays. Scripts of reading pages add neither.
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

/** The text of the rules that a page with these names uses. */
export type Pruner = (names: Names) => string

/** Reads the rules of a minified style sheet once. */
export function pruner(css: string): Pruner {
  const rules = readRules(css)
  return (names) => write(rules, names)
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

function write(rules: CssRule[], names: Names): string {
  let text = ''
  for (const rule of rules) {
    if (rule.kind === 'text') text += rule.text
    else if (rule.kind === 'group') {
      const inside = write(rule.rules, names)
      // The first mention of a layer decides its rank, so an empty one stays.
      if (inside || rule.head.startsWith('@layer')) text += `${rule.head}{${inside}}`
    } else {
      const used = rule.selectors.filter((selector) => isUsed(selector, names))
      if (used.length > 0) text += `${used.map((selector) => selector.text).join(',')}{${rule.body}}`
    }
  }
  return text
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
