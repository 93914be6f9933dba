import { expect } from 'vitest'
import { firstOrAll, onlyInFull } from '#test/harness/scale.ts'
import {
  announced,
  hydrated,
  linkTo,
  makePerson,
  refusals,
  setUpApp,
  signIn,
  signOut,
  test,
} from '#test/e2e/harness/staff-office.ts'
import { addVirtualPasskeys } from '#test/e2e/harness/virtual-passkeys.ts'

const wrong = 'not the password at all'

test('an unknown address and a wrong password get the words of the specification', async ({
  office,
  openSignedOut,
}) => {
  const { email } = await makePerson(office, {})
  for (const javaScriptEnabled of [true, false]) {
    const page = await openSignedOut(office, { javaScriptEnabled, expected: refusals })
    await signIn(page, { email: 'nobody@example.org', password: wrong })
    await page.getByRole('alert').getByText('User Not Found! ⚠️', { exact: true }).waitFor()
    expect(await page.getByLabel('Email').first().inputValue()).toBe('nobody@example.org')

    await signIn(page, { email, password: wrong })
    await page.getByRole('alert').getByText('Wrong Password! ⚠️', { exact: true }).waitFor()
    expect(await page.title()).toMatch(/^Error: /)
  }
})

test('every refusal takes the focus, so that it is announced', async ({ office, openSignedOut }) => {
  const page = await openSignedOut(office, { expected: refusals })
  await page.goto('/admin/admin-editor-login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await announced(page)).toEqual(['Enter your email address.', 'Enter your password.'])

  await page.getByLabel('Email').first().fill('nobody@example.org')
  await page.getByLabel('Password').first().fill(wrong)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => announced(page)).toEqual(['User Not Found! ⚠️'])
})

test(
  'too many tries, a disabled account and an unreachable site say what to do',
  onlyInFull,
  async ({ office, openSignedOut }) => {
    const person = await makePerson(office, {})
    const page = await openSignedOut(office, { expected: /status of 4\d\d|INTERNET_DISCONNECTED/ })
    for (let tries = 0; tries < 10; tries++) {
      await signIn(page, { ...person, password: wrong })
      await page.getByRole('alert').getByText('Wrong Password! ⚠️').waitFor()
    }
    await signIn(page, person)
    await page
      .getByRole('alert')
      .getByText(/Too many attempts\. Try again in \d+ minutes, or request/)
      .waitFor()

    const gone = await makePerson(office, { state: 'disabled' })
    await signIn(page, gone)
    await page.getByRole('alert').getByText('This account is disabled. If you think').waitFor()

    await page.goto('/admin/admin-editor-login')
    await page.context().setOffline(true)
    await page.getByLabel('Email').first().fill(gone.email)
    await page.getByLabel('Password').first().fill(wrong)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await announced(page)).toEqual([
      'We cannot reach the server. Check your connection and try again.',
    ])
    expect(await page.getByLabel('Email').first().inputValue()).toBe(gone.email)
  },
)

test(
  'with neutral messages one sentence answers both',
  onlyInFull,
  async ({ openOffice, openSignedOut, openSignedIn }) => {
    const office = await openOffice()
    const admin = await makePerson(office, { role: 'admin' })
    const desk = await openSignedIn(office, admin)
    await desk.goto('/admin/settings/access')
    await desk.getByRole('group', { name: 'Neutral sign-in messages' }).getByLabel('Yes').check()
    await desk.getByRole('button', { name: 'Save settings' }).click()
    await desk.getByText('Settings saved').waitFor()

    const page = await openSignedOut(office, { expected: refusals })
    for (const email of [admin.email, 'nobody@example.org']) {
      await signIn(page, { email, password: wrong })
      await page
        .getByRole('alert')
        .getByText('This email address and password do not match. Check both and try again.')
        .waitFor()
      expect(await page.getByText(/Wrong Password|User Not Found/).count()).toBe(0)
    }

    await page.goto('/admin/admin-editor-login')
    for (const email of [admin.email, 'new@example.org']) {
      await page.goto('/admin/admin-editor-login')
      await page.locator('summary', { hasText: 'Request an account' }).click()
      const form = page.locator('form', { hasText: 'Phone' })
      await form.getByLabel('Name').fill('Uma Pal')
      await form.getByLabel('Email').fill(email)
      await form.getByLabel('Phone').fill('+91 99 8877 6655')
      await form.getByLabel('Password').fill('nine rivers and one bridge')
      await form.getByLabel('Editor').check()
      await form.getByRole('button', { name: 'Request an account' }).click()
      await page.getByText(`We sent an email to ${email}.`).waitFor()
    }
  },
)

test(
  'the app and a recovery code each open the account, once',
  { timeout: 120_000 },
  async ({ office, openSignedOut }) => {
    const person = await makePerson(office, { role: 'admin' })
    const page = await openSignedOut(office, { expected: refusals })
    await signIn(page, person)
    await page.waitForURL('**/admin/dashboard')
    const { nextCode, recoveryCodes } = await setUpApp(page)
    await signOut(page)
    await page.waitForURL(`${office.address}/`)

    await signIn(page, person)
    await page.waitForURL('**/admin/second-factor')
    await page.getByLabel('Code from your app').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await announced(page)).toEqual([
      'This code is wrong or has been used. Wait for the next one and try again.',
    ])
    await page.getByLabel('Code from your app').fill(await nextCode())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/admin/dashboard')

    const other = await openSignedOut(office, { javaScriptEnabled: false, expected: refusals })
    await signIn(other, person)
    await other.waitForURL('**/admin/second-factor')
    await other.getByText('I cannot use my app').click()
    await other.getByLabel('Recovery code').fill(recoveryCodes[0]!.toLowerCase())
    await other.getByRole('button', { name: 'Use recovery code' }).click()
    await other.waitForURL('**/admin/dashboard')
    await other.goto('/account/factors')
    await other.getByText('9 codes left.').waitFor()

    const third = await openSignedOut(office, { expected: refusals })
    await signIn(third, person)
    await third.getByText('I cannot use my app').click()
    await third.getByLabel('Recovery code').fill(recoveryCodes[0]!)
    await third.getByRole('button', { name: 'Use recovery code' }).click()
    await third.getByRole('alert').getByText('This code is wrong or has been used.').waitFor()
  },
)

test('a passkey is added, shows recovery codes once and signs in without a password', async ({
  office,
  openSignedOut,
}) => {
  const person = await makePerson(office, { role: 'editor' })
  const page = await openSignedOut(office, { expected: refusals })
  await addVirtualPasskeys(page)
  await signIn(page, person)
  await page.waitForURL('**/editor/dashboard')
  await page.goto('/account/factors')
  await hydrated(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Enter a name for the passkey, such as My laptop.').first().waitFor()
  await page.getByLabel('Name of the new passkey').fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Your recovery codes. We show them only once.').waitFor()
  expect(await page.locator('main li code').count()).toBe(10)
  await page.getByRole('button', { name: 'Remove My laptop' }).waitFor()

  await signOut(page)
  await page.waitForURL(`${office.address}/`)
  await page.goto('/admin/admin-editor-login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/editor/dashboard')

  await signOut(page)
  await page.waitForURL(`${office.address}/`)
  await signIn(page, person)
  await page.waitForURL('**/admin/second-factor')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/editor/dashboard')
})

test.for(
  firstOrAll([
    { scripts: 'on', javaScriptEnabled: true },
    { scripts: 'off', javaScriptEnabled: false },
  ]),
)(
  'a lost password is replaced by a mailed link that works once, with scripts $scripts',
  async ({ javaScriptEnabled }, { office, openSignedOut }) => {
    const { email } = await makePerson(office, {})
    const page = await openSignedOut(office, { javaScriptEnabled, expected: refusals })
    await page.goto('/admin/admin-editor-login')
    await page.getByRole('link', { name: 'Forgot your password, or locked out?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send a password link' }).click()
    await page.getByText(`If there is an account for ${email}`).waitFor()

    const link = await linkTo(office, email, 'staff.reset')
    const password = 'a lamp in the fifth window'
    await page.goto(link)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Choose a new password' }).click()
    await page.getByText('Password changed. Sign in with the new password.').waitFor()

    await page.goto(link)
    await page.getByLabel('New password').fill('another lamp in a window')
    await page.getByRole('button', { name: 'Choose a new password' }).click()
    await page.getByRole('alert').getByText('This link has been used or has expired.').waitFor()

    await signIn(page, { email, password })
    await page.waitForURL('**/editor/dashboard')
  },
)
