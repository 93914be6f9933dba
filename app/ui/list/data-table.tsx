/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react'
import {
  ChooseAll,
  ChooseBar,
  ChooseBox,
  useChosen,
  type RowChoice,
  type ChosenRows,
} from '#ui/form/choose-several.tsx'
import type { Direction } from './list-href.ts'
import styles from './data-table.module.css'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /** The column that names the row: its cells are row headers. */
  heads?: boolean
  /** Its heading is a link that sorts by the column's key. */
  sorts?: boolean
  /** The heading is for screen readers only. */
  labelHidden?: boolean
}

export type Sorting = {
  /** The key of the column that decides the order now; none if the list has a fixed order. */
  sort?: string | undefined
  dir: Direction
  hrefFor: (sort: string, dir: Direction) => string
}

type Props<Row> = {
  caption: string
  /** The caption is for screen readers only, if a heading above already says it. */
  captionHidden?: boolean
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row, index: number) => string
  /**
   * On a narrow screen each row becomes a small card of label and value; a wide matrix scrolls horizontally instead.
   */
  narrow?: 'stack' | 'scroll'
  sorting?: Sorting
  choice?: RowChoice<Row>
}

/** The roles are explicit because a table laid out as blocks loses them in some browsers. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, captionHidden, columns, rows, rowKey, narrow = 'stack', sorting, choice } = props
  const chosen = useChosen()
  const looks = [styles.table, narrow === 'stack' && styles.stack, (sorting || choice) && styles.worked]
  const table = (
    <table role="table" className={looks.filter(Boolean).join(' ')}>
      <caption className={captionHidden ? 'visually-hidden' : styles.caption}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {choice && (
            <th role="columnheader" scope="col" className={styles.choose}>
              <ChooseAll chosen={chosen} things={choice.things} />
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.key} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} role="row">
            {choice && <ChooseCell choice={choice} chosen={chosen} row={row} rowKey={rowKey(row, index)} />}
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <>
      {choice && <ChooseBar chosen={chosen} choice={choice} />}
      {narrow === 'stack' ? (
        table
      ) : (
        <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
          {table}
        </div>
      )}
    </>
  )
}

function Heading<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { key, label, numeric, sorts, labelHidden } = column
  const className = numeric ? styles.numeric : undefined
  if (!sorts || !sorting) {
    return (
      <th role="columnheader" scope="col" className={className}>
        {labelHidden ? <span className="visually-hidden">{label}</span> : label}
      </th>
    )
  }
  const isSorted = sorting.sort === key
  const sorted = isSorted ? (sorting.dir === 'asc' ? 'ascending' : 'descending') : 'none'
  const next = isSorted && sorting.dir === 'asc' ? 'desc' : 'asc'
  return (
    <th role="columnheader" scope="col" aria-sort={sorted} className={className}>
      <a className={styles.sort} href={sorting.hrefFor(key, next)}>
        {label}
      </a>
    </th>
  )
}

type ChooseCellProps<Row> = { choice: RowChoice<Row>; chosen: ChosenRows; row: Row; rowKey: string }

function ChooseCell<Row>({ choice, chosen, row, rowKey }: ChooseCellProps<Row>) {
  const may = choice.mayChoose?.(row) ?? true
  return (
    <td role="cell" className={styles.choose}>
      {may && <ChooseBox chosen={chosen} rowKey={rowKey} name={choice.nameOf(row)} />}
    </td>
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
