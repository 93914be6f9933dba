import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import type { FirebaseProject, ServiceAccount } from '#server/config/firebase.ts'
import { readJson } from './read-json.server.ts'

/** Firestore over its REST interface: https://firebase.google.com/docs/firestore/reference/rest */

const host = 'https://firestore.googleapis.com'
const msToAnswer = 10_000
const tokenSeconds = 600

export interface DocumentWrite {
  collection: string
  id: string
  /** Fields of others in the same document stay. */
  fields: Record<string, string | boolean | null> | 'none'
}

export function deleteDocument(collection: string, id: string): DocumentWrite {
  return { collection, id, fields: 'none' }
}

/** All of them or none. Throws if Firestore does not confirm it. */
export async function writeDocuments(project: FirebaseProject, writes: DocumentWrite[]): Promise<void> {
  const { firestore, projectId } = project
  if (!firestore) throw new Error('Firestore is not set up.')
  const documents = `projects/${projectId}/databases/(default)/documents`
  const [base, token] =
    'emulator' in firestore ? [firestore.emulator, 'owner'] : [host, await signToken(firestore.account)]
  const response = await fetch(`${base}/v1/${documents}:commit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ writes: writes.map((write) => toWrite(documents, write)) }),
    signal: AbortSignal.timeout(msToAnswer),
    redirect: 'error',
  })
  const answer: unknown = await readJson(response).catch(() => undefined)
  if (response.ok && confirmation.safeParse(answer).success) return
  const status = refusal.safeParse(answer).data?.error.status ?? ''
  throw new Error(`Firestore answered ${response.status} ${status}`.trim())
}

const confirmation = z.object({ commitTime: z.string() })
const refusal = z.object({ error: z.object({ status: z.string().regex(/^[A-Z_]{1,40}$/) }) })

function toWrite(documents: string, { collection, id, fields }: DocumentWrite) {
  const name = `${documents}/${collection}/${id}`
  if (fields === 'none') return { delete: name }
  const values = Object.entries(fields).map(([field, value]) => [field, valueOf(value)])
  return {
    update: { name, fields: Object.fromEntries(values) },
    updateMask: { fieldPaths: Object.keys(fields) },
  }
}

function valueOf(value: string | boolean | null) {
  if (value === null) return { nullValue: null }
  return typeof value === 'boolean' ? { booleanValue: value } : { stringValue: value }
}

/** A token that the account signs itself, so that no other host is needed: https://google.aip.dev/auth/4111 */
async function signToken({ email, keyId, privateKey }: ServiceAccount): Promise<string> {
  const { SignJWT } = await import('jose')
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
    .setIssuer(email)
    .setSubject(email)
    .setAudience(`${host}/`)
    .setIssuedAt()
    .setExpirationTime(`${tokenSeconds} s`)
    .sign(createPrivateKey(privateKey))
}
