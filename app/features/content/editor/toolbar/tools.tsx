import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { insertTable } from '#features/content/editor/commands.ts'
import * as icons from './tool-icons.tsx'

/** Tools that ask something first, in a dialog or in a library that the page provides. */
type DialogTool = 'link' | 'file' | 'footnote' | 'figure' | 'inlineMath' | 'blockMath' | 'help'

type Tool = {
  name: string
  label: string
  /** As in aria-keyshortcuts, with Mod for Ctrl or the Apple key. */
  keys?: string
  glyph: ReactNode
  isOn?: (editor: Editor) => boolean
  isOff?: (editor: Editor) => boolean
  run?: (editor: Editor) => void
}

type ToolbarGroup = { label: string; tools: Tool[] }

/** Letters that serve as a picture: drawn by the style sheet, because screen readers should not read them. */
function Sign({ text }: { text: string }) {
  return <span data-sign={text} />
}

const mark = (name: string, label: string, keys: string, glyph: ReactNode): Tool => ({
  ...{ name, label, keys, glyph },
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.commands.toggleMark(name),
})

const heading = (level: 2 | 3 | 4): Tool => ({
  name: `heading${level}`,
  label: `Heading ${level}`,
  keys: `Mod+Alt+${level}`,
  glyph: <Sign text={`H${level}`} />,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.commands.toggleHeading({ level }),
})

const dialogTool = (name: DialogTool, label: string, keys: string | undefined, glyph: ReactNode): Tool => ({
  ...{ name, label, glyph },
  ...(keys && { keys }),
  ...(name !== 'file' && name !== 'help' && { isOn: (editor: Editor) => editor.isActive(name) }),
})

/** The toolbar in its order. A tool without `run` opens one of the editor's own dialogs. */
export const groups: ToolbarGroup[] = [
  {
    label: 'History',
    tools: [
      {
        ...{ name: 'undo', label: 'Undo', keys: 'Mod+Z', glyph: <icons.Undo /> },
        isOff: (editor) => !editor.can().undo(),
        run: (editor) => editor.commands.undo(),
      },
      {
        ...{ name: 'redo', label: 'Redo', keys: 'Mod+Shift+Z', glyph: <icons.Redo /> },
        isOff: (editor) => !editor.can().redo(),
        run: (editor) => editor.commands.redo(),
      },
    ],
  },
  { label: 'Headings', tools: [heading(2), heading(3), heading(4)] },
  {
    label: 'Text style',
    tools: [
      mark('bold', 'Bold', 'Mod+B', <b>B</b>),
      mark('italic', 'Italic', 'Mod+I', <i>I</i>),
      mark('superscript', 'Superscript', 'Mod+.', <Sign text="x²" />),
      mark('subscript', 'Subscript', 'Mod+,', <Sign text="x₂" />),
      mark('code', 'Code', 'Mod+E', <icons.Code />),
    ],
  },
  {
    label: 'Paragraphs',
    tools: [
      {
        ...{ name: 'bulletList', label: 'List', keys: 'Mod+Shift+8', glyph: <icons.Bullets /> },
        isOn: (editor) => editor.isActive('bulletList'),
        run: (editor) => editor.commands.toggleBulletList(),
      },
      {
        ...{ name: 'orderedList', label: 'Numbered list', keys: 'Mod+Shift+7', glyph: <icons.Numbers /> },
        isOn: (editor) => editor.isActive('orderedList'),
        run: (editor) => editor.commands.toggleOrderedList(),
      },
      {
        ...{ name: 'blockquote', label: 'Quotation', keys: 'Mod+Shift+B', glyph: <icons.Quote /> },
        isOn: (editor) => editor.isActive('blockquote'),
        run: (editor) => editor.commands.toggleBlockquote(),
      },
    ],
  },
  {
    label: 'References',
    tools: [
      dialogTool('link', 'Link', 'Mod+K', <icons.Link />),
      dialogTool('file', 'File to download', undefined, <icons.File />),
      dialogTool('footnote', 'Footnote', 'Mod+Alt+F', <icons.Footnote />),
    ],
  },
  {
    label: 'Insert',
    tools: [
      dialogTool('figure', 'Picture', 'Mod+Alt+P', <icons.Picture />),
      {
        ...{ name: 'table', label: 'Table', glyph: <icons.Table /> },
        isOn: (editor) => editor.isActive('table'),
        isOff: (editor) => editor.isActive('table'),
        run: insertTable,
      },
      dialogTool('inlineMath', 'Inline formula', 'Mod+Alt+M', <Sign text="∑" />),
      dialogTool('blockMath', 'Formula on its own line', 'Mod+Alt+Shift+M', <icons.BlockFormula />),
      {
        ...{ name: 'horizontalRule', label: 'Dividing line', glyph: <icons.Rule /> },
        run: (editor) => editor.commands.setHorizontalRule(),
      },
    ],
  },
  { label: 'Help', tools: [dialogTool('help', 'Keyboard shortcuts', undefined, <Sign text="?" />)] },
]

/** In place of the others while the cursor is in a table. */
export const tableGroup: ToolbarGroup = {
  label: 'Table',
  tools: [
    tableTool('rowAbove', 'Row above', <icons.RowAbove />, (editor) => editor.commands.addRowBefore()),
    tableTool('rowBelow', 'Row below', <icons.RowBelow />, (editor) => editor.commands.addRowAfter()),
    tableTool('noRow', 'Remove row', <icons.NoRow />, (editor) => editor.commands.deleteRow()),
    tableTool('columnBefore', 'Column before', <icons.ColumnBefore />, (editor) =>
      editor.commands.addColumnBefore(),
    ),
    tableTool('columnAfter', 'Column after', <icons.ColumnAfter />, (editor) =>
      editor.commands.addColumnAfter(),
    ),
    tableTool('noColumn', 'Remove column', <icons.NoColumn />, (editor) => editor.commands.deleteColumn()),
    tableTool('headerRow', 'Heading row', <icons.HeaderRow />, (editor) => editor.commands.toggleHeaderRow()),
    tableTool('headerColumn', 'Heading column', <icons.HeaderColumn />, (editor) =>
      editor.commands.toggleHeaderColumn(),
    ),
    tableTool('mergeCells', 'Merge or split cells', <icons.Merge />, (editor) =>
      editor.commands.mergeOrSplit(),
    ),
    tableTool('noTable', 'Remove table', <icons.NoTable />, (editor) => editor.commands.deleteTable()),
  ],
}

function tableTool(name: string, label: string, glyph: ReactNode, run: (editor: Editor) => void): Tool {
  return { name, label, glyph, run }
}

/** Changes between the tools of the table and those of the text; the toolbar does that itself. */
export function switchGroup(label: 'Text tools' | 'Table tools'): ToolbarGroup {
  const glyph = label === 'Text tools' ? <Sign text="Aa" /> : <icons.Table />
  return { label: 'Tools', tools: [{ name: 'toolSwitch', label, glyph }] }
}

export function opensDialog(tool: Tool): tool is Tool & { name: DialogTool } {
  return tool.run === undefined
}

export type { DialogTool, ToolbarGroup, Tool }
