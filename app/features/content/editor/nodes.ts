import { type Editor, Node } from '@tiptap/core'
import type { Node as PmNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import { z } from 'zod'
import { figureSchema, latexSchema, noteSchema } from '#features/content/text/document.ts'

/** The nodes that Tiptap does not have. Each is one piece: selected as a whole and edited in a dialog. */
const pieces = {
  figure: { inline: false, attributes: figureSchema },
  footnote: { inline: true, attributes: z.strictObject({ text: noteSchema }) },
  inlineMath: { inline: true, attributes: z.strictObject({ latex: latexSchema }) },
  blockMath: { inline: false, attributes: z.strictObject({ latex: latexSchema }) },
}

export type PieceName = keyof typeof pieces

/** How each piece looks in the editor; redrawn when its attributes change. */
export type PieceDrawings = Record<PieceName, (node: PmNode) => NodeView>

export function isPiece(name: string): name is PieceName {
  return Object.hasOwn(pieces, name)
}

export function ownNodes(
  drawings: PieceDrawings | undefined,
  edit: (editor: Editor, position: number) => void,
) {
  return Object.keys(pieces).filter(isPiece).map(piece)

  function piece(name: PieceName) {
    const { inline, attributes } = pieces[name]
    const tag = inline ? 'span' : 'div'
    const names = Object.keys(attributes.shape)
    return Node.create({
      name,
      group: inline ? 'inline' : 'block',
      inline,
      atom: true,
      draggable: !inline,
      addAttributes: () =>
        Object.fromEntries(names.map((attribute) => [attribute, { default: null, rendered: false }])),
      // On the clipboard the attributes travel as data, and are checked like those from a browser.
      parseHTML: () => [
        {
          tag: `${tag}[data-piece="${name}"]`,
          getAttrs: (element) => {
            const given = names.map((attribute) => [attribute, element.getAttribute(`data-${attribute}`)])
            const checked = attributes.safeParse(
              Object.fromEntries(given.filter(([, value]) => value !== null)),
            )
            return checked.success && checked.data
          },
        },
      ],
      renderHTML: ({ node }) => [tag, { 'data-piece': name, ...dataOf(node) }],
      renderText: ({ node }) => String(node.attrs['latex'] ?? node.attrs['alt'] ?? ''),
      ...(drawings && { addNodeView: () => (props: { node: PmNode }) => drawings[name](props.node) }),
      addKeyboardShortcuts() {
        return {
          Enter: () => {
            const { selection } = this.editor.state
            if (!(selection instanceof NodeSelection) || selection.node.type.name !== name) return false
            edit(this.editor, selection.from)
            return true
          },
        }
      },
    })
  }
}

function dataOf(node: PmNode) {
  const given = Object.entries(node.attrs).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given.map(([attribute, value]) => [`data-${attribute}`, String(value)]))
}
