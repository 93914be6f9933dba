/** What a cell of a table that we write can hold. */
export type Cell = string | number | boolean | Date | null | undefined

export interface TableColumn<Row> {
  /** Its name in JSON. */
  key: string
  /** Its heading in CSV and XLSX. */
  label: string
  value: (row: Row) => Cell
}

export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>

export const tableFormats = { csv: 'CSV', xlsx: 'Excel (XLSX)', json: 'JSON' } as const

export type TableFormat = keyof typeof tableFormats

export const mediaTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}
