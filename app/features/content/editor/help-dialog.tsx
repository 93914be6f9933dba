import { EditorDialog } from './editor-dialog.tsx'
import { shownKeys } from './key-names.ts'
import { groups } from './toolbar/tools.tsx'
import styles from './editor-dialog.module.css'

const others: [string, string][] = [
  ['Go to the toolbar', 'Alt+F10'],
  ['Return to the text', 'Escape'],
  ['Leave the text, also out of a list or table', 'Escape, then Tab'],
  ['New paragraph after a table, list or quotation', 'Mod+Enter'],
  ['New line in the same paragraph', 'Shift+Enter'],
  ['Edit the selected picture, formula or footnote', 'Enter'],
  ['Indent a list item, or go to the next cell', 'Tab'],
]

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const tools = groups
    .flatMap((group) => group.tools)
    .flatMap(({ label, keys }): [string, string][] => (keys ? [[label, keys]] : []))
  return (
    <EditorDialog title="Keyboard shortcuts" onClose={onClose}>
      <table className={styles.keys}>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Keys</th>
          </tr>
        </thead>
        <tbody>
          {[...others, ...tools].map(([what, keys]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>
                <kbd>{shownKeys(keys)}</kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Text pasted from Word, a PDF file or a web page keeps its headings, lists, tables, links and emphasis,
        but not its fonts and colours. At the start of a line, ## and a space make a heading, - a list, 1. a
        numbered list and &gt; a quotation.
      </p>
    </EditorDialog>
  )
}
