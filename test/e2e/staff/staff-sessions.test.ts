import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, tablet } from '#test/e2e/harness/harness.ts'
import { hydrated, makePerson, signIn, signOut, test } from '#test/e2e/harness/staff-office.ts'
import { onlyInFull } from '#test/harness/scale.ts'

const storedName = (page: Page) => page.evaluate(() => localStorage.getItem('name'))

test('the name is stored on signing in and overwritten on signing out', async ({ office, openSignedOut }) => {
  const person = await makePerson(office, { name: 'Meera Iyer' })
  const page = await openSignedOut(office)
  await signIn(page, person)
  await page.waitForURL('**/editor/dashboard')
  await expect.poll(() => storedName(page)).toBe('Meera Iyer')

  await signOut(page)
  await page.waitForURL(`${office.address}/`)
  expect(await storedName(page)).toBe('')
})

test('signing out in one tab signs the other out as well', async ({ office, openSignedOut }) => {
  const person = await makePerson(office, { name: 'Meera Iyer' })
  const page = await openSignedOut(office)
  await signIn(page, person)
  await page.waitForURL('**/editor/dashboard')
  const other = await page.context().newPage()
  await other.goto('/account/profile')
  await hydrated(other)
  const reader = await page.context().newPage()
  await reader.goto('/iaps')
  await reader.locator('footer').getByRole('link', { name: 'Editor Dashboard' }).waitFor()

  await signOut(page)
  await page.waitForURL(`${office.address}/`)

  await reader.locator('footer').getByRole('link', { name: 'Login' }).waitFor()
  await other.waitForURL('**/admin/admin-editor-login?next=%2Faccount%2Fprofile')
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()

  await signIn(page, person)
  await page.waitForURL('**/editor/dashboard')
  await other.waitForURL('**/account/profile')
  await reader.locator('footer').getByRole('link', { name: 'Editor Dashboard' }).waitFor()
})

test(
  'the footer links to both dashboards when signed in, and otherwise to the login',
  onlyInFull,
  async ({ office, openSignedOut, openSignedIn }) => {
    const visitor = await openSignedOut(office, { viewport: tablet })
    await visitor.goto('/')
    const account = (page: Page) => page.locator('footer [data-account]')
    expect(await account(visitor).innerText()).toBe('Login')
    await account(visitor).getByRole('link', { name: 'Login' }).click()
    await visitor.waitForURL('**/admin/admin-editor-login')

    const editor = await makePerson(office, {})
    const page = await openSignedIn(office, editor, { viewport: tablet })
    await page.goto('/')
    expect(await account(page).getByRole('link').allInnerTexts()).toEqual([
      'Admin Dashboard',
      'Editor Dashboard',
    ])
    await account(page).getByRole('link', { name: 'Editor Dashboard' }).click()
    await page.waitForURL('**/editor/dashboard')

    await page.setViewportSize(phone)
    expect(await account(page).isVisible()).toBe(false)
  },
)

test(
  'a session elsewhere is ended from the list of sessions',
  onlyInFull,
  async ({ office, openSignedOut, openSignedIn }) => {
    const person = await makePerson(office, {})
    const elsewhere = await openSignedIn(office, person)
    await elsewhere.goto('/editor/dashboard')
    const page = await openSignedOut(office)
    await signIn(page, person)
    await page.waitForURL('**/editor/dashboard')

    await page.goto('/account/sessions')
    const rows = page.locator('main tbody tr')
    expect(await rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await elsewhere.goto('/editor/dashboard')
    await elsewhere.waitForURL('**/admin/admin-editor-login?next=**')

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL('**/admin/admin-editor-login')
    await expect.poll(() => storedName(page)).toBe('')
  },
)
