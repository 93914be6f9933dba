import { expect } from 'vitest'
import { firstOrAll, onlyInFull } from '#test/harness/scale.ts'
import { listLetters } from '#test/makers/staff.ts'
import { axeFaultsInBothThemes } from '#test/e2e/harness/faults.ts'
import { linkTo, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'

test.for(
  firstOrAll([
    { scripts: 'on', javaScriptEnabled: true },
    { scripts: 'off', javaScriptEnabled: false },
  ]),
)(
  'a message goes from the contact page to the answer in the mail, with scripts $scripts',
  async ({ scripts, javaScriptEnabled }, { office, openSignedOut, openSignedIn }) => {
    const plain = { javaScriptEnabled, expected: refusals }
    const question = `When does the next conference begin, with scripts ${scripts}?`
    const email = `tara-${scripts}@example.org`
    const visitor = await openSignedOut(office, plain)
    await visitor.goto('/contact-us')
    expect(await visitor.getByLabel('Leave this empty').isVisible()).toBe(false)
    await visitor.getByLabel('Name', { exact: true }).fill('Tara O’Brien')
    await visitor.getByLabel('Message').fill(question)
    await visitor.getByRole('button', { name: 'Send message' }).click()
    await visitor.getByRole('link', { name: 'Email: enter one address' }).waitFor()
    expect(await visitor.getByLabel('Message').inputValue()).toBe(question)

    await visitor.getByLabel('Email').fill(email)
    await visitor.getByLabel('Subject').fill('The conference')
    await visitor.getByRole('button', { name: 'Send message' }).click()
    const reference = /EQ-\d{4}-\d{4}/.exec(await visitor.locator('main').innerText())?.[0] ?? ''
    expect(reference).not.toBe('')

    const clerk = await openSignedIn(
      office,
      await makePerson(office, { role: 'editor', name: 'Meera Iyer' }),
      plain,
    )
    await clerk.goto('/editor/dashboard')
    await clerk.getByRole('link', { name: '1 new enquiry' }).click()
    await clerk.getByRole('heading', { level: 1, name: 'The conference' }).waitFor()
    await clerk.getByLabel('Your reply').fill('On the first Monday of May.')
    await clerk.getByRole('button', { name: 'Send reply' }).click()
    await clerk.getByText('Reply saved. No mail server is set up').waitFor()
    await clerk.getByRole('button', { name: 'Close' }).click()
    await clerk.getByText('Closed. You can reopen it.').waitFor()

    const letters = (await listLetters(office.db)).filter(({ recipient }) => recipient === email)
    expect(letters.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
      `enquiry.received ${email}`,
      `enquiry.reply ${email}`,
    ])
    expect(letters[1]?.body_text).toContain('On the first Monday of May.')
    expect(letters[1]?.body_text).toContain(`> ${question}`)
  },
)

test('a reader subscribes to the newsletter by a mailed link and unsubscribes by another, with scripts off', async ({
  office,
  openSignedOut,
}) => {
  const email = 'plain-reader@example.org'
  const page = await openSignedOut(office, { javaScriptEnabled: false })
  await page.goto('/newsletter')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('we will send a link to confirm it').waitFor()
  await linkTo(office, email, 'newsletter.confirm')
  const letter = (await listLetters(office.db)).find(({ recipient }) => recipient === email)
  const [confirm = '', leave = ''] = ['confirm', 'leave'].map(
    (purpose) =>
      new RegExp(`/newsletter/${purpose}\\?token=[\\w-]{43}`).exec(letter?.body_text ?? '')?.[0] ?? '',
  )
  await page.goto(confirm)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('You have subscribed.').waitFor()
  await page.goto(leave)
  await page.getByRole('main').getByRole('button').click()
  await page.getByText('You have unsubscribed').waitFor()
})

test(
  'the states of the contact page and of the newsletter’s pages have no faults in both themes',
  onlyInFull,
  async ({ office, openSignedOut }) => {
    const page = await openSignedOut(office, { colorScheme: 'light', expected: refusals })
    const faults: string[] = []
    const reader = 'reader-of-states@example.org'
    await page.goto('/contact-us')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-error-summary'))).toBe(true)
    faults.push(...(await axeFaultsInBothThemes(page)))
    await page.getByLabel('Name', { exact: true }).fill('Ben')
    await page.getByLabel('Email').fill('ben@example.org')
    await page.getByLabel('Subject').fill('Light')
    await page.getByLabel('Message').fill('Is it light?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('heading', { name: 'What happens next' }).waitFor()
    faults.push(...(await axeFaultsInBothThemes(page)))

    await page.goto('/newsletter')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('alert').waitFor()
    faults.push(...(await axeFaultsInBothThemes(page)))
    await page.getByLabel('Email').fill(reader)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('we will send a link to confirm it').waitFor()
    faults.push(...(await axeFaultsInBothThemes(page)))

    const find = async () => (await listLetters(office.db)).find(({ recipient }) => recipient === reader)
    await expect.poll(find).toBeDefined()
    const link = /\/newsletter\/confirm\?token=[\w-]{43}/.exec((await find())?.body_text ?? '')?.[0] ?? ''
    await page.goto(link)
    faults.push(...(await axeFaultsInBothThemes(page)))
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('You have subscribed.').waitFor()
    faults.push(...(await axeFaultsInBothThemes(page)))
    expect(faults).toEqual([])
  },
)
