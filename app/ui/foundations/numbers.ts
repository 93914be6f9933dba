/** A number as the office writes it: 1,234. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-GB')
}

/** How many of something: "1 row", "1,234 rows". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}
