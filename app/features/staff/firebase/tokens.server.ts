import type { JWTVerifyGetKey } from 'jose'
import { foldEmail } from '#features/staff/accounts/form.ts'
import type { ProvidedIdentity } from '#features/staff/providers/openid.server.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import { issuerOf } from './issuer.ts'

/** Who an ID token of Firebase names. https://firebase.google.com/docs/auth/admin/verify-id-tokens */

const keysAddress =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** Throws if the token is not one of this project, signed and not expired. */
export async function readIdToken(
  project: FirebaseProject,
  token: string,
  keys?: JWTVerifyGetKey,
): Promise<ProvidedIdentity> {
  const { payload } = project.emulator
    ? await readUnsigned(project, token)
    : await readSigned(project, token, keys)
  const { sub, email } = payload
  if (!sub || sub.length > 128) throw new Error('The token names nobody.')
  return {
    issuer: issuerOf(project),
    subject: sub,
    email: typeof email === 'string' ? foldEmail(email) : undefined,
    // Our own link proves the address; Firebase calls everyone unconfirmed whom we created there.
    isEmailVerified: undefined,
    // It comes with a password that was typed here, which proves more.
    provedMsAgo: undefined,
  }
}

let remoteKeys: JWTVerifyGetKey | undefined

async function readSigned(project: FirebaseProject, token: string, keys?: JWTVerifyGetKey) {
  const jose = await import('jose')
  // One for the process: it fetches again after ten minutes, and for a key that it does not know.
  remoteKeys ??= jose.createRemoteJWKSet(new URL(keysAddress), { timeoutDuration: 5000 })
  return jose.jwtVerify(token, keys ?? remoteKeys, { ...claimsOf(project), algorithms: ['RS256'] })
}

/** The emulator signs nothing; everything else about its tokens is checked. */
async function readUnsigned(project: FirebaseProject, token: string) {
  const { UnsecuredJWT } = await import('jose')
  return UnsecuredJWT.decode(token, claimsOf(project))
}

function claimsOf(project: FirebaseProject) {
  return {
    issuer: issuerOf(project),
    audience: project.projectId,
    clockTolerance: 60,
    requiredClaims: ['sub', 'iat', 'exp'],
  }
}
