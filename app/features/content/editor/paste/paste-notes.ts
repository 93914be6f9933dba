import { escapeNote, noteLink } from '#features/content/editor/note-signs.ts'
import { fullAddress } from '#features/content/editor/address.ts'

/**
 * Footnotes of Word, LibreOffice and Google Docs: a link to the foot of the text and a paragraph there that links back.
 * Each pair becomes one of our footnotes, which carries its own text.
 */
export function makeNotes(root: Element) {
  const anchors = [...root.querySelectorAll('a[href*="#"]')]
  const lists = new Set<Element>()
  for (const anchor of anchors) {
    const back = backTo(anchor)
    const foot = anchors.find((other) => other !== anchor && targetOf(other) === back)
    const note = foot?.closest('[data-style*="mso-element"]') ?? foot?.closest('p, li, div')
    if (!foot || !note || note.contains(anchor)) continue
    foot.remove()
    putNote(anchor, signsOf(note).replaceAll(/\s+/g, ' ').trim())
    const list = note.parentElement?.closest('[data-style*="note-list"]')
    if (list) lists.add(list)
    note.remove()
  }
  // The line that Word draws above them stays.
  for (const list of lists) if (list.textContent?.trim() === '') list.remove()
}

const pairs: [sign: RegExp, back: string][] = [
  [/^_(ftn|edn)(\d+)$/, '_$1ref$2'],
  [/^sd(footnote|endnote)(\d+)sym$/, 'sd$1$2anc'],
  [/^ftnt(\d+)$/, 'ftnt_ref$1'],
]

/** The target of the link at the foot that belongs to this mark in the text. */
function backTo(anchor: Element): string | undefined {
  const target = targetOf(anchor)
  for (const [sign, back] of pairs) if (sign.test(target)) return target.replace(sign, back)
  return undefined
}

function targetOf(anchor: Element): string {
  return anchor.getAttribute('href')?.split('#').pop() ?? ''
}

/** The text of a note with the signs of its links and italics. */
function signsOf(node: Node): string {
  return [...node.childNodes].map(signed).join('')
}

function signed(node: Node): string {
  if (!(node instanceof Element)) return escapeNote(node.textContent ?? '')
  const inside = signsOf(node)
  const words = inside.trim()
  if (words === '') return inside
  const href = node.matches('a[href]') ? fullAddress(node.getAttribute('href') ?? '') : undefined
  if (href && !href.startsWith('#')) return inside.replace(words, () => noteLink(words, href))
  return node.matches('em, i') && !words.includes('*') ? inside.replace(words, () => `*${words}*`) : inside
}

const maxLength = 2000

function putNote(anchor: Element, text: string) {
  const note = anchor.ownerDocument.createElement('span')
  note.setAttribute('data-piece', 'footnote')
  note.setAttribute('data-text', text.slice(0, maxLength))
  const raised = anchor.closest('sup')
  const sign = raised && raised.textContent === anchor.textContent ? raised : anchor
  sign.replaceWith(note)
}
