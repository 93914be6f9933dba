import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { badge, did, key, method, other } from '#test/makers/credentials.ts'
import type { JsonObject } from '#features/credentials/json.ts'
import { makeToken } from '#features/credentials/token.server.ts'
import type { VerdictWord } from '#features/credentials/verdict.ts'
import { hostile, type HostileFile } from './hostile-file.ts'
import { foreignDid, foreignMethod } from './strangers.ts'

/** Tokens: algorithms, keys, claims and encodings. */

const refused: VerdictWord[] = ['changed', 'unreadable', 'not ours']
const token = await makeToken(badge, { key, method, did })
const [head = '', body = '', signature = ''] = token.split('.')
const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as JsonObject
const publicKey = createPublicKey(key)
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

function tokenOf(payload: unknown, header: unknown, by: KeyObject = key, digest: string | null = null) {
  const start = `${part(header)}.${part(payload)}`
  return `${start}.${sign(digest, Buffer.from(start), by).toString('base64url')}`
}

function byPassword(alg: string, secret: string | Buffer) {
  const start = `${part({ alg, kid: method })}.${body}`
  return `${start}.${createHmac(alg.replace('HS', 'sha'), secret).update(start).digest('base64url')}`
}

const jwkOf = (by: KeyObject) => createPublicKey(by).export({ format: 'jwk' })
const theirs = {
  ...claims,
  iss: foreignDid,
  issuer: { id: foreignDid, type: ['Profile'] },
  credentialStatus: undefined,
}
const theirHeader = { alg: 'EdDSA', kid: foreignMethod }
const byStranger = (changes: object) => tokenOf({ ...theirs, ...changes }, theirHeader, other)

const algorithms: [string, string][] = [
  ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): [string, string][] => [
    [`alg “${alg}” without a signature`, `${part({ alg, kid: method })}.${body}.`],
    [`alg “${alg}” with ours`, `${part({ alg, kid: method })}.${body}.${signature}`],
  ]),
  ...['HS256', 'HS384', 'HS512'].flatMap((alg): [string, string][] => [
    [`${alg} by our key as PEM`, byPassword(alg, publicKey.export({ type: 'spki', format: 'pem' }))],
    [`${alg} by our key as DER`, byPassword(alg, publicKey.export({ type: 'spki', format: 'der' }))],
    [`${alg} by our key as JWK`, byPassword(alg, JSON.stringify(jwkOf(key)))],
    [`${alg} by nothing`, byPassword(alg, '')],
  ]),
  ...['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA256', 'Ed448', 'ES256K', 'A256KW', 'toString'].map(
    (alg): [string, string] => [
      `alg ${alg} with our signature`,
      `${part({ alg, kid: method })}.${body}.${signature}`,
    ],
  ),
  ['a list of algorithms', tokenOf(claims, { alg: ['EdDSA'], kid: method })],
  ['RSA with 1,024 bits', tokenOf(theirs, { alg: 'RS256', jwk: jwkOf(rsa) }, rsa, 'sha256')],
  ['ECDSA as DER', tokenOf(theirs, { alg: 'ES256', jwk: jwkOf(p256) }, p256, 'sha256')],
]

const keys: [string, string][] = [
  [
    'our kid and the key of a stranger',
    tokenOf(claims, { alg: 'EdDSA', kid: method, jwk: jwkOf(other) }, other),
  ],
  ['the key of a stranger alone', tokenOf(claims, { alg: 'EdDSA', jwk: jwkOf(other) }, other)],
  ['our kid, signed by a stranger', tokenOf(claims, { alg: 'EdDSA', kid: method }, other)],
  ['our name and no key', tokenOf(claims, { alg: 'EdDSA', kid: did })],
  [
    'our name and the key of a stranger',
    tokenOf(claims, { alg: 'EdDSA', kid: `${did}#${foreignMethod.split('#')[1]}` }, other),
  ],
  ['a private key', tokenOf(claims, { alg: 'EdDSA', jwk: other.export({ format: 'jwk' }) }, other)],
  ['a password as a key', tokenOf(claims, { alg: 'EdDSA', jwk: { kty: 'oct', k: 'AAAA' } }, other)],
  [
    'a key that is none',
    tokenOf(claims, { alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } }, other),
  ],
  ['a key as a text', tokenOf(claims, { alg: 'EdDSA', jwk: 'x' }, other)],
  ['a key to fetch', tokenOf(claims, { alg: 'EdDSA', jku: 'https://x.example/keys' }, other)],
  ['certificates to fetch', tokenOf(claims, { alg: 'EdDSA', x5u: 'https://x.example/c' }, other)],
  ['certificates', tokenOf(claims, { alg: 'EdDSA', x5c: ['AAAA'] }, other)],
  ['a number as kid', tokenOf(claims, { alg: 'EdDSA', kid: 7 }, other)],
  ['a path as kid', tokenOf(claims, { alg: 'EdDSA', kid: '../../etc/passwd' }, other)],
  ['crit', tokenOf(claims, { alg: 'EdDSA', kid: method, crit: ['b64'], b64: false })],
  ['crit null', tokenOf(claims, { alg: 'EdDSA', kid: method, crit: null })],
  ['another issuer', tokenOf({ ...claims, iss: foreignDid }, { alg: 'EdDSA', kid: method })],
  ['our name by a stranger', tokenOf({ ...theirs, iss: did, issuer: did }, theirHeader, other)],
  [
    'our web address by a stranger',
    tokenOf({ ...theirs, iss: undefined, issuer: 'https://ACADEMY.example./x' }, theirHeader, other),
  ],
]

const encodings: [string, string | Buffer][] = [
  ['two parts', `${head}.${body}`],
  ['four parts', `${token}.${signature}`],
  ['five parts', `${head}.${body}.${signature}.${body}.${signature}`],
  ['a stranger at its end', `${token}A`],
  ['padding', `${token}==`],
  ['a line break inside', `${head}.${body.slice(0, 50)}\n${body.slice(50)}.${signature}`],
  ['two tokens', `${token}\n${token}`],
  ['the other alphabet', `${head}.${body}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+`],
  ['unused bits', `${head}.${body}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'z'}`],
  ['an empty header', `.${body}.${signature}`],
  ['an empty body', `${head}..${signature}`],
  [
    'its claims twice',
    tokenOf(JSON.stringify(claims).replace('"name":', '"name":"x","name":'), { alg: 'EdDSA', kid: method }),
  ],
  ['its algorithm twice', tokenOf(claims, `{"alg":"none","alg":"EdDSA","kid":${JSON.stringify(method)}}`)],
  ['a list as header', tokenOf(claims, [])],
  ['a list as claims', tokenOf([claims], { alg: 'EdDSA', kid: method })],
  ['a text as claims', tokenOf('"x"', { alg: 'EdDSA', kid: method })],
  ['a token as claims', tokenOf(token, { alg: 'EdDSA', kid: method, cty: 'JWT' })],
  ['4 MB', `${head}.${'A'.repeat(4_000_000)}.${signature}`],
  ['200 levels', tokenOf(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, { alg: 'EdDSA', kid: method })],
  ['a mark before and after', `\uFEFF${token}\uFEFF`.replace('.', '. ')],
]

/** Signed by a stranger, so only what they say is wrong. */
const times: [string, string, VerdictWord][] = [
  ['ended', byStranger({ exp: 1_700_000_000 }), 'expired'],
  ['begins later', byStranger({ nbf: 1_900_000_000 }), 'expired'],
  ['ends in words', byStranger({ exp: '2026-11-18' }), 'unreadable'],
  ['ends never', byStranger({ exp: 1e300 }), 'unreadable'],
  ['ends at null', byStranger({ exp: null }), 'unreadable'],
  ['ended before 1970', byStranger({ exp: -1 }), 'expired'],
  ['ends on a day without a zone', byStranger({ validUntil: '2026-11-18T00:00:00' }), 'unreadable'],
  ['has another name', byStranger({ jti: 'urn:x' }), 'unreadable'],
  [
    'is about another person',
    byStranger({ sub: 'urn:x', credentialSubject: { id: 'urn:y', type: ['AchievementSubject'] } }),
    'unreadable',
  ],
  ['hides the credential in vc', byStranger({ vc: {} }), 'unreadable'],
]

const enveloped = {
  '@context': badge['@context'],
  id: `data:application/vc+jwt,${token}`,
  type: 'EnvelopedVerifiableCredential',
}

export function tokenFiles(): HostileFile[] {
  return [
    ...[...algorithms, ...keys, ...encodings].map(([name, file]) =>
      hostile(`a token with ${name}`, file, refused),
    ),
    ...times.map(([name, file, word]) => hostile(`a token that ${name}`, file, word)),
    hostile('an envelope with a field outside', { ...enveloped, name: 'Any text' }, 'unreadable'),
    hostile(
      'an envelope in an envelope',
      { ...enveloped, id: `data:application/vc+jwt,${part(enveloped)}` },
      'unreadable',
    ),
    hostile('an envelope of another type', { ...enveloped, type: 'VerifiableCredential' }, [
      'unreadable',
      'changed',
    ]),
  ]
}
