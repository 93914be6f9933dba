import type { OwnRequestKind } from '#db/schema/tables.ts'
import type { Details } from '#features/audit/details.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { plain, text, type AuditSentences } from '#features/audit/sentences.ts'
import { requestWords } from './request-words.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof ownPagesSentences, true> {}
}

export const ownPagesSentences = {
  'own-page.code-requested': ({ who }) => `${who} requested a code for My page`,
  'own-page.signed-in': ({ who }) => `${who} signed in to My page`,
  'own-page.signed-out': ({ who }) => `${who} signed out of My page`,
  'own-page.signed-out-everywhere': ({ who }) => `${who} signed out of My page on all devices`,
  'own-page.passkey-added': ({ who }) => `${who} added a passkey to My page`,
  'own-page.passkey-renamed': ({ who }) => `${who} renamed a passkey of My page`,
  'own-page.passkey-removed': ({ who }) => `${who} removed a passkey of My page`,
  'own-page.passkey-refused': ({ who }) =>
    `${who} tried to sign in to My page with a passkey, and was refused`,
  'own-page.renewal-started': ({ who }) => `${who} started the renewal of a membership`,
  'own-page.helper-named': ({ who }) => `${who} added a helper for a person in the register`,
  'own-page.helper-extended': ({ who }) => `${who} extended a helper’s access`,
  'own-page.helper-reminded': ({ who }) =>
    `${who} reminded a person and their helper that the helper’s access ends soon`,
  'own-page.helper-ended': ({ who }) => `${who} ended a helper’s access`,
  'own-page.requested': ({ who, details }) => `${who} asked for: ${request(details)}`,
  'own-page.request-withdrawn': ({ who, details }) => `${who} withdrew a request: ${request(details)}`,
  'own-page.approved': ({ who, details }) => `${who} approved a person’s request: ${request(details)}`,
  'own-page.refused': ({ who, details }) => `${who} declined a person’s request: ${request(details)}`,
} satisfies AuditSentences

export const ownPagesObstacles = {
  'own-page': 'Someone used My page',
} satisfies ObstacleWords

function request(details: Details) {
  const kind = text(details['kind']) ?? ''
  return Object.hasOwn(requestWords, kind)
    ? requestWords[kind as OwnRequestKind].title.toLowerCase()
    : plain(kind)
}
