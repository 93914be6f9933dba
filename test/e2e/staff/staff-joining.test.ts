import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { firstOrAll, onlyInFull } from '#test/harness/scale.ts'
import { announced, linkTo, makePerson, refusals, signIn, test } from '#test/e2e/harness/staff-office.ts'

const password = 'seven swans over the ganga'

/** The pages of the own account, which stay open; the header leads to them. */
function ownLinks(page: Page) {
  return page.locator('header details', { hasText: 'Sign out' }).locator('li a').allTextContents()
}

test.for(
  firstOrAll([
    { scripts: 'on', javaScriptEnabled: true },
    { scripts: 'off', javaScriptEnabled: false },
  ]),
)(
  'someone signs up, waits, is approved with a reason, gets a letter and can work, with scripts $scripts',
  { timeout: 120_000 },
  async ({ scripts, javaScriptEnabled }, { office, openSignedOut, openSignedIn }) => {
    const name = `Vikram ${scripts === 'on' ? 'Sen' : 'Das'}`
    const email = `vikram-${scripts}@example.org`
    const page = await openSignedOut(office, { javaScriptEnabled, expected: refusals })
    await page.goto('/admin/admin-editor-login')
    await page.locator('summary', { hasText: 'Request an account' }).click()
    const form = page.locator('form', { hasText: 'Phone' })
    await form.getByRole('button', { name: 'Request an account' }).click()
    await page.getByRole('alert').getByText('Enter your name.').waitFor()
    if (javaScriptEnabled) expect(await announced(page)).toHaveLength(5)

    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Phone').fill('+91 99 8877 6655')
    await form.getByLabel('Password').fill(password)
    await form.getByLabel('Editor').check()
    await form.getByRole('button', { name: 'Request an account' }).click()
    await page.waitForURL('**/account/profile**')
    await page.getByText('Your account is waiting for approval').waitFor()
    const rail = page.getByRole('navigation', { name: 'Staff areas' })
    expect(await rail.locator('a').count()).toBe(0)
    expect(await ownLinks(page)).toEqual(['Profile', 'Password', 'Sessions'])
    await page.goto('/account/factors')
    await page.getByText('Confirm your email address first.').waitFor()

    await page.goto(await linkTo(office, email, 'staff.signed-up'))
    await page.getByRole('button', { name: 'Confirm your email address' }).click()
    await page.getByRole('alert').getByText('Choose a password.').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Confirm your email address' }).click()
    await page.getByText('Email address confirmed.').waitFor()
    const closed = await rail.getByText('available once your account is approved').count()
    expect(closed).toBe(await rail.locator('li').count())
    expect(await ownLinks(page)).toEqual(['Profile', 'Password', 'Second factor', 'Sessions'])
    await page.goto('/editor/dashboard')
    await page.getByText('Your account is waiting for an administrator to approve it.').waitFor()

    const admin = await makePerson(office, { role: 'admin', name: 'Asha Rao' })
    const desk = await openSignedIn(office, admin, { javaScriptEnabled, expected: refusals })
    await desk.goto('/admin/dashboard')
    await desk.getByRole('link', { name: /accounts? (is|are) waiting for approval/ }).click()
    await desk.getByRole('heading', { level: 1, name }).waitFor()
    await desk.getByRole('button', { name: 'Approve' }).click()
    await desk.getByRole('alert').getByText('Enter a reason.').waitFor()
    await desk.locator('#approve-reason').fill('Edits the newsletter from now on')
    await desk.getByRole('button', { name: 'Approve' }).click()
    await desk.getByText('Reason: Edits the newsletter from now on').waitFor()
    expect(await desk.locator('main dl').first().innerText()).toContain('Active')

    await desk.goto('/admin/mail')
    const letter = desk.getByRole('row', { name: email }).filter({ hasText: 'Your account is approved' })
    await letter.getByRole('link').click()
    await desk.getByText('Your role is Editor.').waitFor()

    const again = await openSignedOut(office, { javaScriptEnabled, expected: refusals })
    await signIn(again, { email, password })
    await again.waitForURL('**/editor/dashboard')
    await again.getByRole('heading', { level: 1, name: 'Editor Dashboard' }).waitFor()

    await again.goto('/admin/dashboard')
    await again.getByRole('heading', { level: 1, name: 'You do not have access to this page' }).waitFor()
    await again.getByText('Only administrators can open this page. Ask an administrator').waitFor()
    await again.getByRole('link', { name: 'Go to the Editor Dashboard' }).click()
    await again.waitForURL('**/editor/dashboard')
  },
)

test(
  'an invitation by letter makes an account with its role',
  onlyInFull,
  async ({ office, openSignedOut, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin' })
    const desk = await openSignedIn(office, admin)
    await desk.goto('/admin/staff')
    await desk.getByLabel('Email', { exact: true }).fill('new.editor@example.org')
    await desk.locator('#reason').fill('Takes over the gallery')
    await desk.getByRole('button', { name: 'Send invitation', exact: true }).click()
    await desk.getByText('Invitation created. No mail server is set up').waitFor()

    await desk.goto('/admin/mail')
    await desk.getByRole('row', { name: 'new.editor@example.org' }).getByRole('link').click()
    const link = /http\S+/.exec(await desk.locator('main pre').innerText())![0]
    const page = await openSignedOut(office)
    await page.goto(link)
    await page.getByText('You are invited as Editor.').waitFor()
    await page.getByLabel('Name').fill('Nila Roy')
    await page.getByLabel('Phone').fill('+91 11 2233 4455')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Accept your invitation' }).click()
    await page.waitForURL('**/account/profile')
    await page.goto('/editor/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Editor Dashboard' }).waitFor()
  },
)
