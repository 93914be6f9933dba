import { capital } from '#server/input/capital.ts'
import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof casesSentences, true> {}
}

export const casesSentences = {
  'case.received': ({ whom }) => `${capital(whom)} was received`,
  'case.moved': ({ who, whom, details }) => {
    if (details['to'] === 'spam') return `${who} closed ${whom} as spam`
    if (details['move'] === 'restore') return `${who} restored ${whom}, which had been closed as spam`
    if (details['move'] === 'correct-address')
      return `${who} corrected the email address of the ${show(details['whose'])} in ${whom}`
    return `${who} changed the status of ${whom} from ${show(details['from'])} to ${show(details['to'])}`
  },
  'case.status-asked': ({ whom }) => `Someone checked the status of ${whom}`,
  'case.link-opened': ({ whom, details }) =>
    `A person in the register opened a confirmation request about ${whom} from their own page (${show(details['purpose'])})`,
  'case.answered': ({ whom, details }) =>
    `Someone answered a confirmation request about ${whom} (${show(details['purpose'])})`,
  'case.noted': ({ who, whom }) => `${who} added a note to ${whom}`,
  'case.assigned': ({ who, whom }) => `${who} assigned ${whom}`,
} satisfies AuditSentences
