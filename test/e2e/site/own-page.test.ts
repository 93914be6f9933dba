import { expect } from 'vitest'
import { axeFaults, layoutFaults } from '#test/e2e/harness/faults.ts'
import { handsOn } from '#test/e2e/harness/keyboard.ts'
import { test } from '#test/e2e/harness/staff-office.ts'
import { codeMailedTo, makeReached } from '#test/makers/own-pages.ts'

test('a member signs in and corrects the phone number with the keyboard alone, without scripts', async ({
  office,
  come,
}) => {
  const email = 'keys@own.example'
  await makeReached(office.db, email, new Date(), { givenName: 'Kiran', familyName: 'Keys' })
  const page = await come(office, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const hands = handsOn(page)
  await page.goto('/my-page')
  await hands.tabTo('Email')
  await hands.type(email)
  await hands.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
  await expect.poll(() => codeMailedTo(office.db, email), { timeout: 20_000 }).not.toBe('')
  await hands.tabTo('Code')
  await hands.type(await codeMailedTo(office.db, email))
  await hands.press('Enter')

  await page.getByRole('heading', { level: 1, name: 'My page' }).waitFor()
  expect(await layoutFaults(page)).toEqual([])
  await hands.tabTo('Change phone or postal address')
  await hands.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Phone and postal address' }).waitFor()
  await hands.tabTo(/^Phone/)
  await hands.type('+91 532 111 2222')
  await hands.press('Enter')
  await page.getByText('+91 532 111 2222').waitFor()

  const again = await come(office, { colorScheme: 'dark' })
  await again.context().addCookies(await page.context().cookies())
  for (const path of ['', '/contact', '/choices', '/orcid', '/email', '/name', '/institution', '/deletion']) {
    await again.goto(`/my-page${path}`)
    expect([...(await layoutFaults(again)), ...(await axeFaults(again))], path).toEqual([])
  }
})
