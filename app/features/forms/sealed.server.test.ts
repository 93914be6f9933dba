import { expect } from 'vitest'
import { draftOf, makeFilledDraft, rightAnswers } from '#test/makers/cases.ts'
import { monday, test } from '#test/harness/db.ts'
import { findDraft, removeDraft } from './drafts/drafts.server.ts'
import { clearDrafts } from './drafts/retention.server.ts'
import { newKey, seal, unseal } from './sealed.server.ts'

test('sealed data opens with its key only, and not when a bit was changed', () => {
  const key = newKey()
  const box = seal(key, Buffer.from('a secret'))

  expect(unseal(key, box).toString()).toBe('a secret')
  expect(() => unseal(newKey(), box)).toThrow('authenticate')
  box[box.length - 1]! ^= 1
  expect(() => unseal(key, box)).toThrow('authenticate')
})

test('the database contains nothing readable of a draft', async ({ db }) => {
  const token = await makeFilledDraft(db, 'fellow', monday)
  const rows = [
    ...(await db.selectFrom('form_draft').selectAll().execute()),
    ...(await db.selectFrom('attachment').selectAll().execute()),
  ]
  const text = JSON.stringify(rows)

  for (const secret of [token, 'Asha', 'asha@example.org', 'vitae', 'Optics'])
    expect(text, secret).not.toContain(secret)
  expect((await draftOf(db, 'fellow', token, monday)).answers).toEqual(rightAnswers.fellow)
})

test('a draft is found only by its own token and form, and until it expires', async ({ db }) => {
  const token = await makeFilledDraft(db, 'fellow', monday)
  const day = 86_400_000

  expect(await findDraft(db, 'membership', token, monday)).toBeUndefined()
  expect(await findDraft(db, 'fellow', `${token.slice(1)}x`, monday)).toBeUndefined()
  expect(await findDraft(db, 'fellow', token, new Date(monday.getTime() + 61 * day))).toBeUndefined()
  expect(await clearDrafts(db, new Date(monday.getTime() + 59 * day))).toBe(0)
  expect(await clearDrafts(db, new Date(monday.getTime() + 60 * day))).toBe(1)
  expect(await db.selectFrom('attachment').select('id').execute()).toEqual([])
})

test('the person who started a form can discard it', async ({ db }) => {
  const token = await makeFilledDraft(db, 'membership', monday)
  await removeDraft(db, 'membership', token, monday)

  expect(await findDraft(db, 'membership', token, monday)).toBeUndefined()
})
