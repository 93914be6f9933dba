import { passwordSentences, type PasswordFault } from '#features/staff/session/password-rule.ts'

/** What is wrong with a mailed link, or with what was typed on its page. */

export const deadLink = { link: 'This link has been used or has expired. Request a new one.' }

export function sentenceFor(
  reason: 'link-dead' | 'email-taken' | 'busy' | PasswordFault,
): Record<string, string> {
  switch (reason) {
    case 'link-dead':
      return deadLink
    case 'email-taken':
      return { email: 'There is already an account with this address. Sign in.' }
    case 'busy':
      return { password: 'Many people are signing in right now. Try again in a few seconds.' }
    default:
      return { password: passwordSentences[reason] }
  }
}
