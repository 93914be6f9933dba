import { capital } from '#server/input/capital.ts'
import type { Details } from '#features/audit/details.ts'
import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'
import { fields, plain, show, text, type AuditSentences, type AuditWords } from '#features/audit/sentences.ts'
import { roleLabels } from './accounts/workflow.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof staffSentences, true> {}
}

export const staffSentences = {
  'staff.signed-up': ({ whom, details }) => `${capital(whom)} requested an account${requestedRole(details)}`,
  'staff.sign-up-refused': ({ whom }) => `Someone requested an account with the address of ${whom}`,
  'staff.joined': ({ whom, details }) => `${capital(whom)} joined${as(details)}`,
  'staff.first-link-made': ({ who }) => `${who} created the link for the first administrator`,
  'staff.invited': ({ who, details }) => `${who} invited ${emailOf(details) ?? 'someone'}${as(details)}`,
  'staff.invitation-withdrawn': ({ who, details }) =>
    `${who} withdrew the invitation of ${emailOf(details) ?? 'someone'}`,
  'staff.invitation-renewed': ({ details }) =>
    `${capital(emailOf(details) ?? 'someone')} asked for a new invitation link`,
  'staff.approved': ({ who, whom, details }) => `${who} approved ${whom}${as(details)}`,
  'staff.role-changed': (words) => `${words.who} changed ${of(words, 'role')}${roles(words.details)}`,
  'staff.disabled': ({ who, whom }) => `${who} disabled the account of ${whom}`,
  'staff.enabled': ({ who, whom }) => `${who} enabled the account of ${whom}`,
  'staff.read': (words) => `${words.who} looked at ${of(words, 'account')}`,
  'staff-list.read': ({ who }) => `${who} read the list of staff accounts`,
  'staff.unconfirmed-removed': ({ who }) => `${who} deleted an account whose address was never confirmed`,
  'staff.profile-changed': (words) => `${words.who} changed ${of(words, 'profile')}${fields(words.details)}`,
  'staff.signed-in': ({ whom }) => `${capital(whom)} signed in`,
  'staff.sign-in-failed': (words) => `A sign-in as ${claimed(words)} failed${because(words.details)}`,
  'staff.signed-in-by-provider': ({ whom, details }) => `${capital(whom)} signed in${at(details)}`,
  'staff.provider-accepted': ({ whom, details }) =>
    `${capital(whom)} passed the first step of signing in${at(details)}`,
  'staff.provider-sign-in-failed': (words) => `A sign-in${at(words.details)} failed${because(words.details)}`,
  'staff.sign-in-paused': (words) => `Signing in as ${claimed(words)} was paused after too many attempts`,
  'staff.password-accepted': ({ whom }) => `${capital(whom)} entered the correct password`,
  'staff.password-refused': ({ whom }) => `${capital(whom)} entered a wrong password`,
  'staff.second-factor-failed': ({ whom }) => `${capital(whom)} entered a wrong second factor`,
  'staff.confirmed': ({ whom }) => `${capital(whom)} confirmed their identity`,
  'staff.signed-out': ({ whom }) => `${capital(whom)} signed out`,
  'staff.sessions-ended': (words) => `${words.who} ended ${sessions(words)}`,
  'staff.password-changed': (words) => `${words.who} changed ${of(words, 'password')}`,
  'staff.password-reset': ({ whom }) => `${capital(whom)} set a new password with an emailed link`,
  'staff.link-requested': (words) => `Someone requested an emailed link to the account of ${claimed(words)}`,
  'staff.device-trusted': ({ whom }) => `${capital(whom)} used an emailed link on a new device`,
  'staff.verification-sent': ({ whom }) => `${capital(whom)} was asked again to confirm the email address`,
  'staff.address-change-requested': ({ whom }) => `${capital(whom)} asked to change their email address`,
  'staff.address-changed': ({ whom }) => `${capital(whom)} changed their email address`,
  'staff.email-verified': ({ whom }) => `${capital(whom)} confirmed their email address`,
  'staff.second-factor-reset': (words) => `${words.who} reset ${of(words, 'second factor')}`,
  'staff.totp-added': ({ who }) => `${who} added an authenticator app`,
  'staff.totp-removed': ({ who }) => `${who} removed the authenticator app`,
  'staff.recovery-codes-renewed': ({ who }) => `${who} created new recovery codes`,
  'staff.sign-in-linked': ({ who, details }) => `${who} linked ${providerOf(details)} to their account`,
  'staff.sign-in-unlinked': ({ who, details }) => `${who} unlinked ${providerOf(details)} from their account`,
  'staff.sign-in-unlinked-for': ({ who, whom, details }) =>
    `${who} unlinked ${providerOf(details)} from the account of ${whom}`,
  'staff.passkey-added': ({ who }) => `${who} added a passkey`,
  'staff.passkey-removed': ({ who }) => `${who} removed a passkey`,
} satisfies AuditSentences

/** A copy has no accounts. */
export const staffObstacles = {
  staff: harmless,
} satisfies ObstacleWords

function of({ isOwn, whom }: AuditWords, thing: string) {
  return isOwn ? `their own ${thing}` : `the ${thing} of ${whom}`
}

/** The claimed address, if there is no such account. */
function claimed({ whom, details }: AuditWords) {
  return emailOf(details) ?? whom
}

function emailOf(details: Details) {
  return text(details['email'])
}

function providerOf(details: Details) {
  return text(details['provider']) ?? 'a sign-in provider'
}

function at(details: Details) {
  return ` through ${providerOf(details)}`
}

function sessions({ isOwn, whom, details }: AuditWords) {
  const number = Number(details['sessions'])
  const noun = number === 1 ? 'a session' : number > 1 ? `${number} sessions` : 'sessions'
  return `${noun} of ${isOwn ? 'their own' : whom}`
}

function as(details: Details) {
  const role = text(details['role']) ?? text(details.changes?.['role']?.[1])
  return role === undefined ? '' : ` as ${withArticle(role)}`
}

function requestedRole(details: Details) {
  const role = text(details['role']) ?? text(details['requestedRole'])
  return role === undefined ? '' : ` and asked to be ${withArticle(role)}`
}

function roles({ changes }: Details) {
  const [before, after] = changes?.['role'] ?? []
  return changes?.['role'] ? ` from ${labelOf(before)} to ${labelOf(after)}` : ''
}

function withArticle(role: string) {
  return `an ${labelOf(role)}`
}

function labelOf(role: unknown): string {
  return role === 'admin' || role === 'editor' ? roleLabels[role].toLowerCase() : show(role)
}

function because(details: Details) {
  return details.reason === undefined ? '' : ` (${plain(details.reason)})`
}
