import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { anchorKey } from '#features/audit/anchor-signatures.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { thingChanged } from '#test/makers/any-action.ts'
import { anchorAndMail } from './anchor-letter.server.ts'

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'anchors-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})
const key = anchorKey('the secret of this site, which no database holds')
const hour = 3_600_000

test('only the first anchor of a day can be emailed', async ({ db, folder }) => {
  await act(db)
  const anchor = await anchorAndMail(db, { folder, key }, 'auditor@example.org', monday)
  await anchorAndMail(db, { folder, key }, 'auditor@example.org', monday)
  await act(db)
  const later = new Date(monday.getTime() + hour)
  expect(await anchorAndMail(db, { folder, key }, 'auditor@example.org', later)).toBeDefined()

  const letters = await db.selectFrom('mail').select(['recipient', 'body_text']).execute()
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ recipient: 'auditor@example.org' })
  expect(letters[0]?.body_text).toContain(anchor?.hash)
})

function act(db: Db) {
  return inTransaction(db, (db) => record(db, system, thingChanged, 'thing:1', {}, monday))
}
