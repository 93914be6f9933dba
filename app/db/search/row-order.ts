/** What the order of two results with the same words depends on. */
export interface Row {
  id: number
  sort_key: string
  weight: number
  starts_on: string | null
}

/** A title that says little else comes before a longer one. */
export function compareTitles(a: Row, b: Row) {
  return countWords(a) - countWords(b) || compareRows(a, b)
}

function countWords({ sort_key }: Row) {
  return sort_key.split(' ').length
}

export function compareRows(a: Row, b: Row) {
  const byDay = compare(b.starts_on ?? '', a.starts_on ?? '')
  return a.weight - b.weight || byDay || compare(a.sort_key, b.sort_key) || a.id - b.id
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0
}
