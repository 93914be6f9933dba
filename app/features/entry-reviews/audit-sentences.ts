import { text, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof entryReviewsSentences, true> {}
}

export const entryReviewsSentences = {
  'entry.reviewer-assigned': ({ who, details }) => {
    const reviewer = text(details['reviewer'])
    const entry = `“${text(details['title']) ?? 'an entry'}”`
    return reviewer === undefined
      ? `${who} opened the review of ${entry} to all reviewers`
      : `${who} asked ${reviewer} to review ${entry}`
  },
} satisfies AuditSentences
