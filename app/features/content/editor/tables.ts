import { Table as TiptapTable, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { maxSpan } from '#features/content/text/document.ts'

// The content policy forbids style attributes, and widths and alignments are not stored.
const Table = TiptapTable.extend({ renderHTML: () => ['table', ['tbody', 0]] })

const cellAttributes = {
  addAttributes: () => ({
    colspan: spanAttribute('colspan'),
    rowspan: spanAttribute('rowspan'),
    // ProseMirror's table commands require it.
    colwidth: { default: null, rendered: false, parseHTML: () => null },
  }),
}

export const tables = [
  Table.configure({ resizable: false, View: null }),
  TableRow,
  TableHeader.extend(cellAttributes),
  TableCell.extend(cellAttributes),
]

/** A pasted cell may claim a million columns, and each of them would be rendered. */
function spanAttribute(name: 'colspan' | 'rowspan') {
  return {
    default: 1,
    parseHTML: (element: HTMLElement) => {
      const span = Number(element.getAttribute(name) ?? 1)
      return Number.isInteger(span) ? Math.min(Math.max(span, 1), maxSpan) : 1
    },
  }
}
