import type { OwnRequestKind } from '#db/schema/tables.ts'
import type { Details } from '#features/audit/details.ts'
import { plain, text, type AuditSentences } from '#features/audit/sentences.ts'
import { requestWords } from './request-words.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof ownPagesSentences, true> {}
}

export const ownPagesSentences = {
  'own-page.code-requested': ({ who }) => `${who} requested a code for My page`,
  'own-page.signed-in': () => 'A person in the register signed in to My page',
  'own-page.signed-out': () => 'A person in the register signed out of My page',
  'own-page.signed-out-everywhere': () => 'A person in the register signed out of My page on all devices',
  'own-page.passkey-added': () => 'A person in the register added a passkey to My page',
  'own-page.passkey-renamed': () => 'A person in the register renamed a passkey of My page',
  'own-page.passkey-removed': () => 'A person in the register removed a passkey of My page',
  'own-page.passkey-refused': ({ who }) =>
    `${who} tried to sign in to My page with a passkey, and was refused`,
  'own-page.requested': ({ details }) => `A person in the register asked for: ${request(details)}`,
  'own-page.request-withdrawn': ({ details }) =>
    `A person in the register withdrew a request: ${request(details)}`,
  'own-page.approved': ({ who, details }) => `${who} approved a person’s request: ${request(details)}`,
  'own-page.refused': ({ who, details }) => `${who} declined a person’s request: ${request(details)}`,
} satisfies AuditSentences

function request(details: Details) {
  const kind = text(details['kind']) ?? ''
  return Object.hasOwn(requestWords, kind)
    ? requestWords[kind as OwnRequestKind].title.toLowerCase()
    : plain(kind)
}
