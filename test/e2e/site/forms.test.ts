import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { onlyInFull } from '#test/harness/scale.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { openCalls, tokenMailedTo } from '#test/makers/cases.ts'
import { partsFor, rightFile } from '#test/harness/form-pages.ts'
import { faultsOnBothScreens } from '#test/e2e/harness/faults.ts'
import { attach, fillFields } from '#test/e2e/harness/form-filling.ts'
import { bytesOf, phone } from '#test/e2e/harness/harness.ts'
import { refusals, test } from '#test/e2e/harness/staff-office.ts'

/** Whole forms in a browser, with scripts and without, on one device and on two. */

const fellow = caseTypes.fellow.href
const membership = caseTypes.membership.href

async function expectSound(page: Page) {
  expect(await faultsOnBothScreens(page, phone)).toEqual([])
}

test(
  'a fellow is nominated with scripts, from the start to the copy',
  { timeout: 300_000, ...onlyInFull },
  async ({ office, openSignedOut }) => {
    await openCalls(office.db, new Date())
    const page = await openSignedOut(office, { expected: refusals })
    await page.goto(fellow)
    await expectSound(page)
    await page.getByRole('button', { name: 'Start the form' }).click()
    await page.waitForURL(`**${fellow}/tasks`)
    await expectSound(page)
    const parts = await partsFor(office, 'fellow')
    await page.getByRole('link', { name: 'The nominee' }).click()
    await page.waitForURL('**/nominee')

    await page.getByLabel('First name').fill('Asha')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
    expect(await page.title()).toMatch(/^Error: The nominee/)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
    expect(await page.getByLabel('First name').inputValue()).toBe('Asha')
    await expectSound(page)
    await page.getByRole('link', { name: 'Last name: this field is required.' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('lastName')

    for (const part of parts) {
      await page.waitForURL(`**${fellow}/${part.name}*`)
      await page.locator('html[data-hydrates]').waitFor()
      if (part.name === 'person') await tryMembership(page)
      if (part.name === 'career') await tryRows(page)
      if (part.name === 'case') await tryWordCount(page)
      if (part.name === 'attachments') await tryUploads(page)
      await fillFields(page, part.fields)
      for (const question of part.files.filter(
        ({ name }) => part.name !== 'attachments' || name !== 'vitae',
      )) {
        const file = await rightFile(question)
        await attach(page, question.name, file)
        await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor()
      }
      await page.getByRole('button', { name: 'Save and continue' }).click()
    }
    await page.waitForURL(`**${fellow}/tasks`)
    await page.getByRole('heading', { name: '7 of 7 parts complete' }).waitFor()
    await page.getByRole('link', { name: 'Check and submit' }).click()
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.waitForURL(`**${fellow}/sent`)
    await page.getByText(/Your reference is FN-\d{4}-\d{4}/).waitFor()
    await expectSound(page)
    const [copy] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Open a copy (PDF)' }).click(),
    ])
    expect(copy.suggestedFilename()).toMatch(/^FN-\d{4}-\d{4}\.pdf$/)
    expect((await bytesOf(copy)).toString('latin1', 0, 5)).toBe('%PDF-')
  },
)

/** A number that only members are asked for appears and disappears with the answer. */
async function tryMembership(page: Page) {
  const number = page.getByLabel('Nominee’s membership number')
  await page.getByLabel('Not yet a member').check()
  await number.waitFor({ state: 'hidden' })
  await page.getByLabel('Yes', { exact: true }).check()
  await number.waitFor({ state: 'visible' })
}

async function tryRows(page: Page) {
  await page.getByRole('button', { name: 'Add another degree' }).click()
  await page.locator('[name="degrees-0-subject"]').fill('First')
  await page.locator('[name="degrees-1-subject"]').fill('Second')
  await page.getByRole('button', { name: 'Remove degree 1' }).click()
  expect(await page.locator('[name="degrees-0-subject"]').inputValue()).toBe('Second')
  expect(await page.locator('[name="degrees-1-subject"]').count()).toBe(0)
}

async function tryWordCount(page: Page) {
  const citation = page.getByLabel('Proposed citation')
  await citation.fill('one two three')
  await page.getByText('47 words left').first().waitFor()
  // Screen readers announce it once typing has stopped, not with every letter.
  await page.getByRole('status').filter({ hasText: '47 words left' }).waitFor({ state: 'attached' })
}

async function tryUploads(page: Page) {
  await attach(page, 'vitae', { name: 'fake.pdf', bytes: Buffer.from('not a PDF at all') })
  await page.getByText('“fake.pdf” is not a PDF file.').waitFor()
  const file = { name: 'cv.pdf', bytes: (await rightFile({ name: 'vitae', types: ['pdf'] } as never)).bytes }
  await attach(page, 'vitae', file)
  await page.getByRole('button', { name: 'Remove cv.pdf' }).waitFor()
  expect(await page.locator('input[name="vitae"]').count()).toBe(0)
}

test(
  'a member applies with scripts off, and continues elsewhere by the mailed link',
  { timeout: 240_000 },
  async ({ office, openSignedOut }) => {
    const plain = { javaScriptEnabled: false, expected: refusals }
    const page = await openSignedOut(office, plain)
    await page.goto(membership)
    await page.getByRole('button', { name: 'Start the form' }).click()
    const renewal = { email: 'plain@example.org', reason: 'renewal' }
    const [first, ...others] = await partsFor(office, 'membership', renewal)
    // Only a renewal has a number, so the page does not show it before.
    const { memberNo: _, ...before } = first!.fields
    await page.getByRole('link', { name: 'Membership', exact: true }).click()
    await fillFields(page, before)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText('One of your answers adds more questions').waitFor()
    await page.getByLabel('Your membership number').fill('LM-77')
    await page.getByRole('button', { name: 'Save and return to all parts' }).click()
    await page.getByLabel('Your email').fill('elsewhere@example.org')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByText('We have emailed you the link').waitFor()

    const token = await tokenMailedTo(office.db, 'elsewhere@example.org')
    const other = await openSignedOut(office, plain)
    await other.goto(`${membership}/resume?token=${token}`)
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.waitForURL(`**${membership}/tasks`)
    for (const part of others) {
      await other.goto(`${membership}/${part.name}`)
      await fillFields(other, part.fields)
      for (const question of part.files) await attach(other, question.name, await rightFile(question))
      await other.getByRole('button', { name: 'Save and continue' }).click()
      await other.waitForURL((url) => !url.pathname.endsWith(part.name))
    }
    await other.goto(`${membership}/check`)
    await other.getByRole('button', { name: 'Submit', exact: true }).click()
    await other.getByText(/Your reference is MA-\d{4}-\d{4}/).waitFor()
    await other.getByText('The office will email you the amount.').waitFor()
    // The browser that started the form lost it when the link was opened.
    await page.goto(`${membership}/tasks`)
    await page.getByRole('heading', { name: 'This form is open on another device' }).waitFor()
  },
)

test('a pasted list becomes rows in the page, and what was not understood stays in its box', async ({
  office,
  openSignedOut,
}) => {
  await openCalls(office.db, new Date())
  const page = await openSignedOut(office, { expected: refusals })
  await page.goto(fellow)
  await page.getByRole('button', { name: 'Start the form' }).click()
  await page.waitForURL(`**${fellow}/tasks`)
  await page.goto(`${fellow}/nominee`)
  await page.getByLabel('I fill in the nominee’s details myself').check()
  await page.getByRole('button', { name: 'Save and return to all parts' }).click()
  await page.waitForURL(`**${fellow}/tasks`)
  await page.goto(`${fellow}/case`)
  await page.locator('html[data-hydrates]').waitFor()
  const box = page.getByLabel('Paste a list of publications')
  const button = page.getByRole('button', { name: 'Add publications from this list' })
  await page.getByLabel('Proposed citation').fill('For light.')
  await box.fill('10.5555/one\nmy best paper\n@article{a, title={On light}, year=2019}')
  await button.click()
  await page.getByRole('link', { name: 'We could not read line 2 (“my best paper”).' }).waitFor()
  expect(await box.inputValue()).toBe('my best paper')
  const title = page.locator('[name="publications-1-title"]')
  expect(await title.inputValue()).toBe('On light')
  await expectSound(page)

  await title.fill('On light, corrected')
  await box.fill('10.5555/ONE\n10.5555/two')
  await button.click()
  await page.getByText('Added 1 publication from your list. Check it below.').waitFor()
  expect(await title.inputValue()).toBe('On light, corrected')
  expect(await page.locator('[name="publications-2-doi"]').inputValue()).toBe('10.5555/two')
  expect(await page.getByLabel('Proposed citation').inputValue()).toBe('For light.')
  expect(await box.inputValue()).toBe('')
})

test('what was typed before the scripts loaded is saved too', async ({ office, openSignedOut }) => {
  const page = await openSignedOut(office)
  await page.goto(membership)
  await page.getByRole('button', { name: 'Start the form' }).click()
  let letScriptsCome = () => {}
  const held = new Promise<void>((resolve) => (letScriptsCome = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${membership}/you`, { waitUntil: 'commit' })
  await page.locator('[name=officeAddress]').fill('1 Sample Road')
  await page.locator('[name=title][value=dr]').check()
  letScriptsCome()
  await page.getByText(/^Saved \d\d:\d\d IST$/).waitFor()

  const again = await page.context().newPage()
  await again.goto(`${membership}/you`)
  expect(await again.locator('[name=officeAddress]').inputValue()).toBe('1 Sample Road')
  expect(await again.locator('[name=title][value=dr]').isChecked()).toBe(true)
})

test('what is typed is saved after a pause, and when a lost connection is back', async ({
  office,
  openSignedOut,
}) => {
  const page = await openSignedOut(office, { expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })
  await page.goto(membership)
  await page.getByRole('button', { name: 'Start the form' }).click()
  await page.goto(`${membership}/you`)
  await page.getByLabel('First name').fill('Asha')
  await page.getByText(/^Saved \d\d:\d\d IST$/).waitFor()

  await page.context().setOffline(true)
  await page.getByLabel('Last name').fill('Sample')
  await page.getByRole('status').getByText('Not saved. We could not reach the site.').waitFor()
  expect(await page.getByLabel('Last name').inputValue()).toBe('Sample')
  await page.context().setOffline(false)
  await page.getByText(/^Saved \d\d:\d\d IST$/).waitFor()

  const again = await page.context().newPage()
  await again.goto(`${membership}/you`)
  expect(await again.getByLabel('First name').inputValue()).toBe('Asha')
  expect(await again.getByLabel('Last name').inputValue()).toBe('Sample')
})
