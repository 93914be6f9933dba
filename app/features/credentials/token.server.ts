import { createPublicKey, type KeyObject } from 'node:crypto'
import { isObject, listOf, readJson, type JsonObject } from './json.ts'
import { findKey, isOwnKey, keyOfJwk, type FoundKey, type OwnKeys } from './key-lookup.ts'
import { decodeBase64Url } from './multibase.ts'
import { quoted, CheckStopped, unreadable } from './verdict.ts'

/** Credentials as JSON Web Tokens: https://www.imsglobal.org/spec/ob/v3p0/#jwt-proof */

const algorithms = ['EdDSA', 'Ed25519', 'RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512']

export async function makeToken(
  credential: JsonObject,
  { key, method, did }: { key: KeyObject; method: string; did: string },
): Promise<string> {
  const { CompactSign } = await import('jose')
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' })
  const { id, validFrom, validUntil } = credential
  const claims = {
    ...credential,
    ...{ iss: did, jti: id, nbf: seconds(validFrom) },
    ...(validUntil !== undefined && { exp: seconds(validUntil) }),
  }
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: method, jwk: { kty: kty!, crv: crv!, x: x! } })
    .sign(key)
}

function seconds(moment: unknown): number {
  return Math.floor(Date.parse(String(moment)) / 1000)
}

export interface CheckedToken {
  credential: JsonObject
  isOurs: boolean
  method: string
  /** When the token begins and ends, in seconds. */
  nbf: unknown
  exp: unknown
}

export async function checkToken(token: string, own: OwnKeys): Promise<CheckedToken> {
  const [head = '', body = ''] = token.split('.')
  if (token.split('.').some((part) => decodeBase64Url(part) === undefined))
    throw unreadable('This is not a signed token: a part of it is not base64url.')
  const header = readPart(head)
  const claims = readPart(body)
  const { alg, crit } = header
  if (typeof alg !== 'string' || !algorithms.includes(alg))
    throw unreadable(`The token is signed in a way that we do not accept: ${quoted(alg)}.`)
  if (crit !== undefined) throw unreadable('The token has an extension that we do not know.')
  const { key, isOurs, method } = keyOfHeader(header, claims, own)
  const { compactVerify } = await import('jose')
  try {
    await compactVerify(token, key, { algorithms: [alg] })
  } catch (error) {
    const isWrong =
      error instanceof Error && 'code' in error && error.code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'
    if (isWrong)
      throw new CheckStopped(
        'changed',
        'The signature does not match the content: the credential was changed after it was signed.',
      )
    throw unreadable('The key of the token does not fit its signature.')
  }
  const { nbf, exp } = claims
  return { credential: credentialOf(claims), isOurs, method, nbf, exp }
}

function readPart(part: string): JsonObject {
  const value = readJson(decodeBase64Url(part)?.toString() ?? '')
  if (!isObject(value)) throw unreadable('The token contains no object.')
  return value
}

function keyOfHeader(
  { kid, jwk }: JsonObject,
  { iss }: JsonObject,
  own: OwnKeys,
): FoundKey & { method: string } {
  const given = jwk === undefined ? undefined : keyOfJwk(jwk)
  if (jwk !== undefined && !given) throw unreadable('The token contains a key that cannot be read.')
  if (typeof kid === 'string' && (!given || kid.split('#')[0] === own.did)) {
    const method = kid.startsWith('#') && typeof iss === 'string' ? iss + kid : kid
    return { ...findKey(method, own), method }
  }
  if (given) return { key: given, isOurs: isOwnKey(given, own), method: 'the key in the token' }
  throw new CheckStopped(
    'not ours',
    'The token does not say which key signed it, so this Academy did not sign it.',
  )
}

/** In version 2 of the data model the claims are the credential; in version 1 it is one of them. */
function credentialOf(claims: JsonObject): JsonObject {
  const { vc, iss, jti, sub, nbf: _nbf, exp: _exp, iat: _iat, aud: _aud, ...rest } = claims
  const credential = isObject(vc) ? vc : rest
  const { issuer, id, credentialSubject } = credential
  const issuerId = isObject(issuer) ? issuer['id'] : issuer
  if (iss !== undefined && issuerId !== undefined && iss !== issuerId)
    throw unreadable('The token and the credential in it name different issuers.')
  if (jti !== undefined && id !== undefined && jti !== id)
    throw unreadable('The token and the credential in it have different names.')
  const subjects = listOf(credentialSubject).map((subject) => (isObject(subject) ? subject['id'] : undefined))
  if (sub !== undefined && subjects.some((subject) => subject !== undefined && subject !== sub))
    throw unreadable('The token and the credential in it are about different people.')
  return credential
}
