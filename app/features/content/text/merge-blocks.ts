import { toCanonicalJson } from '#db/engine/json.ts'
import type { Block, TableRow } from './document.ts'
import { mergeLists, type AtConflict, type ListRules } from './merge-lists.ts'
import { blockKey, isEmptyParagraph, normalBlock } from './normal-form.ts'

/** Blocks of a text: a paragraph is the unit, also in a list, a quote or a table. */
const blockRules: ListRules<Block> = {
  key: blockKey,
  mergeItem: mergeBlock,
  identity: (block) => (saysNothing(block) ? undefined : blockKey(block)),
}

type Item = Extract<Block, { type: 'bulletList' }>['content'][number]

const itemRules: ListRules<Item> = {
  key: (item) => item.content.map(blockKey).join('\n'),
  mergeItem: (base, mine, theirs, atConflict) => {
    const content = mergeBlocks(base.content, mine.content, theirs.content, atConflict)
    // A list item starts with a paragraph, see document.ts.
    return content?.[0]?.type === 'paragraph' ? { type: 'listItem', content } : undefined
  },
}

function saysNothing(block: Block) {
  return block.type === 'horizontalRule' || isEmptyParagraph(block)
}

/** Undefined if the merge would leave no block: a container has at least one. */
export function mergeBlocks(
  base: Block[],
  mine: Block[],
  theirs: Block[],
  atConflict: AtConflict,
): Block[] | undefined {
  const content = mergeLists(base, mine, theirs, blockRules, atConflict)
  return content && content.length > 0 ? content : undefined
}

function mergeBlock(base: Block, mine: Block, theirs: Block, atConflict: AtConflict): Block | undefined {
  if (shellOf(mine) !== shellOf(base) || shellOf(theirs) !== shellOf(base)) return undefined
  if (base.type === 'blockquote' && mine.type === 'blockquote' && theirs.type === 'blockquote') {
    const content = mergeBlocks(base.content, mine.content, theirs.content, atConflict)
    return content && { ...mine, content }
  }
  if (isList(base) && isList(mine) && isList(theirs)) {
    const content = mergeLists(base.content, mine.content, theirs.content, itemRules, atConflict)
    return content && content.length > 0 ? { ...mine, content } : undefined
  }
  if (base.type === 'table' && mine.type === 'table' && theirs.type === 'table') {
    const content = mergeRows(base.content, mine.content, theirs.content)
    return content && { ...mine, content }
  }
  return undefined
}

function isList(block: Block): block is Extract<Block, { type: 'bulletList' | 'orderedList' }> {
  return block.type === 'bulletList' || block.type === 'orderedList'
}

/** The shape of a block apart from its content: for a table, how many cells of which size each row has. */
function shellOf(block: Block): string {
  const { content: _, ...shell } = { content: undefined, ...normalBlock(block) }
  if (block.type !== 'table') return toCanonicalJson(shell)
  const rows = block.content.map((row) =>
    row.content.map(({ type, attrs }) => [type, attrs?.colspan ?? 1, attrs?.rowspan ?? 1]),
  )
  return toCanonicalJson([shell, rows])
}

/** Row by row, because a row is a record: cells of one row written by different people may not belong together. */
function mergeRows(base: TableRow[], mine: TableRow[], theirs: TableRow[]): TableRow[] | undefined {
  const rows = base.map((row, index) => {
    const [my, their] = [mine[index]!, theirs[index]!]
    const [wasKey, myKey, theirKey] = [row, my, their].map(rowKey)
    if (theirKey === wasKey || theirKey === myKey) return my
    return myKey === wasKey ? their : undefined
  })
  return rows.every((row) => row !== undefined) ? rows : undefined
}

function rowKey(row: TableRow) {
  return toCanonicalJson(row.content.map((cell) => cell.content.map(blockKey)))
}
