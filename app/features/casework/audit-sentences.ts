import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof caseworkSentences, true> {}
}

export const caseworkSentences = {
  'case.read': ({ who, whom }) => `${who} read ${whom}`,
  'case.exported': ({ who, whom, details }) =>
    `${who} ${details['format'] === 'pdf' ? `downloaded ${whom} as a PDF` : `opened the print version of ${whom}`}`,
  'case-list.read': ({ who }) => `${who} read the list of cases`,
  'case-file.read': ({ who, whom }) => `${who} opened a file of ${whom}`,
  'case.link-sent': ({ who, whom, details }) =>
    `${who} sent a new link for ${whom} (${show(details['purpose'])})`,
  'case.decision-recorded': ({ who, whom, details }) =>
    `${who} recorded a decision about ${whom} (${show(details['move'])}), which waits for release`,
  'case.decision-released': ({ who, whom, details }) =>
    `${who} released the decision about ${whom} (${show(details['move'])})`,
  'case.decision-withdrawn': ({ who, whom, details }) =>
    `${who} withdrew the decision about ${whom} (${show(details['move'])}) before its release`,
  'case.held': ({ who, whom }) => `${who} put ${whom} on hold`,
  'case.released': ({ who, whom }) => `${who} released the hold on ${whom}`,
} satisfies AuditSentences
