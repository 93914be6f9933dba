/** The possible outcomes for the lines of a statement. */
export const shownLines = {
  open: 'Not matched yet',
  matched: 'Matched',
  aside: 'Set aside',
  duplicate: 'Duplicates',
  useless: 'No incoming amount',
} as const

export type ShownLines = keyof typeof shownLines
