/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /** The column that names the row: its cells are row headers. */
  heads?: boolean
}

type Props<Row> = {
  caption: string
  /** The caption is spoken only, where a heading above already says it. */
  captionHidden?: boolean
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** On a narrow screen each row becomes a small card of label and value; a wide matrix scrolls sideways instead. */
  narrow?: 'stack' | 'scroll'
}

/** The roles are spelt out because a table that is laid out as blocks loses them in some browsers. */
export function DataTable<Row>({
  caption,
  captionHidden,
  columns,
  rows,
  rowKey,
  narrow = 'stack',
}: Props<Row>) {
  const table = (
    <table role="table" className={`${styles.table} ${narrow === 'stack' ? styles.stack : ''}`}>
      <caption className={captionHidden ? 'visually-hidden' : styles.caption}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, label, numeric }) => (
            <th key={key} role="columnheader" scope="col" className={numeric ? styles.numeric : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (narrow === 'stack') return table
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      {table}
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = column.numeric ? styles.numeric : undefined
  if (column.heads) {
    return (
      <th role="rowheader" scope="row" className={className}>
        {column.cell(row)}
      </th>
    )
  }
  return (
    <td role="cell" className={className} data-label={column.label}>
      {column.cell(row)}
    </td>
  )
}
