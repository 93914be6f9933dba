import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import { home, makeReached } from '#test/makers/own-pages.ts'
import { listActions } from '#test/makers/staff.ts'
import { startRenewal } from './acting.server.ts'

const renewal = { form: 'membership', network: '192.0.2.0', answers: {} } as const

test('a renewal that cannot be recorded leaves no form behind', async ({ db }) => {
  const id = await makeReached(db, 'asha@example.org', monday)
  const before = await listActions(db)
  const person = { kind: 'person', id, address: home } as const

  await expect(startRenewal(db, { ...person, helper: 'gone' }, renewal, monday)).rejects.toThrow()
  expect(await db.selectFrom('form_draft').select('id').execute()).toEqual([])
  expect(await listActions(db)).toEqual(before)

  expect(await startRenewal(db, person, renewal, monday)).toMatchObject({ ok: true })
  expect(await db.selectFrom('form_draft').select('id').execute()).toHaveLength(1)
  expect(await listActions(db)).toEqual([...before, 'own-page.renewal-started'])
})
