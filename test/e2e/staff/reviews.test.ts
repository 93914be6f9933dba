import { expect } from 'vitest'
import { makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { actorFor } from '#test/makers/staff.ts'
import { makeDraft } from '#test/makers/content.ts'

test('an editor asks someone for a review, and reads what to change', async ({ office, openSignedIn }) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const { id } = await makeDraft(office.db, actorFor(meera), new Date())
  const editor = await openSignedIn(office, meera)
  const admin = await openSignedIn(office, asha, { expected: refusals })

  await editor.goto(`/editor/entries/${id}`)
  await editor.getByLabel('Reviewer', { exact: true }).selectOption('Asha Iyer')
  await editor.getByLabel('Note to the reviewer').fill('Is the year right?')
  await editor.getByRole('button', { name: 'Submit for review' }).click()
  await editor.getByText('Submitted for review.').waitFor()

  await admin.goto('/admin/dashboard')
  await admin.getByText('Assigned to you for review by Meera Rao').waitFor()
  await admin.getByRole('link', { name: 'Golden Lamp' }).first().click()
  await admin.getByText('Is the year right?').waitFor()
  await admin.getByRole('button', { name: 'Return to draft' }).click()
  await admin.getByText('Write a note to the author: what needs to change?').first().waitFor()
  await admin.getByLabel('Note to the author').fill('It should be 1994.')
  await admin.getByRole('button', { name: 'Return to draft' }).click()
  await admin.getByText('Returned to draft.').waitFor()

  await editor.goto('/editor/dashboard')
  await editor.getByText('Asha Iyer asks you to change this.').waitFor()
  await editor.getByRole('link', { name: 'Golden Lamp' }).first().click()
  await editor.getByText('It should be 1994.').waitFor()
  expect(await editor.locator('#review li').count()).toBe(2)
})
