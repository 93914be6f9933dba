import { expect } from 'vitest'
import { moveReviewed } from '#features/entry-reviews/operations.server.ts'
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

test('a colleague who deletes what someone submitted writes why, also without the right to publish', async ({
  office,
  openSignedIn,
}) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Sen' })
  const colleague = await makePerson(office, { role: 'editor', name: 'Tara Nair' })
  const draft = await makeDraft(office.db, actorFor(meera), new Date())
  const requested = { ...draft, move: 'submit' } as const
  await moveReviewed(office.db, actorFor(meera), requested, 'https://iaps.example', new Date())
  const editor = await openSignedIn(office, meera)
  const other = await openSignedIn(office, colleague, { expected: refusals })

  await other.goto(`/editor/entries/${draft.id}`)
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await other.getByText('Write a note to the author: why do you do this?').first().waitFor()
  await other.getByLabel('Note to the author').fill('We have this award already.')
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await other.getByText('Deleted. You can restore it for 30 days.').waitFor()

  await editor.goto('/editor/dashboard')
  await editor.getByText('Tara Nair deleted this, which you submitted for review.').waitFor()
  await editor.getByRole('link', { name: 'Golden Lamp' }).first().click()
  await editor.getByText('We have this award already.').waitFor()
})
