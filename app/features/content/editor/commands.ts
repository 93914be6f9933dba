import type { Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'

/** Synchronously: the editor's own way waits for a frame, and keys typed until then would be lost. */
export function goToText(editor: Editor) {
  if (editor.view.hasFocus()) return
  editor.view.focus()
  editor.commands.scrollIntoView()
}

/** Inserts a block, and an empty paragraph after it where the text would otherwise end and trap the cursor. */
export function insertBlock(editor: Editor, block: JSONContent) {
  return editor
    .chain()
    .insertContent(block)
    .command(({ tr, state }) => {
      const last = tr.doc.lastChild
      const paragraph = state.schema.nodes['paragraph']
      if (last && !last.isTextblock && paragraph) tr.insert(tr.doc.content.size, paragraph.create())
      // The next typed text comes after the piece and does not replace it.
      if (tr.selection instanceof NodeSelection)
        tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to)))
      return true
    })
    .scrollIntoView()
    .run()
}

/** Continues in a new paragraph after the table, list or quote that the cursor is in. */
export function leaveBlock(editor: Editor): boolean {
  return editor.commands.command(({ tr, state, dispatch }) => {
    const paragraph = state.schema.nodes['paragraph']
    if (!paragraph) return false
    const { $from } = tr.selection
    const after = $from.depth > 0 ? $from.after(1) : tr.selection.to
    if (dispatch) {
      tr.insert(after, paragraph.create())
      tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView()
    }
    return true
  })
}

export function insertTable(editor: Editor) {
  const cells = (type: string) =>
    Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] }))
  const rows = ['tableHeader', 'tableCell', 'tableCell'].map((type) => ({
    type: 'tableRow',
    content: cells(type),
  }))
  const { from } = editor.state.selection
  insertBlock(editor, { type: 'table', content: rows })
  focusFirstCell(editor, from)
}

/** The cursor starts in the first heading of the new table. */
function focusFirstCell(editor: Editor, from: number) {
  let found: number | undefined
  editor.state.doc.descendants((node, position) => {
    if (found === undefined && node.type.name === 'table' && position >= from - 1) found = position
    return found === undefined
  })
  if (found !== undefined) editor.commands.setTextSelection(found + 4)
}

/** Changes or removes the piece at a position; the modal dialog blocked everything else meanwhile. */
export function changePiece(
  editor: Editor,
  position: number,
  attributes: Record<string, unknown> | undefined,
) {
  return editor.commands.command(({ tr }) => {
    const node = tr.doc.nodeAt(position)
    if (!node) return false
    if (attributes) tr.setNodeMarkup(position, undefined, attributes)
    else tr.delete(position, position + node.nodeSize)
    return true
  })
}

export function setLink(editor: Editor, href: string, words: string) {
  const chain = editor.chain()
  if (editor.isActive('link')) return chain.extendMarkRange('link').setMark('link', { href }).run()
  if (!editor.state.selection.empty) return chain.setMark('link', { href }).run()
  const link = { type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] }
  return chain.insertContent(link).run()
}

/** The library dialog in which the file was chosen is still closing: here the focus must wait for a frame. */
export function insertFileLink(editor: Editor, file: { href: string; name: string } | undefined) {
  const chain = editor.chain().focus()
  if (file) {
    const attrs = { href: file.href }
    if (editor.state.selection.empty)
      chain.insertContent({ type: 'text', text: file.name, marks: [{ type: 'link', attrs }] })
    else chain.setMark('link', attrs)
  }
  chain.run()
}
