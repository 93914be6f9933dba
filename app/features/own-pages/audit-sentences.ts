import { plain, text, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof ownPagesSentences, true> {}
}

export const ownPagesSentences = {
  'own-page.code-requested': ({ who }) => `${who} requested a code for an own page`,
  'own-page.signed-in': () => 'A person in the register signed in to their own page',
  'own-page.signed-out': () => 'A person in the register signed out of their own page',
  'own-page.signed-out-everywhere': () =>
    'A person in the register signed out of their own page on all devices',
  'own-page.requested': ({ details }) =>
    `A person in the register asked for a change: ${plain(text(details['kind']) ?? '')}`,
  'own-page.request-withdrawn': ({ details }) =>
    `A person in the register withdrew a request: ${plain(text(details['kind']) ?? '')}`,
  'own-page.approved': ({ who, details }) =>
    `${who} approved a person’s request: ${plain(text(details['kind']) ?? '')}`,
  'own-page.refused': ({ who, details }) =>
    `${who} refused a person’s request: ${plain(text(details['kind']) ?? '')}`,
} satisfies AuditSentences
