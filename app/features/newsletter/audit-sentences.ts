import { people, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof newsletterSentences, true> {}
}

export const newsletterSentences = {
  'newsletter.asked': () => 'Somebody asked for the newsletter by e-mail',
  'newsletter.joined': ({ who }) => `${who} joined the newsletter list`,
  'newsletter.left': ({ who }) => `${who} left the newsletter list`,
  'newsletter.removed': ({ who, details }) => `${who} took ${people(details)} off the newsletter list`,
  'newsletter.mailed': ({ who, whom, details }) =>
    `${who} began to send ${whom} to ${people(details)} by e-mail`,
  'newsletter.mailing-stopped': ({ who, whom }) => `${who} stopped sending ${whom} by e-mail`,
  'newsletter-list.read': ({ who }) => `${who} read the newsletter list`,
} satisfies AuditSentences
