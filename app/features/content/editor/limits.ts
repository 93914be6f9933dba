import { Extension, type JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { maxDepth, maxSpan, tooBig } from '#features/content/text/document.ts'
import { fromEditor } from './exchange.ts'

const refusals = {
  deep: 'This is the deepest level.',
  wide: `A table can have at most ${maxSpan} columns.`,
  long: 'The text is too long. Split it into several sections or pages.',
}

/** Keeps the text within what can be stored: a change beyond the limits is not made, and `refused` says why. */
export function limits(refused: (sentence: string) => void) {
  return Extension.create({
    name: 'limits',
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction: (transaction) => {
          if (!transaction.docChanged || transaction.getMeta('preventUpdate')) return true
          const complaint = complaintAbout(transaction)
          // A transaction is filtered while another may be rendered.
          if (complaint) queueMicrotask(() => refused(refusals[complaint]))
          return complaint === undefined
        },
      }),
    ],
  })
}

function complaintAbout({ doc, before }: Transaction): keyof typeof refusals | undefined {
  const shape = shapeOf(doc)
  if (shape && !shapeOf(before)) return shape
  // Small documents are always valid, and so is removing something.
  if (doc.nodeSize < 10_000 || doc.nodeSize <= before.nodeSize) return undefined
  return tooBig(fromEditor(doc.toJSON() as JSONContent)) ? 'long' : undefined
}

/** A link on the innermost words is two levels deeper than they are, and must still fit. */
const deepestBlock = maxDepth - 2

function shapeOf(node: Node, depth = 0): 'deep' | 'wide' | undefined {
  if (depth > deepestBlock) return 'deep'
  if (node.type.name === 'tableRow' && node.childCount > maxSpan) return 'wide'
  if (node.isTextblock) return undefined
  for (const child of node.children) {
    const found = shapeOf(child, depth + 1)
    if (found) return found
  }
  return undefined
}
