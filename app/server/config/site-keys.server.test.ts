import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import { siteKeyOf } from '#features/certificates/own-key.server.ts'
import { checkKeys, keysFromSecret } from './site-keys.server.ts'

const certificateKeys = [1, 2].map(() => generateKeyPairSync('ed25519').privateKey)
const [certificateKey, otherKey] = certificateKeys as [
  (typeof certificateKeys)[number],
  (typeof certificateKeys)[number],
]
const keysOf = (secret: string, key: KeyObject) => [...keysFromSecret(secret), siteKeyOf(key)]
const first = keysOf('the first secret', certificateKey)
const others = [
  { what: 'secret', keys: keysOf('another secret', certificateKey), name: 'SECRET', file: 'secret' },
  {
    what: 'key of certificates',
    keys: keysOf('the first secret', otherKey),
    name: 'CERTIFICATE_KEY',
    file: 'certificate-key',
  },
]

for (const { what, keys, name, file } of others)
  test(`another ${what} is refused, until one start accepts it permanently`, async ({ db }) => {
    await checkKeys(db, first, false, monday)
    await checkKeys(db, first, false, monday)
    const refusal = new RegExp(`^${name} is not the one.* copy DATA_DIR/${file} from there`)
    await expect(checkKeys(db, keys, false, monday)).rejects.toThrow(refusal)

    await checkKeys(db, keys, true, monday)
    await checkKeys(db, keys, false, monday)
    await expect(checkKeys(db, first, false, monday)).rejects.toThrow(`${name} is not the one`)
  })
