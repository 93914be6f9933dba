import { z } from 'zod'
import type { ProvidedIdentity } from '#features/staff/providers/openid.server.ts'
import type { Outcome } from '#outcome.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import { log } from '#server/observe/log.server.ts'
import { readJson } from './read-json.server.ts'
import { readIdToken } from './tokens.server.ts'

/** Firebase Authentication over its REST interface: https://cloud.google.com/identity-platform/docs/use-rest-api */

const host = 'https://identitytoolkit.googleapis.com'
const msToAnswer = 5000

export type FirebaseRefusal =
  | 'unknown-user'
  | 'wrong-password'
  | 'invalid-email'
  | 'disabled'
  | 'too-many'
  | 'email-exists'
  | 'weak-password'
  | 'away'

/** What its error codes mean here. A code may be followed by a colon and words. */
const refusals: Record<string, FirebaseRefusal> = {
  EMAIL_NOT_FOUND: 'unknown-user',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_EMAIL: 'invalid-email',
  // Projects that protect their addresses do not say which of the two is wrong.
  INVALID_LOGIN_CREDENTIALS: 'wrong-password',
  USER_DISABLED: 'disabled',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many',
  EMAIL_EXISTS: 'email-exists',
  WEAK_PASSWORD: 'weak-password',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'weak-password',
}

export type FirebaseAnswer = Outcome<FirebaseRefusal, { identity: ProvidedIdentity }>

export interface TypedPassword {
  email: string
  password: string
}

export function signInAtFirebase(project: FirebaseProject, typed: TypedPassword): Promise<FirebaseAnswer> {
  return request(project, 'signInWithPassword', typed)
}

export function signUpAtFirebase(project: FirebaseProject, typed: TypedPassword): Promise<FirebaseAnswer> {
  return request(project, 'signUp', typed)
}

const tokenAnswer = z.object({ idToken: z.string().max(10_000) })
const errorAnswer = z.object({
  error: z.object({
    message: z.string().max(2000),
    /** About the project or its key, such as API_KEY_INVALID; then the message is an English sentence. */
    details: z
      .array(z.object({ reason: z.string().optional() }))
      .catch([])
      .optional(),
  }),
})

async function request(
  project: FirebaseProject,
  act: 'signInWithPassword' | 'signUp',
  { email, password }: TypedPassword,
): Promise<FirebaseAnswer> {
  const base = project.emulator ? `${project.emulator}/identitytoolkit.googleapis.com` : host
  try {
    const response = await fetch(`${base}/v1/accounts:${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': project.apiKey },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
      signal: AbortSignal.timeout(msToAnswer),
      redirect: 'error',
    })
    const answer = await readJson(response)
    const accepted = tokenAnswer.safeParse(answer)
    if (response.ok && accepted.success)
      return { ok: true, identity: await readIdToken(project, accepted.data.idToken) }
    const refused = errorAnswer.safeParse(answer).data?.error
    const code =
      codeIn(refused?.details?.find(({ reason }) => reason)?.reason) ?? codeIn(refused?.message) ?? ''
    const reason = Object.hasOwn(refusals, code) ? refusals[code] : undefined
    if (reason) return { ok: false, reason }
    return isAway(act, `It answered ${response.status} ${code}`.trim())
  } catch (error) {
    return isAway(act, error instanceof Error ? error.message : String(error))
  }
}

function codeIn(text: string | undefined): string | undefined {
  return /^[A-Z]+(?:_[A-Z]+)+\b/.exec(text ?? '')?.[0]
}

/** Without what was typed, and without the answer, which may contain a token. */
function isAway(act: string, error: string): FirebaseAnswer {
  log('firebase.failed', { act, error: error.slice(0, 300) })
  return { ok: false, reason: 'away' }
}
