import { inlineText } from './document-text.ts'
import type { Block, RichText } from './document.ts'

/** A whole document that was pasted into one field, cut at its headings. */
export interface SplitText {
  /** What comes before the first heading. */
  lead: Block[]
  sections: { number?: string; heading: string; body: RichText }[]
}

/** Whether blocks contain several headings of one level, as a whole document does. */
export function isWholeDocument(blocks: Block[]): boolean {
  return cutsIn(blocks).length > 1
}

export function splitByHeadings({ content }: RichText): SplitText {
  const cuts = cutsIn(content)
  const level = levelOf(content)
  return {
    lead: content.slice(0, cuts[0] ?? content.length),
    sections: cuts.map((cut, index) => ({
      ...titleOf(content[cut]!),
      body: bodyOf(content.slice(cut + 1, cuts[index + 1]), level),
    })),
  }
}

/** Where the sections start: at the highest headings, or at numbered lines in capitals where there are no headings. */
function cutsIn(blocks: Block[]): number[] {
  const level = levelOf(blocks)
  return [...blocks.keys()].filter((at) => {
    const block = blocks[at]!
    return level === undefined
      ? block.type === 'paragraph' && isTitleLine(inlineText(block.content).trim())
      : block.type === 'heading' && block.attrs.level === level && titleText(block) !== ''
  })
}

function levelOf(blocks: Block[]): number | undefined {
  const levels = blocks.flatMap((block) => (block.type === 'heading' ? block.attrs.level : []))
  return levels.length > 0 ? Math.min(...levels) : undefined
}

/** `3. MEMBERSHIP`, as old documents print their headings. */
function isTitleLine(text: string): boolean {
  return text.length <= 80 && /^\d{1,2}[.)]? \p{Lu}/u.test(text) && !/\p{Ll}|[.;:]$/u.test(text)
}

const numbered = /^((?:Article|Section|Rule|Part|Clause) )?([\dIVXLC][\d.IVXLC]{0,7})[.):]?\s(.+)$/

/** The number of a heading is a field of its own. */
function titleOf(block: Block): { number?: string; heading: string } {
  const text = 'content' in block && block.type !== 'table' ? titleText(block) : ''
  const [, word = '', digits = '', heading = ''] = numbered.exec(text) ?? []
  const number = `${word}${digits}`.replace(/\.$/, '')
  return heading && number.length <= 12 ? { number, heading: heading.trim() } : { heading: text }
}

function titleText(block: Block): string {
  return block.type === 'heading' || block.type === 'paragraph' ? inlineText(block.content).trim() : ''
}

/** Lower headings rise, because the heading above them is now that of the section. */
function bodyOf(blocks: Block[], level: number | undefined): RichText {
  const content = blocks.map((block): Block => {
    if (block.type !== 'heading' || level === undefined) return block
    const risen = Math.max(2, block.attrs.level - level + 1) as 2 | 3 | 4
    return { ...block, attrs: { level: risen } }
  })
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}
