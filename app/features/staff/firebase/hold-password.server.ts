import type { ProvidedIdentity } from '#features/staff/providers/openid.server.ts'
import type { Outcome } from '#outcome.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import type { TypedPassword } from './identity-toolkit.server.ts'

export type HoldRefusal = 'firebase-away' | 'firebase-other-password' | 'firebase-weak-password'

/**
 * Gives a password to Firebase when its owner has proved the address. Someone who is known there enters the password
 * that they have there. Without a project the site stores the password itself, and there is no identity.
 */
export async function holdPassword(
  project: FirebaseProject | undefined,
  typed: TypedPassword,
): Promise<Outcome<HoldRefusal, { identity?: ProvidedIdentity }>> {
  if (!project) return { ok: true }
  const { signInAtFirebase, signUpAtFirebase } = await import('./identity-toolkit.server.ts')
  const created = await signUpAtFirebase(project, typed)
  if (created.ok) return created
  if (created.reason === 'weak-password') return { ok: false, reason: 'firebase-weak-password' }
  if (created.reason !== 'email-exists') return { ok: false, reason: 'firebase-away' }
  const known = await signInAtFirebase(project, typed)
  if (known.ok) return known
  const isOther = known.reason === 'wrong-password' || known.reason === 'disabled'
  return { ok: false, reason: isOther ? 'firebase-other-password' : 'firebase-away' }
}
