import { badge, certificate, origin, signed } from '#test/makers/credentials.ts'
import type { JsonObject } from '#features/credentials/json.ts'
import { openBadge } from '#features/credentials/open-badge.ts'
import type { VerdictWord } from '#features/credentials/verdict.ts'
import { hostile, type HostileFile } from './hostile-file.ts'
import { byStranger } from './strangers.ts'

/** JSON: fields left out, replaced and hidden, texts that are no JSON, sizes. */

const whole = await signed(badge)
const text = JSON.stringify(whole)
const proof = whole['proof'] as JsonObject
const refused: VerdictWord[] = ['changed', 'unreadable', 'not ours']

/** Every field left out, or with a value of every other kind. */
function fields(): HostileFile[] {
  const values: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', []],
    ['an object', {}],
    ['an empty text', ''],
    ['true', true],
    ['text', 'x'],
  ]
  const inDocument = Object.keys(whole).flatMap((field) =>
    values.map(([name, value]) => hostile(`${field} is ${name}`, { ...whole, [field]: value }, refused)),
  )
  const inProof = Object.keys(proof).flatMap((field) =>
    values.map(([name, value]) =>
      hostile(`proof ${field} is ${name}`, { ...whole, proof: { ...proof, [field]: value } }, refused),
    ),
  )
  return [...inDocument, ...inProof]
}

/** The same meaning in other words: the signature holds, and readers of JSON no longer find the field. */
export async function hidingFiles(): Promise<HostileFile[]> {
  const statement = { ...certificate.statement, kind: 'membership', validTo: '2026-11-18' } as const
  const ended = await signed(openBadge({ ...certificate, statement }, origin, []))
  const { validUntil, ...endless } = ended
  const { credentialStatus, id, name, credentialSubject, ...bare } = whole
  const vc = 'https://www.w3.org/2018/credentials#'
  const typed = { '@value': validUntil, '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' }
  const status = credentialStatus as JsonObject
  const subject = credentialSubject as JsonObject
  const rest = { ...bare, name, credentialSubject }
  const inType = {
    ...subject,
    '@context': { skill: 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#achievement' },
  }
  const files: [string, object][] = [
    ['its end inside @nest', { ...endless, '@nest': { validUntil } }],
    ['its end by its whole address', { ...endless, [`${vc}validUntil`]: typed }],
    ['its status inside @nest', { ...rest, id, '@nest': { credentialStatus } }],
    ['its status by its whole address', { ...rest, id, [`${vc}credentialStatus`]: credentialStatus }],
    ['its name as @id', { ...rest, credentialStatus, '@id': id }],
    ['name and status', { ...rest, '@id': id, [`${vc}credentialStatus`]: credentialStatus }],
    ['everything in @graph', { '@context': whole['@context'], '@graph': [whole] }],
    ['a text in @index', { ...whole, '@index': 'Any text.' }],
    ['an empty @included', { ...whole, '@included': [] }],
    ['an empty @reverse', { ...whole, '@reverse': {} }],
    ['a vocabulary in its subject', { ...whole, credentialSubject: inType }],
    ['a text as @value', { ...whole, name: { '@value': name } }],
    ['a text in @set', { ...whole, name: { '@set': [name] } }],
    ['the purpose of its status', { ...whole, credentialStatus: { ...status, '@nest': {} } }],
    ['@nest in its proof', { ...whole, proof: { ...proof, '@nest': {} } }],
    ['a context in its proof', { ...whole, proof: { ...proof, '@context': ['https://x.example/any text'] } }],
  ]
  return [
    ...files.map(([what, file]) => hostile(`hides ${what}`, file, ['changed', 'unreadable'])),
    hostile('an expired one as it is', ended, 'expired'),
    hostile('a stranger hides the end', hideEnd(await byStranger({ validUntil: '2026-11-18T00:00:00Z' })), [
      'unreadable',
    ]),
  ]
}

function hideEnd({ validUntil, ...rest }: JsonObject): object {
  return { ...rest, '@nest': { validUntil } }
}

function texts(): HostileFile[] {
  const twice = (field: string) => text.replace(`"${field}":`, `"${field}":null,"${field}":`)
  const inner = ['type', 'achievement', 'salt', 'proofValue', 'statusListIndex', 'digestSRI', 'created']
  const files: [string, string | Buffer][] = [
    ...['@context', 'id', 'issuer', 'validFrom', 'proof', ...inner].map((field): [string, string] => [
      `${field} twice`,
      twice(field),
    ]),
    ['a field twice, once escaped', text.replace('"name":', String.raw`"\u006eame":"Other","name":`)],
    ['two roots', text + text],
    ['two roots on two lines', `${text}\n${text}\n`],
    ['text after its end', `${text} x`],
    ['a comment', `/* */${text}`],
    ['a comma too many', `${text.slice(0, -1)},}`],
    ['half of it', text.slice(0, text.length / 2)],
    ['a NUL', `${text}\0`],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-8 that is broken', Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xc3, 0x28])])],
    ['a lone surrogate', text.replace('"name":"', String.raw`"name":"\ud800`)],
    ['__proto__', text.replace('{', '{"__proto__":{"a":1},')],
    ['constructor', text.replace('{', '{"constructor":{"prototype":{}},')],
    ['NaN', text.replace('"name":', '"x":NaN,"name":')],
    ['100,000 brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['200 levels', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
    ['a million digits', `{"a":${'9'.repeat(1_000_000)}}`],
    ['4 MB of spaces', ' '.repeat(4_000_000) + text.slice(0, -1)],
    ['4 MB in a text', JSON.stringify({ ...whole, name: 'x'.repeat(4_000_000) })],
    ['a number', '7'],
    ['a text', '"x"'],
    ['a list of two', JSON.stringify([whole, whole])],
  ]
  return files.map(([name, file]) => hostile(name, file, ['unreadable', 'changed']))
}

export async function largeFiles(): Promise<HostileFile[]> {
  const contexts = badge['@context'] as string[]
  const profiles = Array.from({ length: 5000 }, (_, at) => ({ id: `urn:x:${at}`, type: ['Profile'] }))
  const ring = Array.from({ length: 2000 }, (_, at) => ({
    id: `_:n${at}`,
    type: ['Profile'],
    parentOrg: { id: `_:n${(at + 1) % 2000}`, type: ['Profile'] },
  }))
  const small = await byStranger()
  const issuer = small['issuer'] as JsonObject
  const endorsement = Array.from({ length: 1500 }, () => ({ '@context': contexts, id: 'urn:x' }))
  const again = Array.from({ length: 2000 }, () => contexts[1])
  const files: [string, object][] = [
    ['2,000 contexts', { ...small, '@context': [...contexts, ...again] }],
    ['a context in 1,500 places', { ...small, endorsement }],
    ['5,000 issuers', { ...small, issuer: { ...issuer, parentOrg: profiles } }],
    ['a ring of 2,000 issuers', { ...small, issuer: { ...issuer, parentOrg: ring } }],
    ['9 proofs', { ...small, proof: Array.from({ length: 9 }, () => small['proof']) }],
    [
      'a signature of 500,000 digits',
      { ...small, proof: { ...proof, proofValue: `z${'1'.repeat(500_000)}` } },
    ],
  ]
  return files.map(([name, file]) => hostile(name, file, ['unreadable', 'changed']))
}

export function jsonFiles(): HostileFile[] {
  return [...fields(), ...texts()]
}
