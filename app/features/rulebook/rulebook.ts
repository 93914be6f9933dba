/** Names that pages show. This file needs nothing else, so that they may use it in the browser. */

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

/** When a rule is applied. */
export const stages = {
  nomination: 'When a proposer confirms a nomination',
  scrutiny: 'In scrutiny',
  decision: 'When an election or approval is recorded',
  ballot: 'When votes are cast and counted',
  admission: 'On admission or enrolment',
} as const

export type RuleStage = keyof typeof stages

export const answerNames = { met: 'met', 'not-met': 'not met', 'not-known': 'not known' } as const
