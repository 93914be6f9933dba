import type { FirebaseUserRefusal } from '#features/staff/firebase/ensure-user.server.ts'
import { passwordSentences, type PasswordFault } from '#features/staff/session/password-rule.ts'

/** What is wrong with a mailed link, or with what was typed on its page. */

export const deadLink = { link: 'This link has been used or has expired. Request a new one.' }

export function sentenceFor(
  reason: 'link-dead' | 'email-taken' | 'busy' | FirebaseUserRefusal | PasswordFault,
): Record<string, string> {
  switch (reason) {
    case 'link-dead':
      return deadLink
    case 'email-taken':
      return { email: 'There is already an account with this address. Sign in.' }
    case 'busy':
      return { password: 'Many people are signing in right now. Try again in a few seconds.' }
    case 'firebase-away':
    case 'firebase-other-password':
    case 'firebase-disabled':
    case 'firebase-invalid-email':
    case 'firebase-wrong-or-weak':
    case 'firebase-weak-password':
      return { password: firebaseSentences[reason] }
    default:
      return { password: passwordSentences[reason] }
  }
}

/** Why a password was not stored at Firebase. */
export const firebaseSentences: Record<FirebaseUserRefusal, string> = {
  'firebase-away': 'We cannot reach Firebase right now. Try again in a few minutes.',
  'firebase-other-password':
    'You already have a Firebase account with a different password. Enter that password, or ask an administrator to reset it at Firebase.',
  'firebase-disabled': 'Your Firebase account is disabled. Ask an administrator to enable it at Firebase.',
  'firebase-invalid-email':
    'Firebase does not accept the email address of this account, so it cannot store a password for it. Ask an administrator for an account with another address.',
  'firebase-wrong-or-weak':
    'If you already have a Firebase account, enter its password. Otherwise choose a password of 15 characters or more that is hard to guess.',
  'firebase-weak-password':
    'Firebase does not accept this password. Choose a longer one with other characters.',
}
