import type { ProvidedIdentity } from '#features/staff/providers/openid.server.ts'
import type { PasswordFault } from '#features/staff/session/password-rule.ts'
import type { Outcome } from '#outcome.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import type { TypedPassword } from './identity-toolkit.server.ts'

export type FirebaseUserRefusal =
  | 'firebase-away'
  | 'firebase-other-password'
  | 'firebase-disabled'
  | 'firebase-invalid-email'
  | 'firebase-weak-password'
  /** Not the password of someone known there, and not good enough for someone new. */
  | 'firebase-wrong-or-weak'

/**
 * Gives a password to Firebase when its owner has proved the address. Someone who is known there enters the password
 * that they have there, so our rule is only for a new one. Without a project there is no identity.
 */
export async function ensureFirebaseUser(
  project: FirebaseProject | undefined,
  typed: TypedPassword,
  findFault: () => PasswordFault | undefined,
): Promise<Outcome<FirebaseUserRefusal | PasswordFault, { identity?: ProvidedIdentity }>> {
  if (!project) return { ok: true }
  const { signInAtFirebase, signUpAtFirebase } = await import('./identity-toolkit.server.ts')
  const known = await signInAtFirebase(project, typed)
  if (known.ok) return known
  if (known.reason === 'disabled') return { ok: false, reason: 'firebase-disabled' }
  if (known.reason === 'invalid-email') return { ok: false, reason: 'firebase-invalid-email' }
  // A project that protects its addresses says “wrong password” about someone unknown too.
  if (known.reason !== 'unknown-user' && known.reason !== 'wrong-password')
    return { ok: false, reason: 'firebase-away' }
  const fault = findFault()
  if (fault) return { ok: false, reason: known.reason === 'unknown-user' ? fault : 'firebase-wrong-or-weak' }
  const created = await signUpAtFirebase(project, typed)
  if (created.ok) return created
  if (created.reason === 'invalid-email') return { ok: false, reason: 'firebase-invalid-email' }
  if (created.reason === 'weak-password') return { ok: false, reason: 'firebase-weak-password' }
  return {
    ok: false,
    reason: created.reason === 'email-exists' ? 'firebase-other-password' : 'firebase-away',
  }
}
