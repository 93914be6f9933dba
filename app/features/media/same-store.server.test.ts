import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { monday, test } from '#test/harness/db.ts'
import { checkStore } from './same-store.server.ts'

const newStore = () => openFileStore(join(tmpdir(), `store-${randomUUID()}`))

test('a store without any of the oldest files of the site stops the start, one with some does not', async ({
  db,
}) => {
  const [ours, other] = [newStore(), newStore()]
  await checkStore(db, other)
  const sha256 = await ours.put(Buffer.from('a picture'))
  const file = { name: 'a.jpg', media_type: 'image/jpeg', bytes: 9, width: 1, height: 1 }
  const rest = { sample_at: null, original_sha256: null, created_at: monday.getTime() }
  await db
    .insertInto('file')
    .values([
      { id: 'one', sha256, ...file, ...rest },
      { id: 'two', sha256: 'f'.repeat(64), ...file, ...rest },
    ])
    .execute()

  await checkStore(db, ours)
  await expect(checkStore(db, other)).rejects.toThrow(ConfigError)
  await expect(checkStore(db, other)).rejects.toThrow(/^FILES_URL must name the store/)
})

test('a store that does not answer is no reason to stop', async ({ db }) => {
  const logged = captureLog()
  const rest = { sample_at: null, original_sha256: null, created_at: monday.getTime() }
  const file = { name: 'a.jpg', media_type: 'image/jpeg', bytes: 9, width: 1, height: 1 }
  await db
    .insertInto('file')
    .values({ id: 'one', sha256: 'a'.repeat(64), ...file, ...rest })
    .execute()
  await checkStore(db, { has: () => Promise.reject(new Error('away')) })
  expect(logged).toMatchObject([{ event: 'store.unchecked' }])
})
