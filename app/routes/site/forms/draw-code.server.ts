import { encode } from 'uqr'
import type { DrawnCode } from './scan-code.tsx'

/** Each dark stretch of a row is one stroke of the path. */
export function drawCode(text: string): DrawnCode {
  const { data, size } = encode(text, { border: 4 })
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark && !row[x - 1] ? stroke(row, x, y) : '')))
  return { size, path: rows.flat().join('') }
}

function stroke(row: readonly boolean[], x: number, y: number): string {
  const end = row.indexOf(false, x)
  const width = (end < 0 ? row.length : end) - x
  return `M${x} ${y}h${width}v1h-${width}z`
}
