import { expect } from 'vitest'
import { announced, refusals, setUpApp, test } from '#test/e2e/harness/staff-office.ts'
import { firstOrAll } from '#test/harness/scale.ts'

const person = {
  Name: 'Asha Rao',
  Email: 'asha@example.org',
  Phone: '+91 532 246 0000',
  Password: 'kaveri flows east in june',
}

test.for(
  firstOrAll([
    { scripts: 'off', javaScriptEnabled: false },
    { scripts: 'on', javaScriptEnabled: true },
  ]),
)(
  'the printed link makes the first administrator, who sets up a second factor, with scripts $scripts',
  { timeout: 120_000 },
  async ({ javaScriptEnabled }, { openOffice, openSignedOut }) => {
    const office = await openOffice({ secondFactorForAdmins: true })
    const link = await office.firstLink()
    const page = await openSignedOut(office, { javaScriptEnabled, expected: refusals })

    await page.goto(link)
    for (const [label, value] of Object.entries({ ...person, Password: 'too short' }))
      await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Create the first administrator' }).click()
    await page.getByRole('alert').waitFor()
    if (javaScriptEnabled) expect(await announced(page)).toHaveLength(1)
    expect(await page.title()).toMatch(/^Error: /)
    expect(await page.getByLabel('Name').inputValue()).toBe(person.Name)
    expect(await page.getByLabel('Password').inputValue()).toBe('')

    await page.getByLabel('Password').fill(person.Password)
    await page.getByRole('button', { name: 'Create the first administrator' }).click()
    await page.waitForURL('**/account/factors')
    expect(await page.getByText('Administrators need a second factor.').isVisible()).toBe(true)

    await page.goto('/admin/dashboard')
    await page.waitForURL('**/account/factors')
    const rail = page.getByRole('navigation', { name: 'Staff areas' })
    const closed = await rail.getByText('set up a second factor first').count()
    expect(closed).toBe(await rail.locator('li').count())

    const { recoveryCodes } = await setUpApp(page)
    expect(recoveryCodes).toHaveLength(10)
    await page.goto('/account/factors')
    expect(await page.getByText(recoveryCodes[0]!).count()).toBe(0)
    expect(await page.getByText('10 codes left.').isVisible()).toBe(true)

    await page.goto('/admin/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()

    const other = await openSignedOut(office, { javaScriptEnabled, expected: refusals })
    await other.goto(link)
    for (const [label, value] of Object.entries({ ...person, Email: 'other@example.org' }))
      await other.getByLabel(label).fill(value)
    await other.getByRole('button', { name: 'Create the first administrator' }).click()
    await other.getByRole('alert').getByText('This link has been used or has expired.').waitFor()
  },
)
