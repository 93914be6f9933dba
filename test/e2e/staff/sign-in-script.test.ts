import { expect } from 'vitest'
import {
  breakRequests,
  brokenOnPurpose,
  findButton,
  messagesOn,
  ways,
} from '#test/e2e/harness/broken-requests.ts'
import { firstOrAll, onlyInFull } from '#test/harness/scale.ts'
import { weigh } from '#test/e2e/harness/page-weight.ts'
import { makePerson, refusals, setUpApp, signIn, test } from '#test/e2e/harness/staff-office.ts'

/** The sign-in pages have no runtime; a small script does what the runtime does elsewhere. */

/** What the pages with a runtime show for each way is tested in broken-requests.test.ts. */
test.for(firstOrAll(ways, 3))(
  'with $name the sign-in page stays, and works again afterwards',
  async (way, { office, openSignedOut }) => {
    const person = await makePerson(office, {})
    const page = await openSignedOut(office, { expected: brokenOnPurpose })
    await page.goto('/admin/admin-editor-login')
    const mend = await breakRequests(page, way)
    await page.getByLabel('Email').first().fill(person.email)
    await page.getByLabel('Password').first().fill(person.password)
    await (await findButton(page))!.click()
    await messagesOn(page)
    expect(await page.getByLabel('Email').first().inputValue()).toBe(person.email)
    expect(await page.getByLabel('Password').first().inputValue()).toBe(person.password)
    await mend()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/editor/dashboard')
  },
)

test('while the server answers, the button says so and cannot be pressed again', async ({
  office,
  openSignedOut,
}) => {
  const page = await openSignedOut(office, { expected: refusals })
  await page.goto('/admin/admin-editor-login')
  await page.getByLabel('Email').first().fill('nobody@example.org')
  await page.getByLabel('Password').first().fill('a wrong password')
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/admin/admin-editor-login*', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByRole('button', { name: 'Signing in …' }).isDisabled()).toBe(true)
  answer()
  await page.getByRole('alert').getByText('User Not Found! ⚠️').waitFor()
  expect(await page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true)
})

test(
  'the sign-in pages load at most 60 KB in ten requests',
  onlyInFull,
  async ({ office, openSignedOut }) => {
    const most = { requests: 10, kilobytes: 60 }
    const person = await makePerson(office, {})
    const page = await openSignedOut(office, { expected: refusals })
    const heavy: object[] = []
    for (const path of [
      '/admin/admin-editor-login',
      '/admin/forgotten-password',
      '/admin/link/reset?token=x',
    ]) {
      await page.goto(path)
      const weight = await weigh(page)
      if (weight.requests > most.requests || weight.kilobytes > most.kilobytes)
        heavy.push({ path, ...weight })
    }
    await signIn(page, person)
    await page.waitForURL('**/editor/dashboard')
    await setUpApp(page)
    await page.context().clearCookies()
    await signIn(page, person)
    await page.waitForURL('**/admin/second-factor')
    const second = await weigh(page)
    expect(heavy).toEqual([])
    expect(second.requests).toBeLessThanOrEqual(most.requests)
    expect(second.kilobytes).toBeLessThanOrEqual(most.kilobytes)
  },
)

test('a password can be shown while it is typed, and is hidden again before it is sent', async ({
  office,
  openSignedOut,
}) => {
  const person = await makePerson(office, {})
  const page = await openSignedOut(office, { expected: refusals })
  await page.goto('/admin/admin-editor-login')
  const password = page.getByLabel('Password').first()
  const type = () => password.getAttribute('type')
  await page.getByLabel('Email').first().fill(person.email)
  await password.fill('not this one')
  await page.getByRole('button', { name: 'Show password' }).first().press('Enter')
  expect(await type()).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').getByText('Wrong Password! ⚠️').waitFor()
  expect(await type()).toBe('password')

  await page.goto('/admin/link/reset?token=x')
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await page.getByLabel('New password').getAttribute('type')).toBe('text')
})
