/** The quantile: the value that the given share of the values does not exceed. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** The slope of the line that fits these points best, by least squares. */
export function slopeOf(points: [x: number, y: number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map((point) => point[0]))
  const y = mean(points.map((point) => point[1]))
  const rise = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return rise / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}

/** Rounds for print and file alike: nobody needs the seventh digit. */
export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

export function kilobytes(bytes: number): number {
  return round(bytes / 1000)
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}

type Cell = string | number

/** Prints rows under their headings; numbers are right-aligned. */
export function printTable(headings: string[], rows: Cell[][]) {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  const line = (cells: Cell[], isHeading = false) =>
    cells
      .map((cell, column) => {
        const toTheRight = typeof cell === 'number' || (isHeading && typeof rows[0]?.[column] === 'number')
        const text = String(cell)
        return toTheRight ? text.padStart(widths[column]!) : text.padEnd(widths[column]!)
      })
      .join('  ')
      .trimEnd()
  console.log(`  ${line(headings, true)}`)
  for (const row of rows) console.log(`  ${line(row)}`)
}

export interface Goal {
  goal: string
  measured: string
  met: boolean
}
