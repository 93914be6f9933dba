import type { SignInOutcome } from '#features/staff/session/sign-in.server.ts'

type Refused = SignInOutcome & { ok: false }

/** Messages for people who could not sign in. Neutral ones do not reveal who has an account, nor who is at Firebase. */
export function refusalFor(outcome: Refused, isNeutral: boolean, now: Date) {
  const isHidden = isNeutral && (outcome.isFromFirebase || hidden.includes(outcome.reason))
  if (isHidden) return { status: 401, errors: { email: neutralSentence } }
  return { status: statusOf(outcome.reason), errors: sentenceFor(outcome, now) }
}

const neutralSentence = 'This email address and password do not match. Check both and try again.'

const hidden: Refused['reason'][] = ['unknown-user', 'wrong-password', 'locked']

function statusOf(reason: Refused['reason']): number {
  if (reason === 'too-many') return 429
  return reason === 'busy' || reason === 'away' ? 503 : 401
}

/** The first two are the texts of the specification, to the letter. */
function sentenceFor({ reason, until }: Refused, now: Date): Record<string, string> {
  switch (reason) {
    case 'unknown-user':
      return { email: 'User Not Found! ⚠️' }
    case 'wrong-password':
      return { password: 'Wrong Password! ⚠️' }
    case 'too-many':
      return {
        email: `Too many attempts. Try again ${waitUntil(until, now)}, or request a sign-in link below.`,
      }
    case 'locked':
      return { email: 'This account is locked after many wrong passwords. Request a sign-in link below.' }
    case 'disabled':
      return { email: 'This account is disabled. If you think this is a mistake, ask an administrator.' }
    case 'busy':
      return { email: 'Many people are signing in right now. Try again in a few seconds.' }
    case 'away':
      return {
        email:
          'We cannot reach Firebase right now. Try again in a few minutes, or choose a password for this website with “Forgot your password”.',
      }
  }
}

function waitUntil(until: Date | undefined, now: Date) {
  const minutes = until ? Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)) : 15
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
