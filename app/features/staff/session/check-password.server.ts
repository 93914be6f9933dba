import type { Db } from '#db/schema/tables.ts'
import { hasPassword } from '#features/staff/accounts/queries.server.ts'
import { issuerOf } from '#features/staff/firebase/issuer.ts'
import type { TypedPassword } from '#features/staff/firebase/identity-toolkit.server.ts'
import { findIdentity } from '#features/staff/providers/identities.server.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import type { IdentityConfig } from './client.ts'
import { isPassword } from './passwords.server.ts'
import type { TryClaim } from './sign-in-tries.server.ts'

export type PasswordVerdict =
  | 'right'
  | 'wrong-password'
  | 'unknown-user'
  | 'disabled'
  | 'too-many'
  | 'busy'
  | 'away'

/** Whether it is the password of the account. Firebase decides for those who have none here and are linked there. */
export async function checkPassword(
  db: Db,
  { firebase }: IdentityConfig,
  { userId, stored, isLocked }: TryClaim,
  typed: TypedPassword,
): Promise<PasswordVerdict> {
  const isElsewhere = firebase && userId !== undefined && stored === null && !isLocked
  const known = isElsewhere ? await findIdentity(db, userId, issuerOf(firebase)) : undefined
  // The address here may have been changed since.
  if (firebase && known) return checkAtFirebase(firebase, known.subject, { ...typed, email: known.email })
  const isRight = await isPassword(typed.password, stored)
  if (isRight === undefined) return 'busy'
  return isRight ? 'right' : 'wrong-password'
}

/** Whether Firebase decides about the password of an account. */
export async function hasPasswordAtFirebase(
  db: Db,
  project: FirebaseProject,
  userId: string,
): Promise<boolean> {
  if (await hasPassword(db, userId)) return false
  return (await findIdentity(db, userId, issuerOf(project))) !== undefined
}

async function checkAtFirebase(
  project: FirebaseProject,
  subject: string,
  typed: TypedPassword,
): Promise<PasswordVerdict> {
  const { signInAtFirebase } = await import('#features/staff/firebase/identity-toolkit.server.ts')
  const answer = await signInAtFirebase(project, typed)
  if (answer.ok) return answer.identity.subject === subject ? 'right' : 'wrong-password'
  const { reason } = answer
  if (reason === 'invalid-email') return 'unknown-user'
  return reason === 'email-exists' || reason === 'weak-password' ? 'away' : reason
}
