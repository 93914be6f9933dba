import type { CaseTypeName } from '#db/schema/tables.ts'
import type { Details } from '#features/audit/details.ts'
import { plain, show, text, type AuditSentences } from '#features/audit/sentences.ts'
import { caseTypeNames, caseTypes } from './case-types.ts'
import { stateLabel } from './queues.ts'
import { requestTitles } from './request-titles.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof caseworkSentences, true> {}
}

/** Some of these actions are recorded by the cases themselves, but only here are the names of all case types known. */
export const caseworkSentences = {
  'case.moved': ({ who, whom, subject, details }) => {
    if (details['to'] === 'spam') return `${who} closed ${whom} as spam`
    if (details['move'] === 'restore') return `${who} restored ${whom}, which had been closed as spam`
    if (details['move'] === 'correct-address')
      return `${who} corrected the email address of the ${show(details['whose'])} in ${whom}`
    return `${who} changed the status of ${whom} from ${status(subject, details['from'])} to ${status(subject, details['to'])}`
  },
  'case.link-opened': ({ whom, details }) =>
    `A person in the register opened a confirmation request about ${whom} from My page${request(details)}`,
  'case.answered': ({ whom, details }) =>
    `Someone answered a confirmation request about ${whom}${request(details)}`,
  'case.read': ({ who, whom }) => `${who} read ${whom}`,
  'case.exported': ({ who, whom, details }) =>
    `${who} ${details['format'] === 'pdf' ? `downloaded ${whom} as a PDF` : `opened the print version of ${whom}`}`,
  'case-list.read': ({ who }) => `${who} read the list of cases`,
  'case-file.read': ({ who, whom }) => `${who} opened a file of ${whom}`,
  'case.link-sent': ({ who, whom, details }) => `${who} sent a new link for ${whom}${request(details)}`,
  'case.decision-recorded': ({ who, whom, subject, details }) =>
    `${who} recorded a decision about ${whom}${decision(subject, details)}, which waits for release`,
  'case.decision-released': ({ who, whom, subject, details }) =>
    `${who} released the decision about ${whom}${decision(subject, details)}`,
  'case.decision-withdrawn': ({ who, whom, subject, details }) =>
    `${who} withdrew the decision about ${whom}${decision(subject, details)} before its release`,
  'case.held': ({ who, whom }) => `${who} put ${whom} on hold`,
  'case.released': ({ who, whom }) => `${who} removed the hold on ${whom}`,
} satisfies AuditSentences

function typeOf(subject: string): CaseTypeName | undefined {
  return caseTypeNames.find((name) => subject.startsWith(`case:${caseTypes[name].series}-`))
}

function status(subject: string, state: unknown) {
  const type = typeOf(subject)
  return type && typeof state === 'string' ? `“${stateLabel(type, state)}”` : show(state)
}

function decision(subject: string, details: Details) {
  const move = text(details['move'])
  if (move === undefined) return ''
  const type = typeOf(subject)
  return ` (${(type && labelOf(type, move)) ?? plain(move)})`
}

function labelOf(type: CaseTypeName, move: string) {
  const { moves } = caseTypes[type].workflow
  return Object.hasOwn(moves, move) ? moves[move]?.label : undefined
}

function request(details: Details) {
  const purpose = text(details['purpose'])
  if (purpose === undefined) return ''
  return ` (${Object.hasOwn(requestTitles, purpose) ? requestTitles[purpose as keyof typeof requestTitles] : plain(purpose)})`
}
