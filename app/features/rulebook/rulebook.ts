/** What a rulebook can judge on this site. */
export const rulebookSubjects = {
  fellow: 'Nominations of Fellows',
  'associate-fellow': 'Nominations of Associate Fellows',
  membership: 'Applications for membership',
} as const

export type RulebookSubject = keyof typeof rulebookSubjects

export const rulesAddress = '/fellowship/rules'

/** The place of a rulebook on the public page. */
export function rulebookAddress(slug: string): string {
  return `${rulesAddress}#${slug}`
}
