import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { checkFile } from './check-file.server.ts'
import { multikeyOf } from './multibase.ts'
import { addProof } from './proof.server.ts'

/** What we say about the files that the W3C and 1EdTech published for tests, and about other bytes. */

const folder = resolve('test/credentials')
const now = new Date('2026-11-18T12:00:00Z')
const own = { did: 'did:web:academy.example', keys: ['z6MkpJySvETLnxhQG9DzEdmKJtysBDjuuTeDfUj1uNNCUqcj'] }

function check(path: string) {
  const readList = (address: string) =>
    address.endsWith('/testlist')
      ? readFileSync(join(folder, 'open-badges/bit-string-list', basename(address)), 'utf8')
      : undefined
  return checkFile(readFileSync(join(folder, path)), { own, now, readList })
}

const badges = 'open-badges'

test.for([
  'vc-di-eddsa/alumni-signed.json',
  'vc-di-eddsa/employment-signed.json',
  `${badges}/simple.json`,
  `${badges}/simple.1ob`,
  `${badges}/simple_v1.json`,
  `${badges}/simple-context-version.json`,
  `${badges}/simple-did-key-method.json`,
  `${badges}/simple-eddsa-2022.json`,
  `${badges}/simple-json.png`,
  `${badges}/simple-jwt_v1.png`,
  `${badges}/simple-json.svg`,
  `${badges}/simple-jwt.svg`,
  `${badges}/simple-jwt_v1.svg`,
  `${badges}/complete.json`,
  `${badges}/endorsement-valid.json`,
  `${badges}/bit-string-list/testlist`,
])('%s is valid, and not issued by us', async (path) => {
  const verdict = await check(path)
  expect(verdict).toMatchObject({ word: 'valid', isOurs: false })
  expect(verdict.why).toContain('This Academy did not issue it')
})

test.for([
  ['vc-di-eddsa/unsigned.json', 'unreadable', 'is not signed'],
  [`${badges}/simple-noproof.json`, 'unreadable', 'is not signed'],
  [`${badges}/simple-err-issued.json`, 'expired', 'not valid yet: it begins on 1 January 2040'],
  [`${badges}/simple-err-issuer.json`, 'unreadable', 'it has no issuer'],
  [`${badges}/simple-err-issuer-type.json`, 'unreadable', 'issuer is not of the type Profile'],
  [`${badges}/simple-err-issuer-otheridentifier-type.json`, 'unreadable', 'type IdentifierEntry'],
  [`${badges}/simple-err-type.json`, 'unreadable', 'OtherCredential'],
  [`${badges}/simple-err-credential-subject-type.json`, 'unreadable', 'type AchievementSubject'],
  [`${badges}/simple-err-credential-subject-identifier-type.json`, 'unreadable', 'type IdentityObject'],
  [
    `${badges}/simple-err-credential-subject-profile-type.json`,
    'unreadable',
    'source is not of the type Profile',
  ],
  [`${badges}/simple-err-credential-subject-result-type.json`, 'unreadable', 'type Result'],
  [
    `${badges}/simple-err-credential-subject-achievement-result-description-type.json`,
    'unreadable',
    'type ResultDescription',
  ],
  [`${badges}/simple-err-proof-method.json`, 'unreadable', 'names a key that cannot be read'],
  [`${badges}/simple-err-proof-method-no-scheme.json`, 'unreadable', 'names no key by an address'],
  [`${badges}/simple-err-proof-method-unknown-scheme.json`, 'unreadable', 'xxx:z6Mk'],
  [`${badges}/simple-err-proof-method-unknown-did-method.json`, 'not ours', 'did:example:z6Mk'],
  [`${badges}/endorsement-err-schema-status-refresh.json`, 'changed', 'signature does not match'],
  [`${badges}/complete_v1.json`, 'not ours', 'cannot look up'],
  [`${badges}/simple.jwt`, 'not ours', 'does not say which key'],
  [`${badges}/sd/derivedcredential.json`, 'unreadable', 'ecdsa-sd-2023'],
  [`${badges}/bit-string-list/credential-status-revoked.json`, 'revoked', 'revoked this credential'],
  [
    `${badges}/bit-string-list/credential-status-revoked-blank-nodes.json`,
    'revoked',
    'revoked this credential',
  ],
] as const)('%s is %s: “%s”', async ([path, word, why]) => {
  const verdict = await check(path)
  expect(verdict).toMatchObject({ word, isOurs: false })
  expect(verdict.why).toContain(why)
})

test('every badge among them has its verdict here', () => {
  const named = readFileSync(join(import.meta.dirname, 'check-file.test.ts'), 'utf8')
  const missing = readdirSync(join(folder, badges), { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && !named.includes(item.name))
    .map(({ name }) => name)
  expect(missing).toEqual([])
})

const simple = JSON.parse(readFileSync(join(folder, badges, 'simple.json'), 'utf8'))

test.for([
  ['expired', { validUntil: '2020-01-20T00:00:00Z' }, 'changed'],
  ['without the context of badges', { '@context': simple['@context'].slice(0, 1) }, 'unreadable'],
  [
    'with a context of its own',
    { '@context': [...simple['@context'], { name: 'https://x.example/' }] },
    'unreadable',
  ],
  ['with an unknown context', { '@context': [...simple['@context'], 'https://x.example/'] }, 'unreadable'],
  ['with a term that nobody defined', { extra: 'unsigned text' }, 'unreadable'],
  ['with another name', { name: 'Other' }, 'changed'],
  ['with a broken signature', { proof: { ...simple.proof[0], proofValue: 'zabc' } }, 'changed'],
  ['with a signature that is no text', { proof: { ...simple.proof[0], proofValue: 'z0OIl' } }, 'unreadable'],
  ['for another purpose', { proof: { ...simple.proof[0], proofPurpose: 'authentication' } }, 'unreadable'],
  ['under our name', { issuer: { ...simple.issuer, id: 'did:web:academy.example' } }, 'changed'],
] as const)('a badge %s is refused', async ([, changes, word]) => {
  const file = Buffer.from(JSON.stringify({ ...simple, ...changes }))
  expect(await checkFile(file, { own, now })).toMatchObject({ word, isOurs: false })
})

test.for([
  [
    { '@context': [...simple['@context'], 'https://x.example/'] },
    'The credential uses a vocabulary that we do not know: https://x.example/.',
  ],
  [{ type: [] }, 'The type of the credential is not VerifiableCredential: nothing.'],
  [
    { '@id': 'urn:x' },
    'The credential contains something that its vocabulary does not define: Invalid JSON-LD syntax; colliding keywords detected.',
  ],
] as const)('a badge with %j is refused with that reason', async ([changes, why]) => {
  const verdict = await checkFile(Buffer.from(JSON.stringify({ ...simple, ...changes })), { own, now })
  expect(verdict).toMatchObject({ word: 'unreadable', why })
})

const subject = simple.credentialSubject
const { achievement } = subject
const identity = {
  type: 'IdentityObject',
  hashed: false,
  identityHash: 'a@example.org',
  identityType: 'emailAddress',
}
const issuerKey = generateKeyPairSync('ed25519').privateKey
const outcome = { id: 'urn:x', type: ['ResultDescription'], name: 'Grade', resultType: 'LetterGrade' }

/** The standard requires these fields, also of a badge that its issuer signed so; 1EdTech publishes the first as simple-err-credential-subject-no-id-no-identifier. */
test.for([
  [{ ...subject, id: undefined }, 'neither id nor identifier'],
  [{ ...subject, id: undefined, identifier: [] }, 'neither id nor identifier'],
  [{ ...subject, id: undefined, identifier: 'a@example.org' }, 'The field identifier is not an object'],
  [{ ...subject, identifier: [{ ...identity, hashed: undefined }] }, 'identifier lacks'],
  [{ ...subject, identifier: [{ ...identity, identityHash: '' }] }, 'identifier lacks'],
  [{ ...subject, achievement: undefined }, 'requires: achievement.'],
  [{ ...subject, achievement: achievement.id }, 'The field achievement is not an object'],
  [{ ...subject, achievement: { ...achievement, id: undefined } }, 'requires: id.'],
  [{ ...subject, achievement: { ...achievement, name: '' } }, 'requires: name.'],
  [{ ...subject, achievement: { ...achievement, description: undefined } }, 'requires: description.'],
  [{ ...subject, achievement: { ...achievement, criteria: undefined } }, 'requires: criteria.'],
  [
    { ...subject, achievement: { ...achievement, criteria: 'https://x.example/' } },
    'The field criteria is not an object',
  ],
  [{ ...subject, result: 'A' }, 'The field result is not an object'],
  [
    { ...subject, achievement: { ...achievement, resultDescription: { ...outcome, resultType: undefined } } },
    'requires: resultType.',
  ],
  [
    { ...subject, achievement: { ...achievement, alignment: { type: 'Alignment', targetName: 'X' } } },
    'requires: targetUrl.',
  ],
  [{ ...subject, source: { type: ['Profile'], name: 'X' } }, 'The field source lacks'],
])('a badge about %j is refused: “%s”', async ([credentialSubject, why]) => {
  const verdict = await checkSigned({ credentialSubject })
  expect(verdict).toMatchObject({ word: 'unreadable', isOurs: false })
  expect(verdict.why).toContain(why)
})

test('a badge that does not say since when it is valid is refused', async () => {
  expect((await checkSigned({ validFrom: undefined })).why).toContain('it has no validFrom.')
  expect(await checkSigned({})).toMatchObject({ word: 'valid', isOurs: false })
})

/** The simple badge with these changes, signed by its issuer. */
async function checkSigned(changes: object) {
  const { proof: _, ...unsigned } = simple
  const did = `did:key:${multikeyOf(issuerKey)}`
  const issuer = { ...simple.issuer, id: did }
  const credential = JSON.parse(JSON.stringify({ ...unsigned, issuer, ...changes }))
  const method = `${did}#${multikeyOf(issuerKey)}`
  const signed = await addProof(credential, {
    key: issuerKey,
    method,
    created: new Date('2026-11-01T00:00:00Z'),
  })
  return checkFile(Buffer.from(JSON.stringify(signed)), { own, now })
}

test.for([
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(5000)],
  ['too much', Buffer.alloc(6 * 1024 * 1024, 32)],
  ['the start of a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['deep brackets', Buffer.from('['.repeat(100_000))],
  ['deep JSON', Buffer.from('{"a":'.repeat(5000) + '1' + '}'.repeat(5000))],
  ['an SVG without end', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>')],
  ['a token without signature', Buffer.from('eyJhbGciOiJub25lIn0.e30.')],
  ['null', Buffer.from('null')],
  ['many blank nodes', Buffer.from(JSON.stringify(poison()))],
  ['__proto__', Buffer.from('{"__proto__":{"proof":1}}')],
])('%s are unreadable, quickly and without an error', async ([, file]) => {
  const start = performance.now()
  expect(await checkFile(file as Buffer, { own, now })).toMatchObject({ word: 'unreadable' })
  expect(performance.now() - start).toBeLessThan(10_000)
})

/** A graph in which every node looks like every other, which takes long to put in order. */
function poison() {
  const names = Array.from({ length: 10 }, (_, at) => `_:n${at}`)
  const nodes = names.map((id) => ({
    id,
    type: ['Profile'],
    parentOrg: names.filter((other) => other !== id).map((other) => ({ id: other, type: ['Profile'] })),
  }))
  return { ...simple, issuer: { ...simple.issuer, parentOrg: nodes } }
}
