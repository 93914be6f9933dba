import { expect } from 'vitest'
import { inTransaction } from '#db/transaction.server.ts'
import { monday, test } from '#test/db.ts'
import { system } from './actor.ts'
import { record } from './operations.server.ts'

test('entries are numbered from one and each holds the hash of the one before', async ({ db }) => {
  for (const value of [1, 2, 3])
    await inTransaction(db, (db) => record(db, system, 'settings.changed', 'settings', { value }, monday))

  const rows = await db.selectFrom('audit_entry').selectAll().orderBy('seq').execute()
  expect(rows.map((row) => row.seq)).toEqual([1, 2, 3])
  expect(rows.map((row) => row.previous_hash)).toEqual(['', rows[0]?.hash, rows[1]?.hash])
})

test('an entry outside of a transaction is refused', async ({ db }) => {
  await expect(record(db, system, 'settings.changed', 'settings', {}, monday)).rejects.toThrow('transaction')
})
