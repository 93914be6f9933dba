import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { lockCase } from '#features/cases/operations.server.ts'
import { caseOrigin as origin, passerBy } from '#test/makers/cases.ts'
import { monday } from '#test/harness/db.ts'
import { caseRow, test } from '#test/makers/sent-nomination.ts'
import { withdrawByLink } from './withdrawing.server.ts'

async function mailLink(db: Db) {
  const { id: caseId } = await caseRow(db)
  const request = { caseId, purpose: 'status', name: 'Ben', email: 'ben@example.org' } as const
  return (await askConfirmation(db, origin, request, monday)).split('token=')[1] ?? ''
}

function findStatement(db: Db) {
  return db
    .selectFrom('confirmation')
    .select(['answer', 'wording', 'confirmed_hash'])
    .where('purpose', '=', 'status')
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow()
}

const withdraw = (db: Db, token: string) => withdrawByLink(db, passerBy, origin, token, monday)

test('the sender withdraws a case, and what they confirmed is stored with it', async ({ sent: db }) => {
  const token = await mailLink(db)
  const { reference, answers_hash } = await caseRow(db)

  expect(await withdraw(db, token)).toEqual({ ok: true, reference })
  expect(await caseRow(db)).toMatchObject({ state: 'withdrawn' })
  expect(await findStatement(db)).toEqual({
    answer: '{"withdrawn":"yes"}',
    wording: 'Withdraw permanently',
    confirmed_hash: answers_hash,
  })
  expect(await withdraw(db, token)).toEqual({ ok: false, reason: 'not-found' })
})

test('a link that is replaced while it is used withdraws nothing', async ({ sent: db }) => {
  const token = await mailLink(db)
  const { reference } = await caseRow(db)
  const isLocked = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const replacing = inTransaction(db, async (db) => {
    await lockCase(db, reference)
    isLocked.resolve()
    await mayGoOn.promise
    await mailLink(db)
  })
  await isLocked.promise
  const withdrawing = withdraw(db, token)
  mayGoOn.resolve()
  await replacing

  expect(await withdrawing).toEqual({ ok: false, reason: 'not-found' })
  expect(await caseRow(db)).toMatchObject({ state: 'submitted' })
})

test('a case that can no longer be withdrawn leaves its link as it was', async ({ sent: db }) => {
  const token = await mailLink(db)
  await db.updateTable('dossier').set({ state: 'admitted' }).execute()

  expect(await withdraw(db, token)).toEqual({ ok: false, reason: 'too-late' })
  expect(await findStatement(db)).toMatchObject({ answer: null, wording: null })
})
