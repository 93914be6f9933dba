/** What can become of the lines of a statement. */
export const shownLines = {
  open: 'To be matched',
  matched: 'Matched',
  aside: 'Set aside',
  duplicate: 'Known already',
  useless: 'No money in',
} as const

export type ShownLines = keyof typeof shownLines
