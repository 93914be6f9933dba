import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import { checkKeys } from './site-keys.server.ts'

const certificateKeys = [1, 2].map(() => generateKeyPairSync('ed25519').privateKey)
const [certificateKey, otherKey] = certificateKeys as [
  (typeof certificateKeys)[number],
  (typeof certificateKeys)[number],
]
const first = { secret: 'the first secret', certificateKey, mayBeNew: false }
const others = [
  { what: 'secret', keys: { ...first, secret: 'another secret' }, name: 'SECRET' },
  { what: 'key of certificates', keys: { ...first, certificateKey: otherKey }, name: 'CERTIFICATE_KEY' },
]

for (const { what, keys, name } of others)
  test(`another ${what} is refused, until one start accepts it permanently`, async ({ db }) => {
    await checkKeys(db, first, monday)
    await checkKeys(db, first, monday)
    await expect(checkKeys(db, keys, monday)).rejects.toThrow(`${name} is not the one`)

    await checkKeys(db, { ...keys, mayBeNew: true }, monday)
    await checkKeys(db, keys, monday)
    await expect(checkKeys(db, first, monday)).rejects.toThrow(`${name} is not the one`)
  })
