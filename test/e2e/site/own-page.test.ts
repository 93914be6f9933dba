import { expect } from 'vitest'
import { axeFaults, layoutFaults } from '#test/e2e/harness/faults.ts'
import { keyboardUserOn } from '#test/e2e/harness/keyboard.ts'
import { test } from '#test/e2e/harness/staff-office.ts'
import { codeMailedTo, makeReached } from '#test/makers/own-pages.ts'
import { addVirtualPasskeys } from '#test/e2e/harness/virtual-passkeys.ts'
import { onlyInFull } from '#test/harness/scale.ts'

test('a member signs in and corrects the phone number with the keyboard alone, without scripts', async ({
  office,
  openSignedOut,
}) => {
  const email = 'keys@own.example'
  await makeReached(office.db, email, new Date(), { givenName: 'Kiran', familyName: 'Keys' })
  const page = await openSignedOut(office, {
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  })
  const keyboardUser = keyboardUserOn(page)
  await page.goto('/my-page')
  await keyboardUser.tabTo('Email')
  await keyboardUser.type(email)
  await keyboardUser.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
  await expect.poll(() => codeMailedTo(office.db, email), { timeout: 20_000 }).not.toBe('')
  await keyboardUser.tabTo('Code')
  await keyboardUser.type(await codeMailedTo(office.db, email))
  await keyboardUser.press('Enter')

  await page.getByRole('heading', { level: 1, name: 'My page' }).waitFor()
  expect(await layoutFaults(page)).toEqual([])
  await keyboardUser.tabTo('Change phone or postal address')
  await keyboardUser.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Phone and postal address' }).waitFor()
  await keyboardUser.tabTo(/^Phone/)
  await keyboardUser.type('+91 532 111 2222')
  await keyboardUser.press('Enter')
  await page.getByText('+91 532 111 2222').waitFor()

  const again = await openSignedOut(office, { colorScheme: 'dark' })
  await again.context().addCookies(await page.context().cookies())
  for (const path of [
    '',
    '/contact',
    '/choices',
    '/orcid',
    '/email',
    '/name',
    '/institution',
    '/photograph',
    '/passkeys',
    '/deletion',
  ]) {
    await again.goto(`/my-page${path}`)
    expect([...(await layoutFaults(again)), ...(await axeFaults(again))], path).toEqual([])
  }
})

test(
  'a fellow adds a passkey on the own page and signs in with it',
  onlyInFull,
  async ({ office, openSignedOut }) => {
    const email = 'passkey@own.example'
    await makeReached(office.db, email, new Date(), { givenName: 'Kiran', familyName: 'Phone' })
    const page = await openSignedOut(office, { viewport: { width: 320, height: 640 } })
    await addVirtualPasskeys(page)
    await page.goto('/my-page/sign-in')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.waitForURL('**/my-page/code')
    await expect.poll(() => codeMailedTo(office.db, email), { timeout: 20_000 }).not.toBe('')
    await page.getByLabel('Code').fill(await codeMailedTo(office.db, email))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'My page' }).waitFor()

    await page.goto('/my-page/passkeys')
    await page.getByLabel('Name of the device').fill('My phone')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor()
    expect([...(await layoutFaults(page)), ...(await axeFaults(page))]).toEqual([])
    await page.goto('/my-page')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.goto('/my-page/sign-in')
    expect([...(await layoutFaults(page)), ...(await axeFaults(page))]).toEqual([])
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('Kiran Phone').first().waitFor()
  },
)
