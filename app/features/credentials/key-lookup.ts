import { createPublicKey, type KeyObject } from 'node:crypto'
import { isObject } from './json.ts'
import { decodeBase64Url, keyOfMultikey, multikeyOf } from './multibase.ts'
import { quoted, CheckStopped, unreadable } from './verdict.ts'

/** Which key a proof names. Nothing is fetched: a key is ours, or it is contained in its own name. */

/** What a verifier knows about its own site. */
export interface OwnKeys {
  /** The site's DID, if its address is known. */
  did?: string | undefined
  /** The public keys it signs or signed with, as Multikeys. */
  keys: readonly string[]
}

export interface FoundKey {
  key: KeyObject
  isOurs: boolean
}

export function findKey(method: string, own: OwnKeys): FoundKey {
  const fragment = method.slice(method.indexOf('#') + 1)
  const isOwnName = own.did !== undefined && method.split('#')[0] === own.did
  if (isOwnName && !own.keys.includes(fragment))
    throw new CheckStopped(
      'not ours',
      `The file claims to be signed by this Academy, but with a key that is not ours: ${quoted(method)}.`,
    )
  const contained = isOwnName ? fragment : containedKey(method)
  const key = typeof contained === 'string' ? keyOfMultikey(contained) : contained
  if (!key) throw unreadable(`The proof names a key that cannot be read: ${quoted(method)}.`)
  return { key, isOurs: isOwnKey(key, own) }
}

export function isOwnKey(key: KeyObject, { keys }: OwnKeys): boolean {
  return key.asymmetricKeyType === 'ed25519' && keys.includes(multikeyOf(key))
}

/** https://w3c-ccg.github.io/did-key-spec/ and did:jwk; other addresses may end in the key itself. */
function containedKey(method: string): string | KeyObject | undefined {
  const [base = '', fragment] = method.split('#', 2)
  if (base.startsWith('did:key:')) {
    const key = base.slice('did:key:'.length)
    return fragment === undefined || fragment === key ? key : undefined
  }
  if (base.startsWith('did:jwk:')) return keyOfJwkText(base.slice('did:jwk:'.length))
  if (!/^(https?|did):/.test(base))
    throw unreadable(`The proof names no key by an address that we know: ${quoted(method)}.`)
  if (fragment !== undefined && /^z[1-9A-HJ-NP-Za-km-z]{40,}$/.test(fragment)) return fragment
  throw new CheckStopped(
    'not ours',
    `The file is signed with a key that is not ours and that we cannot look up: ${quoted(method)}.`,
  )
}

function keyOfJwkText(text: string): KeyObject | undefined {
  try {
    return keyOfJwk(JSON.parse(decodeBase64Url(text)?.toString() ?? ''))
  } catch {
    return undefined
  }
}

/** Undefined if it is no public key. */
export function keyOfJwk(jwk: unknown): KeyObject | undefined {
  if (!isObject(jwk) || Object.hasOwn(jwk, 'd') || jwk['kty'] === 'oct') return undefined
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined
  }
}
