import { printable } from '#features/content/editor/exchange.ts'

export type PastedBlock = { kind: 'paragraph' | 'bullet'; text: string }

/**
 * Plain text as paragraphs. Text copied from a PDF has a line break at every printed line end: such lines are joined
 * again, and hyphenated words with them.
 */
export function pastedBlocks(text: string): PastedBlock[] {
  return tidied(text)
    .split(/\n[ \t]*\n+/)
    .flatMap((part) => blocksOfPart(part.split('\n').map((line) => line.trim())))
    .filter((block) => block.text !== '')
}

/** Characters left by typesetting: ligatures, soft hyphens, unprintable signs, page breaks. */
function tidied(text: string): string {
  const lines = text.replaceAll(/\r\n?|\u2028/g, '\n').replaceAll(/[\f\u2029]/g, '\n\n')
  return printable(lines)
    .replaceAll('\u00ad', '')
    .replaceAll(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
}

function blocksOfPart(lines: string[]): PastedBlock[] {
  const longest = Math.max(...lines.map((line) => line.length))
  const wrapped = isWrapped(lines, longest)
  const blocks: PastedBlock[] = []
  let ended = true
  for (const line of lines) {
    const bullet = /^[•▪‣◦●○■□·–-]\s+(?=\S)/.exec(line)
    const last = blocks.at(-1)
    if (bullet) blocks.push({ kind: 'bullet', text: line.slice(bullet[0].length) })
    else if (!last || !wrapped || ended || isClause(line)) blocks.push({ kind: 'paragraph', text: line })
    else last.text = joined(last.text, line)
    ended = /[.!?:।]["”’)]?$/.test(line) && line.length < longest * 0.8
  }
  return blocks
}

/**
 * A clause of rules or minutes starts with its number: "3. Members", "3.1 Any person", "(a) The fee", "iv) Those". The
 * initial of a name or a quantity at the start of a line does not count.
 */
function isClause(line: string): boolean {
  return /^(\d{1,3}[.)]\s+|\d{1,3}(\.\d{1,3})+\.?\s+(?=\p{Lu}|\p{Lo})|\((\d{1,3}|[a-z]|[ivx]{1,5})\)\s+|([a-z]|[ivx]{2,5})\)\s+)\S/u.test(
    line,
  )
}

/** Lines of prose that were wrapped at a width: several, long, and all but the last of a paragraph about as long. */
function isWrapped(lines: string[], longest: number): boolean {
  if (lines.length < 2 || longest < 40 || longest > 160) return false
  const full = lines.slice(0, -1).filter((line) => line.length > longest * 0.7)
  return full.length >= (lines.length - 1) * 0.6
}

function joined(before: string, line: string): string {
  const broken = /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line)
  return broken ? before.slice(0, -1) + line : `${before} ${line}`
}
