import type { RichText } from './document.ts'

/** Formulas inside plain text, for results of the search: between two characters that no text has. */
const start = '\ue000'
const end = '\ue001'
const formula = /\ue000([^\ue000\ue001]*)\ue001/g

interface Node {
  type: string
  attrs?: { latex?: string }
  content?: Node[]
}

export function hasFormulas(document: RichText): boolean {
  const isIn = ({ type, content = [] }: Node): boolean =>
    type === 'inlineMath' || type === 'blockMath' || content.some(isIn)
  return isIn(document as Node)
}

/** The same document with each formula as marked text. */
export function withMarkedFormulas(document: RichText): RichText {
  return marked(document as Node) as RichText
}

function marked(node: Node): Node {
  const text = { type: 'text', text: `${start}${node.attrs?.latex ?? ''}${end}` }
  if (node.type === 'inlineMath') return text
  if (node.type === 'blockMath') return { type: 'paragraph', content: [text] }
  return node.content ? { ...node, content: node.content.map(marked) } : node
}

/** Words and formulas in turn; every second part is the source of a formula. */
export function splitFormulas(text: string): string[] {
  return text.split(formula)
}

/** A piece of text that was cut: without the half of a formula at either end. */
export function withoutHalfFormulas(text: string): string {
  return text.replace(/^[^\ue000\ue001]*\ue001/, '').replace(/\ue000[^\ue001]*$/, '')
}
