import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
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
import { checkFile } from './check-file.server.ts'
import { contexts } from './contexts.ts'
import { didDocument } from './did.ts'
import { decodeMultibase, multikeyOf } from './multibase.ts'
import { hashIdentity, openBadge, statusList } from './open-badge.ts'
import { bakePng } from './png.ts'
import { addProof } from './proof.server.ts'
import { bakeSvg } from './svg.server.ts'
import { makeToken } from './token.server.ts'

/** What we issue: accepted by ourselves and by verifiers of others, and refused after any change. */

const whole = await signed(badge)
const text = JSON.stringify(whole)
const token = await makeToken(badge, { key, method, did })
const files = {
  JSON: Buffer.from(text),
  JWT: Buffer.from(token),
  PNG: bakePng(png, text),
  SVG: Buffer.from(bakeSvg(svg, text)),
}

test.for(Object.entries(files))('the %s of a certificate is valid and ours', async ([, file]) => {
  expect(await checkFile(file, { own, now })).toMatchObject({
    word: 'valid',
    isOurs: true,
    page: `${origin}/certificates/K7M2Q9`,
  })
})

test.for(Object.entries(files))('250 changes of one byte of the %s are refused', async ([name, file]) => {
  for (let count = 0; count < 250; count++) {
    const changed = Buffer.from(file)
    const at = Math.floor((count * file.length) / 250)
    changed[at] = changed[at]! ^ (1 << (count % 7))
    const { word, why } = await checkFile(changed, { own, now })
    expect(['changed', 'not ours', 'unreadable'], `${name} at ${at}: ${why}`).toContain(word)
  }
})

test('the same certificate, key and time make the same file', async () => {
  expect(JSON.stringify(await signed(badge))).toBe(text)
})

test('names are in it only as salted hashes, however their letters are written', () => {
  expect(text).not.toMatch(/Ørsted|आशा|F-9/)
  const [identity] = (badge['credentialSubject'] as { identifier: { identityHash: string; salt: string }[] })
    .identifier
  const { name } = certificate.statement
  for (const written of [name, name.normalize('NFD')])
    expect(hashIdentity(written, identity!.salt)).toBe(identity!.identityHash)
})

test('what a former key signed stays valid, and what a foreign key signed in our name does not', async () => {
  const rotated = { did, keys: [multikeyOf(other), multikeyOf(key)] }
  expect(await checkFile(files.JSON, { own: rotated, now })).toMatchObject({ word: 'valid', isOurs: true })
  const forged = await signed(badge, other)
  const byKey = `did:key:${multikeyOf(other)}`
  const borrowed = await addProof(badge, { key: other, method: byKey, created: issued })
  for (const file of [forged, borrowed])
    expect(await checkFile(Buffer.from(JSON.stringify(file)), { own, now })).toMatchObject({
      word: 'not ours',
      isOurs: false,
    })
  const stolen = await makeToken(badge, { key: other, method, did })
  expect(await checkFile(Buffer.from(stolen), { own, now })).toMatchObject({ word: 'changed' })
})

test('without its list, one of ours names only its page', async () => {
  const verdict = await checkFile(files.JSON, { own, now })
  expect(verdict).toMatchObject({ word: 'valid', isOurs: true, page: badge['id'] })
  expect(verdict.why).not.toContain('revoked')
})

test('a list of ours revokes it, and a list that someone else signed is not believed', async () => {
  const list = statusList(origin, 'CF-2026', { revoked: [2, 7], last: 9 }, issued)
  const spared = statusList(origin, 'CF-2026', { revoked: [2, 8], last: 9 }, issued)
  const sign = async (credential: typeof list, by = key) => JSON.stringify(await signed(credential, by))
  const checkWith = (read: string) => checkFile(files.JSON, { own, now, readList: () => read })
  expect(await checkWith(await sign(list))).toMatchObject({ word: 'revoked' })
  expect(await checkWith(await sign(spared))).toMatchObject({ word: 'valid' })
  expect(await checkWith(await sign(spared, other))).toMatchObject({ word: 'unreadable', isOurs: false })
})

test('a membership that ended has expired', async () => {
  const statement = { ...certificate.statement, kind: 'membership', validTo: '2026-11-18' } as const
  const ended = openBadge({ ...certificate, statement }, origin, [])
  const file = Buffer.from(JSON.stringify(await signed(ended)))
  expect(await checkFile(file, { own, now: issued })).toMatchObject({ word: 'valid' })
  const page = `${origin}/certificates/K7M2Q9`
  expect(await checkFile(file, { own, now })).toMatchObject({ word: 'expired', isOurs: true, page })
})

test('the verifier of Digital Bazaar accepts it', async () => {
  const document = didDocument(origin, [multikeyOf(key)])
  const [named] = document['verificationMethod'] as object[]
  const found: Record<string, object> = {
    [did]: document,
    [method]: { '@context': 'https://w3id.org/security/multikey/v1', ...named },
  }
  const documentLoader = (url: string) =>
    Promise.resolve({ documentUrl: url, contextUrl: null, document: found[url] ?? contexts.get(url) })
  const suite = new DataIntegrityProof({ cryptosuite })
  const result = await verifyCredential({
    credential: structuredClone(whole),
    suite,
    documentLoader,
    now,
    checkStatus: () => Promise.resolve({ verified: true }),
  })
  expect(result.error).toBeUndefined()
  expect(result.verified).toBe(true)
})

test('jose accepts the token with the key of the DID document', async () => {
  const { kid } = decodeProtectedHeader(token)
  const document = didDocument(origin, [multikeyOf(other), ...own.keys])
  const named = (document['verificationMethod'] as Record<string, string>[]).find(({ id }) => id === kid)
  const bytes = decodeMultibase(named?.['publicKeyMultibase'] ?? '')!.subarray(2)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }
  const { payload } = await compactVerify(token, await importJWK(jwk, 'EdDSA'))
  expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({ ...badge, iss: did, jti: badge['id'] })
})

test('the key pair of the W3C makes the signature of its test vector', async () => {
  const folder = resolve('test/credentials/vc-di-eddsa')
  const expected = JSON.parse(readFileSync(`${folder}/alumni-signed.json`, 'utf8'))
  const unsigned = JSON.parse(readFileSync(`${folder}/unsigned.json`, 'utf8'))
  const pair = JSON.parse(readFileSync(`${folder}/keyPair.json`, 'utf8'))
  const { created, verificationMethod } = expected.proof
  const made = await addProof(unsigned, {
    key: privateKeyOf(pair.privateKeyMultibase),
    method: verificationMethod,
    created: new Date(created),
  })
  expect(made).toEqual(expected)
})

/** The seed after the two bytes that say what it is, before the fixed part of PKCS #8. */
function privateKeyOf(multibase: string) {
  const seed = decodeMultibase(multibase)!.subarray(2)
  const before = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([before, seed]), format: 'der', type: 'pkcs8' })
}
