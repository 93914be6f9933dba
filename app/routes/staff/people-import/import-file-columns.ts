import type { TableColumn } from '#server/tables/table.ts'

/** The columns of the imported file, for an exported one. Two of them may have the same heading. */
export function fileColumns(headings: string[]): TableColumn<{ cells: string[] }>[] {
  return headings.map((heading, at) => ({
    key: `${at + 1} ${heading}`,
    label: heading,
    value: ({ cells }) => cells[at] ?? '',
  }))
}
