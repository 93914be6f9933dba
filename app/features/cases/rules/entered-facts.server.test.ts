import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { finishErasing } from '#features/privacy/erasing.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { enteredFacts, enterFact, listEnteredFacts, removeFact, restoreFact } from './entered-facts.server.ts'

const dues = { name: 'nominee.duesPaidOn', value: '1995-01-01', source: 'The ledger.' } as const
const later = new Date(monday.getTime() + 60_000)

test('a fact that was deleted is restored, unless someone has entered it again', async ({ db }) => {
  const clerk = await makeCaseworker(db, monday)
  const reference = await makeCase(db, monday, { state: 'complete' })
  const { id } = await db.selectFrom('dossier').select('id').executeTakeFirstOrThrow()
  const remove = async () => {
    const removed = await removeFact(db, clerk, reference, dues.name, monday)
    return removed.ok ? { name: dues.name, shownHash: removed.shownHash } : undefined
  }
  await enterFact(db, clerk, reference, dues, monday)
  const first = await remove()
  expect(await listEnteredFacts(db, id)).toEqual([])
  if (!first) throw new Error('It was not deleted.')
  expect(await restoreFact(db, clerk, reference, first, monday)).toEqual({ ok: true })
  expect(await enteredFacts(db, id)).toEqual({
    facts: { [dues.name]: dues.value },
    origins: { [dues.name]: dues.source },
  })

  const second = await remove()
  await enterFact(db, clerk, reference, { ...dues, value: '1995-01-02' }, later)
  if (!second) throw new Error('It was not deleted.')
  expect(await restoreFact(db, clerk, reference, second, later)).toEqual({ ok: false, reason: 'conflict' })
  expect(await listEnteredFacts(db, id)).toMatchObject([{ value: '1995-01-02' }])
})

test('entered facts are erased with their case', async ({ db }) => {
  const clerk = await makeCaseworker(db, monday)
  const reference = await makeCase(db, monday, { state: 'complete' })
  await enterFact(db, clerk, reference, dues, monday)
  const { id } = await db.selectFrom('dossier').select('id').executeTakeFirstOrThrow()
  const ended = { state: 'withdrawn', ended_at: monday.getTime() }
  await db.updateTable('dossier').set(ended).where('id', '=', id).execute()
  const erasing = { actor: system, reason: 'Due.', now: monday }
  await finishErasing(db, personalData, { wholeCases: [id] }, erasing)

  expect(await db.selectFrom('case_fact').selectAll().execute()).toEqual([])
})
