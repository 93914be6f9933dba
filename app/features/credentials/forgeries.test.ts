import { createHmac, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  badge,
  certificate,
  did,
  issued,
  key,
  method,
  now,
  origin,
  other,
  own,
  png,
  signed,
  svg,
} from '#test/makers/credentials.ts'
import { bytesToSign } from './canonical.server.ts'
import { checkFile } from './check-file.server.ts'
import type { JsonObject } from './json.ts'
import { encodeBase58, multikeyOf } from './multibase.ts'
import { openBadge, statusList } from './open-badge.ts'
import { bakePng } from './png.ts'
import { addProof } from './proof.server.ts'
import { bakeSvg } from './svg.server.ts'
import { makeToken } from './token.server.ts'

/** Credentials as a forger, a careless program or a damaged disk would make them, and what we say about each. */

const whole = await signed(badge)
const text = JSON.stringify(whole)
const proof = whole['proof'] as JsonObject
const token = await makeToken(badge, { key, method, did })
const [head = '', body = '', signature = ''] = token.split('.')
const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as JsonObject
const contexts = badge['@context'] as string[]

const foreignDid = `did:key:${multikeyOf(other)}`
const foreignMethod = `${foreignDid}#${multikeyOf(other)}`
const { credentialStatus: _, ...withoutStatus } = badge

/** By someone else's key, which its own name contains. */
function foreign(issuer: string, verificationMethod = foreignMethod) {
  const credential = {
    ...withoutStatus,
    id: 'urn:uuid:1',
    issuer: { id: issuer, type: ['Profile'], name: 'X' },
  }
  return addProof(credential, { key: other, method: verificationMethod, created: issued })
}

/** Signed by us, with a proof that says something else. */
async function provedWith(changes: JsonObject) {
  const { proofValue: _, ...options } = { ...proof, ...changes }
  const bytes = await bytesToSign(badge, { '@context': contexts, ...options })
  return { ...badge, proof: { ...options, proofValue: `z${encodeBase58(sign(null, bytes, key))}` } }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(payload: object, header: object = { alg: 'EdDSA', kid: method }, by: KeyObject = key) {
  const start = `${part(header)}.${part(payload)}`
  return `${start}.${sign(null, Buffer.from(start), by).toString('base64url')}`
}

function byPassword(secret: string | Buffer) {
  const start = `${part({ alg: 'HS256', kid: method })}.${body}`
  return `${start}.${createHmac('sha256', secret).update(start).digest('base64url')}`
}

function chunk(type: string, data: Buffer) {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
  bytes.writeUInt32BE(data.length)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

function pngWith(...chunks: Buffer[]) {
  return Buffer.concat([png.subarray(0, -12), ...chunks, png.subarray(-12)])
}

const packed = (credential: Buffer) =>
  chunk('iTXt', Buffer.concat([Buffer.from('openbadgecredential\0\u0001\0\0\0'), deflateSync(credential)]))

const baked = bakePng(png, text)
const lying = Buffer.from(baked)
lying.writeUInt32BE(0x7fffffff, baked.indexOf('openbadgecredential') - 8)

const ended = { ...badge, validUntil: '2026-11-18T12:00:00Z' }
const subject = badge['credentialSubject'] as { identifier: object[] }
const othersSalt = {
  ...subject,
  identifier: subject.identifier.map((one) => ({ ...one, salt: '0'.repeat(22) })),
}

const bakedSvg = bakeSvg(svg, text)
const svgEnd = ']]></openbadges:credential>'
const paint = '<circle r="9"/>'

type ForgedFile = string | Buffer | object

const made: [string, string, ForgedFile | Promise<ForgedFile>][] = [
  [
    'with another first context',
    'unreadable',
    { ...whole, '@context': ['https://www.w3.org/ns/credentials/v3'] },
  ],
  ['with its contexts in another order', 'unreadable', { ...whole, '@context': contexts.toReversed() }],
  [
    'with one more context that we know',
    'changed',
    { ...whole, '@context': [...contexts, 'https://www.w3.org/ns/credentials/examples/v2'] },
  ],
  ['with another version of its context', 'changed', text.replace('context-3.0.3', 'context-3.0.2')],
  ['with an unknown cryptosuite', 'unreadable', { ...whole, proof: { ...proof, cryptosuite: 'eddsa-2099' } }],
  ['with another cryptosuite', 'changed', { ...whole, proof: { ...proof, cryptosuite: 'eddsa-jcs-2022' } }],
  [
    'with a cryptosuite of another kind of key',
    'unreadable',
    { ...whole, proof: { ...proof, cryptosuite: 'ecdsa-rdfc-2019' } },
  ],
  ['without a cryptosuite', 'unreadable', { ...whole, proof: { ...proof, cryptosuite: undefined } }],
  [
    'with another time of its proof',
    'changed',
    { ...whole, proof: { ...proof, created: '2026-11-17T06:00:00Z' } },
  ],
  ['with one more field in its proof', 'changed', { ...whole, proof: { ...proof, domain: 'other.example' } }],
  [
    'with a random signature',
    'changed',
    { ...whole, proof: { ...proof, proofValue: `z${encodeBase58(randomBytes(64))}` } },
  ],
  [
    'with a second proof that is wrong',
    'changed',
    { ...whole, proof: [proof, { ...proof, proofValue: `z${encodeBase58(randomBytes(64))}` }] },
  ],
  ['with an empty list of proofs', 'unreadable', { ...whole, proof: [] }],
  ['with a proof that has ended', 'expired', provedWith({ expires: '2026-11-18T12:00:00Z' })],
  ['with a proof from the future', 'expired', provedWith({ created: '2030-01-01T00:00:00Z' })],
  ['with a proof of who signs in', 'unreadable', provedWith({ proofPurpose: 'authentication' })],
  ['under our name by an unknown key', 'not ours', signed(badge, other)],
  ['by a key that we cannot look up', 'not ours', foreign('did:web:x.example', 'did:web:x.example#key-1')],
  [
    'by a key under the name of another',
    'unreadable',
    foreign(foreignDid, `${foreignDid}#${multikeyOf(key)}`),
  ],
  ['in our name in capitals', 'not ours', foreign('did:web:ACADEMY.example')],
  ['in our name with a port', 'not ours', foreign('did:web:academy.example%3A443')],
  ['in our name with a dot', 'not ours', foreign('did:web:academy.example.')],
  ['in our name in percents', 'not ours', foreign('did:web:academy%2Eexample')],
  ['in the name of our address', 'not ours', foreign('https://academy.example/office')],
  ['that has ended', 'expired', signed(ended)],
  [
    'that ended and was prolonged',
    'changed',
    signed(ended).then((it) => ({ ...it, validUntil: '2027-11-18T12:00:00Z' })),
  ],
  ['that begins later', 'expired', signed({ ...badge, validFrom: '2027-01-01T00:00:00Z' })],
  ['with a day that does not exist', 'unreadable', signed({ ...badge, validUntil: '2027-02-30T00:00:00Z' })],
  ['without the status it was issued with', 'changed', { ...whole, credentialStatus: undefined }],
  ['with the salt of someone else', 'changed', { ...whole, credentialSubject: othersSalt }],
  ['with the same field twice', 'unreadable', text.replace('"name":', '"name":"Other","name":')],
  ['in UTF-16', 'unreadable', Buffer.from(text, 'utf16le')],
  ['beside another', 'unreadable', [whole]],
  [
    'in a presentation',
    'unreadable',
    { '@context': contexts, type: 'VerifiablePresentation', verifiableCredential: whole },
  ],
  ['as a token with alg none', 'unreadable', `${part({ alg: 'none' })}.${body}.`],
  [
    'as a token with alg none and our signature',
    'unreadable',
    `${part({ alg: 'none', kid: method })}.${body}.${signature}`,
  ],
  [
    'as a token by our public key as a password',
    'unreadable',
    byPassword(createPublicKey(key).export({ type: 'spki', format: 'pem' })),
  ],
  [
    'as a token with the algorithm of another key',
    'unreadable',
    `${part({ alg: 'ES256', kid: method })}.${body}.${signature}`,
  ],
  [
    'as a token that brings its own key',
    'not ours',
    tokenOf(claims, { alg: 'EdDSA', jwk: createPublicKey(other).export({ format: 'jwk' }) }, other),
  ],
  [
    'as a token with a key to fetch',
    'not ours',
    tokenOf(claims, { alg: 'EdDSA', jku: 'https://x.example/jwks' }),
  ],
  [
    'as a token with an unknown extension',
    'unreadable',
    tokenOf(claims, { alg: 'EdDSA', kid: method, crit: ['b64'], b64: false }),
  ],
  ['as a token of another issuer', 'unreadable', tokenOf({ ...claims, iss: 'did:web:x.example' })],
  ['as a token that has ended', 'expired', tokenOf({ ...claims, exp: 1_700_000_000 })],
  ['as a token that begins later', 'expired', tokenOf({ ...claims, nbf: 1_900_000_000 })],
  ['as a token with other claims', 'changed', `${head}.${part({ ...claims, name: 'Other' })}.${signature}`],
  ['as an encrypted token', 'unreadable', 'eyJhbGciOiJSU0EtT0FFUCJ9.aaaa.bbbb.cccc.dddd'],
  ['in half a picture', 'unreadable', baked.subarray(0, -20)],
  ['in a picture whose chunk is longer than the file', 'unreadable', lying],
  ['after the end of a picture', 'changed', Buffer.concat([png, baked.subarray(png.length - 12)])],
  ['in another picture', 'changed', bakePng(pngWith(chunk('tEXt', Buffer.from('a\0b'))), text)],
  [
    'in another picture that looks like a PDF',
    'changed',
    bakePng(pngWith(chunk('tEXt', Buffer.from('a\0%PDF-'))), text),
  ],
  ['that unpacks to 100 MB', 'unreadable', pngWith(packed(Buffer.alloc(100_000_000, 32)))],
  ['twice in a PNG', 'unreadable', bakePng(baked, text)],
  ['twice in an SVG', 'unreadable', bakeSvg(bakeSvg(svg, text), text)],
  ['in another SVG', 'changed', bakeSvg(svg.replace('r="4"', 'r="5"'), text)],
  [
    'in an SVG with a picture inside it',
    'changed',
    bakedSvg.replace(svgEnd, `]]>${paint}<![CDATA[${svgEnd}`),
  ],
  [
    'in an SVG with a picture beside it',
    'changed',
    bakedSvg.replace(
      svgEnd,
      `]]></openbadges:credential >${paint}<openbadges:credential xmlns:openbadges="https://x.example"><![CDATA[${svgEnd}`,
    ),
  ],
  ['in an SVG that ends it twice', 'unreadable', bakedSvg.replace(svgEnd, `${svgEnd}${paint}${svgEnd}`)],
  [
    'in an SVG with an entity',
    'changed',
    bakedSvg.replace('<circle', '<!DOCTYPE svg [<!ENTITY e "x">]><circle'),
  ],
  ['in a comment of an SVG', 'unreadable', svg.replace('<circle', `<!--${bakeSvg('<svg>', text)}--><circle`)],
  ['of 600 KB', 'unreadable', { ...whole, name: 'x'.repeat(600_000) }],
  ['with 30,000 values', 'unreadable', { ...whole, x: Array.from({ length: 30_000 }, () => 1) }],
]

function bytesOf(file: ForgedFile): Buffer {
  if (Buffer.isBuffer(file)) return file
  return Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))
}

test.for(made)('a credential %s is %s', async ([, word, file]) => {
  // What has expired is genuine all the same.
  const isOurs = word === 'expired'
  expect(await checkFile(bytesOf(await file), { own, now })).toMatchObject({ word, isOurs })
})

const devanagari = openBadge(
  { ...certificate, statement: { ...certificate.statement, society: 'भारतीय भौतिक विज्ञान अकादमी' } },
  origin,
  [],
)

const genuine: [string, ForgedFile | Promise<ForgedFile>][] = [
  ['after a byte order mark', `\uFEFF${text}`],
  [
    'with its fields in another order',
    JSON.stringify(Object.fromEntries(Object.entries(whole).toReversed()), null, 2),
  ],
  ['packed in a PNG', pngWith(packed(Buffer.from(text)))],
  ['as a token in a PNG', bakePng(png, token)],
  ['of a society that writes Devanagari', signed(devanagari)],
  ['of such a society as a token', makeToken(devanagari, { key, method, did })],
  ['that ends in half an hour elsewhere', signed({ ...badge, validUntil: '2026-11-19T12:00:00+05:30' })],
  [
    'with a second proof of someone else',
    addProof(badge, { key: other, method: foreignMethod, created: issued }).then((it) => ({
      ...whole,
      proof: [proof, it['proof']],
    })),
  ],
]

test.for(genuine)('a credential %s is valid and ours', async ([, file]) => {
  expect(await checkFile(bytesOf(await file), { own, now })).toMatchObject({ word: 'valid', isOurs: true })
})

const list = statusList(origin, 'CF-2026', { revoked: [7], last: 9 }, issued)
const spared = statusList(origin, 'CF-2026', { revoked: [8], last: 9 }, issued)

test.for([
  ['that names it', 'revoked', list, 'revoked this credential'],
  [
    'of another year',
    'unreadable',
    statusList(origin, 'CF-2025', { revoked: [], last: 9 }, issued),
    'is not the one at',
  ],
  [
    'that is no list',
    'unreadable',
    { ...badge, id: list['id'] },
    'is not about this kind of status: revocation',
  ],
  ['that is out of date', 'valid', { ...spared, validUntil: '2026-11-18T12:00:00Z' }, 'out of date'],
] as const)('a credential with a list %s is %s', async ([, word, credential, why]) => {
  const read = JSON.stringify(await signed(credential))
  const verdict = await checkFile(Buffer.from(text), { own, now, readList: () => read })
  expect(verdict).toMatchObject({ word, why: expect.stringContaining(why) })
})

test('a list that cannot be used is named as the reason', async () => {
  for (const read of ['{}', JSON.stringify(await signed(spared, other))]) {
    const verdict = await checkFile(Buffer.from(text), { own, now, readList: () => read })
    expect(verdict.word).toBe('unreadable')
    expect(verdict.why).toMatch(/^We cannot use the list of revoked credentials\. (This|The) /)
  }
})
