import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { languageOf } from '#features/content/text/language.ts'

/**
 * Marks the language and direction of each paragraph as the published page will, so that the spell checker uses the
 * right language.
 */
export const Languages = Extension.create({
  name: 'languages',
  addProseMirrorPlugins: () => [
    new Plugin({ props: { decorations: ({ doc }) => DecorationSet.create(doc, decorationsOf(doc)) } }),
  ],
})

const known = new WeakMap<Node, ReturnType<typeof languageOf>>()

function decorationsOf(doc: Node) {
  const found: Decoration[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    const attributes = known.get(node) ?? languageOf(node.textContent)
    known.set(node, attributes)
    if (attributes.lang || attributes.dir)
      found.push(Decoration.node(position, position + node.nodeSize, attributes))
    return false
  })
  return found
}
