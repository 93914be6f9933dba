/** The columns of a file to choose from, each by its heading and the values of its first rows. */
export function columnChoices(headings: string[], first: string[][]): { value: string; label: string }[] {
  return [
    { value: '', label: 'Not in this file' },
    ...headings.map((heading, at) => ({ value: String(at), label: labelOf(heading, at, first) })),
  ]
}

function labelOf(heading: string, at: number, first: string[][]) {
  const held = first.map((row) => (row[at] ?? '').trim()).filter(Boolean)
  const name = heading === '' ? `Column ${at + 1}` : heading.slice(0, 40)
  return held.length === 0 ? name : `${name} (${held.join(', ').slice(0, 40)})`
}
