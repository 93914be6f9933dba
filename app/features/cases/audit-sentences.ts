import { capital } from '#server/input/capital.ts'
import type { Details } from '#features/audit/details.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import type { AuditSentences } from '#features/audit/sentences.ts'
import { factField, isFactName } from '#features/rulebook/facts.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof casesSentences, true> {}
}

export const casesSentences = {
  'case.received': ({ whom }) => `${capital(whom)} was received`,
  'case.status-asked': ({ whom }) => `Someone checked the status of ${whom}`,
  'case.noted': ({ who, whom }) => `${who} added a note to ${whom}`,
  'case.assigned': ({ who, whom }) => `${who} assigned ${whom}`,
  'case.fact-entered': ({ who, whom, details }) =>
    `${who} entered a fact for the rules on ${whom}${factOf(details)}`,
  'case.fact-removed': ({ who, whom, details }) =>
    `${who} deleted a fact for the rules from ${whom}${factOf(details)}`,
  'case.fact-restored': ({ who, whom, details }) =>
    `${who} restored a fact for the rules on ${whom}${factOf(details)}`,
} satisfies AuditSentences

function factOf({ fact }: Details): string {
  return typeof fact === 'string' && isFactName(fact) ? `: ${factField(fact).label}` : ''
}

/** Also for the actions of other features on a case. */
export const casesObstacles = {
  case: 'Cases were received or changed',
} satisfies ObstacleWords
