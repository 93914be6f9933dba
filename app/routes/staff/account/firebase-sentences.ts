import type { movePasswordToFirebase } from '#features/staff/firebase/move-password.server.ts'
import { firebaseSentences } from '#routes/staff/sign-in/link-sentences.ts'
import { passwordSentences } from '#features/staff/session/password-rule.ts'

type Refusal = Extract<Awaited<ReturnType<typeof movePasswordToFirebase>>, { ok: false }>['reason']

/** Why someone's password did not move to Firebase, at the field where they can change it. */
export function movePasswordErrors(reason: Refusal): Record<string, string> {
  switch (reason) {
    case 'wrong-password':
      return { current: 'This is not your password on this site.' }
    case 'too-many':
      return { current: 'Too many wrong passwords. Try again in 15 minutes.' }
    case 'busy':
      return { current: 'Many people are signing in right now. Try again in a few seconds.' }
    case 'away':
      return { current: firebaseSentences['firebase-away'] }
    case 'firebase-away':
    case 'firebase-other-password':
    case 'firebase-disabled':
    case 'firebase-invalid-email':
    case 'firebase-wrong-or-weak':
    case 'firebase-weak-password':
      return { password: firebaseSentences[reason] }
    case 'taken':
      return { password: 'This Firebase account is linked to another account on this site.' }
    case 'last-local-admin':
      return {
        current:
          'You are the only administrator with a password on this site. Keep this password, so that someone can sign in if Firebase is not available.',
      }
    case 'not-offered':
      return { current: 'Your password is not stored on this site any more. Reload the page.' }
    case 'session-over':
      return { current: 'You have been signed out. Sign in again.' }
    default:
      return { password: passwordSentences[reason] }
  }
}
