import { sign, verify, type KeyObject } from 'node:crypto'
import { bytesToSign, hasherOf, type Canonicalisation } from './canonical.server.ts'
import { hasType, isMoment, isObject, listOf, type JsonObject } from './json.ts'
import { findKey, type FoundKey, type OwnKeys } from './key-lookup.ts'
import { decodeMultibase, encodeBase58 } from './multibase.ts'
import { quoted, CheckStopped, unreadable } from './verdict.ts'

/** Proofs inside a credential: https://www.w3.org/TR/vc-di-eddsa/ and its relatives. */

interface Suite {
  form: Canonicalisation
  key: 'ed25519' | 'ec'
}

const suites: Record<string, Suite> = {
  'eddsa-rdfc-2022': { form: 'rdfc', key: 'ed25519' },
  // Its name until 2023, with the same steps.
  'eddsa-2022': { form: 'rdfc', key: 'ed25519' },
  'eddsa-jcs-2022': { form: 'jcs', key: 'ed25519' },
  'ecdsa-rdfc-2019': { form: 'rdfc', key: 'ec' },
  'ecdsa-jcs-2019': { form: 'jcs', key: 'ec' },
  Ed25519Signature2020: { form: 'rdfc', key: 'ed25519' },
}

/** The credential with its proof. The same credential, key and time produce the same text. */
export async function addProof(
  credential: JsonObject,
  { key, method, created }: { key: KeyObject; method: string; created: Date },
  hashed: (credential: JsonObject, options: JsonObject) => Promise<Buffer> = bytesToSign,
): Promise<JsonObject> {
  const options = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: created.toISOString().replace(/\.\d+/, ''),
    verificationMethod: method,
    proofPurpose: 'assertionMethod',
  }
  const bytes = await hashed(credential, { '@context': credential['@context'], ...options })
  return { ...credential, proof: { ...options, proofValue: `z${encodeBase58(sign(null, bytes, key))}` } }
}

export interface CheckedProof {
  isOurs: boolean
  /** The key's own address, as the proof names it. */
  method: string
  /** When the proof itself begins and ends. */
  created: unknown
  expires: unknown
}

/** Every proof that we can check must hold, and there must be one. */
export async function checkProofs(credential: JsonObject, own: OwnKeys): Promise<CheckedProof> {
  const { proof, ...document } = credential
  const proofs = listOf(proof)
  if (proofs.length === 0) throw unreadable('This credential is not signed: it has no proof.')
  if (proofs.length > 8) throw unreadable('The credential has too many proofs.')
  const hashed = hasherOf(document)
  const checked: CheckedProof[] = []
  for (const one of proofs) {
    if (!isObject(one)) throw unreadable('The proof is not an object.')
    const suite = suiteOf(one)
    if (suite) checked.push(await checkProof(document['@context'], one, suite, own, hashed))
  }
  const [first] = checked
  if (!first)
    throw unreadable(`The proof is of a kind that we cannot check: ${proofs.map(nameOfKind).join(', ')}.`)
  return checked.find(({ isOurs }) => isOurs) ?? first
}

function suiteOf(proof: JsonObject): Suite | undefined {
  if (proof['previousProof'] !== undefined) return undefined
  const name = hasType(proof, 'DataIntegrityProof') ? proof['cryptosuite'] : proof['type']
  return typeof name === 'string' && Object.hasOwn(suites, name) ? suites[name] : undefined
}

function nameOfKind(proof: unknown): string {
  return isObject(proof) ? quoted(proof['cryptosuite'] ?? proof['type']) : 'unknown'
}

async function checkProof(
  context: unknown,
  proof: JsonObject,
  { form, key: kind }: Suite,
  own: OwnKeys,
  hashed: ReturnType<typeof hasherOf>,
) {
  const { proofValue, ...options } = proof
  const { verificationMethod: method, proofPurpose, created, expires } = options
  if (typeof method !== 'string') throw unreadable('The proof names no key.')
  if (proofPurpose !== 'assertionMethod')
    throw unreadable(`The proof is for another purpose: ${quoted(proofPurpose)}.`)
  for (const moment of [created, expires])
    if (moment !== undefined && !isMoment(moment))
      throw unreadable(`The proof has no readable date: ${quoted(moment)}.`)
  const found = findKey(method, own)
  if (found.key.asymmetricKeyType !== kind)
    throw unreadable(`The key of the proof is not of its kind: ${quoted(method)}.`)
  const signature = typeof proofValue === 'string' ? decodeMultibase(proofValue) : undefined
  if (!signature) throw unreadable('The signature in the proof cannot be read.')
  const complete = context === undefined ? options : { ...options, '@context': context }
  const bytes = await hashed(complete, form, isLong(found.key) ? 'sha384' : 'sha256')
  if (!holds(bytes, found, signature))
    throw new CheckStopped(
      'changed',
      found.isOurs
        ? 'The credential was changed after this Academy signed it, or its signature is not genuine.'
        : 'The signature does not match the content: the credential was changed after it was signed.',
    )
  return { isOurs: found.isOurs, method, created, expires }
}

function isLong(key: KeyObject): boolean {
  return key.asymmetricKeyDetails?.namedCurve === 'secp384r1'
}

function holds(bytes: Buffer, { key }: FoundKey, signature: Buffer): boolean {
  if (key.asymmetricKeyType === 'ed25519') return verify(null, bytes, key, signature)
  return verify(isLong(key) ? 'sha384' : 'sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
}
