import { expect } from 'vitest'
import { axeFaultsInBothThemes } from '#test/e2e/harness/faults.ts'
import { keyboardUserOn } from '#test/e2e/harness/keyboard.ts'
import { hydrated, makePerson, test } from '#test/e2e/harness/staff-office.ts'
import { makeCase } from '#test/makers/casework.ts'
import { sendOne } from '#test/makers/enquiries.ts'

test('rows of four lists are read without leaving them, by keyboard', async ({ office, openSignedIn }) => {
  const admin = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const enquiry = await sendOne(office.db, new Date(), { subject: 'A lecture hall' })
  await sendOne(office.db, new Date(), { subject: 'Another hall' })
  const reference = await makeCase(office.db, new Date(), { state: 'complete' })
  const page = await openSignedIn(office, admin)
  const keyboardUser = keyboardUserOn(page)
  const sheet = page.getByRole('dialog')

  await page.goto('/editor/enquiries')
  await hydrated(page)
  await page.getByRole('button', { name: 'Preview A lecture hall' }).waitFor()
  await keyboardUser.tabTo('A lecture hall')
  await keyboardUser.press('Space')
  await sheet.getByText(enquiry.message).waitFor()
  await sheet.getByText(enquiry.email).waitFor()
  // What acts stays on the page of the enquiry.
  expect(await sheet.getByRole('textbox').count()).toBe(0)
  expect(await sheet.getByRole('button').allTextContents()).toEqual(['', '', ''])
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  await keyboardUser.press('ArrowRight')
  await sheet.getByRole('heading', { name: 'Another hall' }).waitFor()
  expect(await sheet.getByText(enquiry.email).count()).toBe(0)
  await keyboardUser.press('Escape')
  await keyboardUser.expectAt('Preview Another hall')
  expect(new URL(page.url()).pathname).toBe('/editor/enquiries')

  await page.goto(`/editor/cases?q=${reference}`)
  await page.getByRole('button', { name: `Preview ${reference}` }).click()
  await sheet.getByRole('heading', { name: 'Submitted form' }).waitFor()
  const read = await office.db
    .selectFrom('audit_entry')
    .select('actor')
    .where('action', '=', 'case.read')
    .where('subject', '=', `case:${reference}`)
    .execute()
  expect(read).toEqual([{ actor: `staff:${admin.id}` }])

  await page.goto('/editor/people')
  await page.locator('tbody').getByRole('button').first().click()
  await sheet.getByText('Family name').waitFor()

  await page.goto('/editor/content/news?q=rings')
  await page.locator('tbody').getByRole('button').first().click()
  await sheet.locator('img').first().waitFor()
  await sheet.getByRole('link', { name: 'Open page' }).click()
  await page.waitForURL('**/editor/entries/*')
})

test('without scripts the link of a row opens its page', async ({ office, openSignedIn }) => {
  const editor = await makePerson(office, { role: 'editor', name: 'Meera Iyer' })
  const page = await openSignedIn(office, editor, { javaScriptEnabled: false })
  await page.goto('/editor/people')
  expect(await page.getByRole('button', { name: /^Preview/ }).count()).toBe(0)
  await page.locator('tbody th a').first().click()
  await page.waitForURL('**/editor/people/*')
})
