import { badge, issued, origin, signed } from '#test/makers/credentials.ts'
import type { JsonObject } from '#features/credentials/json.ts'
import { statusList } from '#features/credentials/open-badge.ts'
import { encodeList } from '#features/credentials/status-list.ts'
import type { VerdictWord } from '#features/credentials/verdict.ts'
import { hostile, type HostileFile } from './hostile-file.ts'
import { byStranger, foreignDid, foreignMethod } from './strangers.ts'

/** Credentials of a stranger, whose signature holds: dates, lists of revoked ones, and proofs. */

const whole = await signed(badge)
const proof = whole['proof'] as JsonObject

async function dates(): Promise<HostileFile[]> {
  const unreadable = [
    '2026-11-18T12:00:00',
    '2026-11-18',
    '2026-11-18 12:00:00Z',
    '2026-11-18t12:00:00z',
    '2026-02-30T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-11-18T25:00:00Z',
    '2026-11-18T12:00:00+25:00',
    '+02026-11-18T12:00:00Z',
    '99999-11-18T12:00:00Z',
    ' 2026-11-18T12:00:00Z',
    'tomorrow',
    '',
    '1763467200',
  ]
  const files = []
  for (const validUntil of unreadable)
    files.push(hostile(`ends on “${validUntil}”`, await byStranger({ validUntil }), 'unreadable'))
  const others: [string, JsonObject, VerdictWord][] = [
    ['ended long ago', { validUntil: '0001-01-01T00:00:00Z' }, 'expired'],
    ['ended in another zone', { validUntil: '2026-11-19T11:29:59+05:30' }, 'expired'],
    ['begins later', { validFrom: '2099-01-01T00:00:00Z' }, 'expired'],
    ['ends before it begins', { validUntil: '2020-01-01T00:00:00Z' }, 'expired'],
  ]
  for (const [name, changes, word] of others) files.push(hostile(name, await byStranger(changes), word))
  return files
}

async function lists(): Promise<HostileFile[]> {
  const address = 'https://x.example/list'
  const entry = (changes: object = {}) => ({
    credentialStatus: {
      type: 'BitstringStatusListEntry',
      ...{ statusPurpose: 'revocation', statusListIndex: '7', statusListCredential: address, ...changes },
    },
  })
  const encoded = encodeList([7])
  const list = (subject: object = {}) =>
    byStranger({
      '@context': [(badge['@context'] as string[])[0]],
      ...{ id: address, type: ['VerifiableCredential', 'BitstringStatusListCredential'] },
      ...{ name: undefined, relatedResource: undefined, issuer: foreignDid },
      credentialSubject: {
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: encoded,
        ...subject,
      },
    }).then((made) => JSON.parse(JSON.stringify(made)) as JsonObject)
  const named = async (changes: object = {}) => byStranger(entry(changes))
  const files: HostileFile[] = [
    hostile('revoked by its list', await named(), 'revoked', await list()),
    hostile('spared by its list', await named({ statusListIndex: '8' }), 'valid', await list()),
    hostile(
      'suspended',
      await named({ statusPurpose: 'suspension' }),
      'revoked',
      await list({ statusPurpose: 'suspension' }),
    ),
    hostile(
      'to be refreshed',
      await named({ statusPurpose: 'refresh' }),
      'valid',
      await list({ statusPurpose: 'refresh' }),
    ),
    hostile(
      'with a message',
      await named({ statusPurpose: 'message', statusSize: 2 }),
      'valid',
      await list(),
    ),
    hostile(
      'with a list of another purpose',
      await named(),
      'unreadable',
      await list({ statusPurpose: 'refresh' }),
    ),
    hostile(
      'with the list of another issuer',
      await named(),
      'unreadable',
      await signed(statusList(origin, 'CF-2026', { revoked: [], last: 9 }, issued)),
    ),
    hostile('ours with the list of a stranger', whole, 'unreadable', await list()),
    hostile('with a list that was changed', await named(), 'unreadable', { ...(await list()), id: 'urn:x' }),
    hostile(
      'with a list that is not packed',
      await named(),
      'unreadable',
      await list({ encodedList: 'uAAAA' }),
    ),
    hostile(
      'with a list of another alphabet',
      await named(),
      'unreadable',
      await list({ encodedList: 'u+/+/' }),
    ),
    hostile('with no list in the list', await named(), 'unreadable', await list({ encodedList: undefined })),
    hostile('with a text as its list', await named(), 'unreadable', 'x'),
    hostile('with itself as its list', await named(), 'unreadable', await named()),
  ]
  for (const statusListIndex of ['131072', '999999999'])
    files.push(hostile(`at ${statusListIndex}`, await named({ statusListIndex }), 'unreadable', await list()))
  for (const statusListIndex of ['-1', '1e3', '0x7', '7.0', '', '9999999999', 'seven'])
    files.push(
      hostile(`at “${statusListIndex}”`, await named({ statusListIndex }), 'unreadable', await list()),
    )
  for (const status of [7, 'x', [7], { type: 'BitstringStatusListEntry' }])
    files.push(
      hostile(`status ${JSON.stringify(status)}`, { ...whole, credentialStatus: status }, [
        'unreadable',
        'changed',
      ]),
    )
  return files
}

async function proofs(): Promise<HostileFile[]> {
  const small = await byStranger()
  const own = small['proof'] as JsonObject
  const withProof = (changes: object) => ({ ...small, proof: { ...own, ...changes } })
  const files: [string, object, VerdictWord | VerdictWord[]][] = [
    ...['authentication', 'capabilityInvocation', 'keyAgreement', 'ASSERTIONMETHOD'].map(
      (proofPurpose): [string, object, VerdictWord] => [
        `for ${proofPurpose}`,
        withProof({ proofPurpose }),
        'unreadable',
      ],
    ),
    ['for two purposes', withProof({ proofPurpose: ['assertionMethod', 'authentication'] }), 'unreadable'],
    ...['DataIntegrityproof', 'RsaSignature2018', 'Ed25519Signature2018', 'constructor'].map(
      (type): [string, object, VerdictWord] => [`of type ${type}`, withProof({ type }), 'unreadable'],
    ),
    ...['eddsa-jcs-2022', 'ecdsa-rdfc-2019', 'ecdsa-sd-2023', 'bbs-2023', 'toString', ''].map(
      (cryptosuite): [string, object, VerdictWord[]] => [
        `by ${cryptosuite}`,
        withProof({ cryptosuite }),
        ['unreadable', 'changed'],
      ],
    ),
    ...[
      '#key',
      'did:key:z6Mk',
      'did:key:',
      'mailto:a@b.org',
      'http:',
      `${foreignMethod}#x`,
      'did:jwk:e30',
    ].map((verificationMethod): [string, object, VerdictWord[]] => [
      `by the key “${verificationMethod}”`,
      withProof({ verificationMethod }),
      ['unreadable', 'not ours', 'changed'],
    ]),
    ['with a proof of ours beside it', { ...small, proof: [own, proof] }, 'changed'],
    ['ours with a proof of another document', { ...whole, proof: [proof, own] }, ['changed', 'not ours']],
    ['with a proof after another', withProof({ previousProof: 'urn:x' }), 'unreadable'],
    ['with a proof inside its proof', withProof({ proof: own }), ['changed', 'unreadable']],
    ['with a proof that is a text', { ...small, proof: 'x' }, 'unreadable'],
    [
      'with a signature in another alphabet',
      withProof({ proofValue: `u${String(own['proofValue']).slice(1)}` }),
      ['changed', 'unreadable'],
    ],
    [
      'with a signature cut short',
      withProof({ proofValue: String(own['proofValue']).slice(0, -1) }),
      ['changed', 'unreadable'],
    ],
    [
      'with half a signature',
      withProof({ proofValue: String(own['proofValue']).slice(0, 40) }),
      ['changed', 'unreadable'],
    ],
  ]
  return files.map(([name, file, words]) => hostile(name, file, words))
}

export async function strangersFiles(): Promise<HostileFile[]> {
  return (await Promise.all([dates(), lists(), proofs()])).flat()
}
