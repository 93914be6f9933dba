import { expect } from 'vitest'
import { queueLetter } from '#server/mail/mail.server.ts'
import { axeFaults } from '#test/e2e/harness/faults.ts'
import { hydrated, makePerson, refusals, test, type Office } from '#test/e2e/harness/staff-office.ts'
import { firstOrAll, onlyInFull } from '#test/harness/scale.ts'

test('changed settings appear on the public site within two seconds, and in the audit trail', async ({
  office,
  openSignedOut,
  openSignedIn,
}) => {
  const admin = await makePerson(office, { role: 'admin', name: 'Asha Rao' })
  const visitor = await openSignedOut(office)
  await visitor.goto('/contact-us')
  const desk = await openSignedIn(office, admin, { expected: refusals })
  await desk.goto('/admin/settings/networks')
  await desk.getByRole('textbox', { name: 'Facebook' }).fill('not an address')
  await desk.getByRole('button', { name: 'Save settings' }).click()
  await desk.getByRole('alert').getByText('The Facebook address must start with').waitFor()
  expect(await desk.getByRole('textbox', { name: 'Facebook' }).inputValue()).toBe('not an address')

  await desk.getByRole('textbox', { name: 'Facebook' }).fill('https://www.facebook.com/')
  await desk.getByRole('button', { name: 'Save settings' }).click()
  await desk.getByText('Settings saved').waitFor()
  await desk.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Nominations' }).click()
  await desk.getByLabel('Fellow nominations close', { exact: true }).fill('2027-01-31T23:59')
  await desk.getByRole('button', { name: 'Save settings' }).click()
  await desk.getByText('Settings saved').waitFor()
  expect(await desk.getByLabel('Fellow nominations close', { exact: true }).inputValue()).toBe(
    '2027-01-31T23:59',
  )
  await desk.goto('/admin/settings/academy')
  await desk.getByLabel('Phone').fill('+91 532 999 1234')
  await desk.getByRole('button', { name: 'Save settings' }).click()
  await desk.getByText('Settings saved').waitFor()
  const shown = async () => {
    await visitor.reload()
    return visitor.getByText('+91 532 999 1234').count()
  }
  await expect.poll(shown, { timeout: 2000 }).toBeGreaterThan(0)

  await desk.goto('/admin/audit')
  const entries = desk.locator('main ol > li')
  await desk.getByLabel('Action', { exact: true }).selectOption({ label: 'Settings: changed' })
  await desk.getByRole('searchbox', { name: 'Search' }).fill('999 1234')
  await desk.getByRole('button', { name: 'Filter' }).click()
  await desk.waitForURL('**action=settings.changed**')
  expect(await entries.count()).toBe(1)
  expect(await entries.innerText()).toContain('Asha Rao changed the settings: Phone')
  expect(await entries.innerText()).toContain('(empty) → +91 532 999 1234')

  await desk.getByRole('searchbox', { name: 'Search' }).fill('zzzz')
  await desk.getByRole('button', { name: 'Filter' }).click()
  await desk.getByText('Remove a filter to see more.').waitFor()
})

test(
  'letters are chosen, counted and sent again, with scripts and without',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin' })
    for (const subject of ['First letter', 'Second letter', 'Third letter']) {
      const id = await queueLetter(
        office.db,
        { kind: 'test', to: 'asha@example.org', subject, text: 'Hello.', html: '' },
        new Date(),
      )
      await giveUp(office, id)
    }
    const page = await openSignedIn(office, admin)
    await page.goto('/admin/mail')
    await hydrated(page)
    const bar = page.getByRole('form', { name: 'Selected emails' })
    const again = bar.getByRole('button', { name: 'Send again' })
    expect(await again.isVisible()).toBe(false)
    await page.getByLabel('Select First letter').check()
    await bar.getByText('1 selected').waitFor()
    const all = page.getByLabel('Select all emails on this page')
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await all.check()
    await bar.getByText('3 selected').waitFor()
    await all.uncheck()
    await page.getByLabel('Select First letter').check()
    await page.getByLabel('Select Second letter').check()
    await again.click()
    await page.getByText('We are sending 2 emails again.').waitFor()

    const plain = await openSignedIn(office, admin, { javaScriptEnabled: false, expected: refusals })
    await plain.goto('/admin/mail')
    await plain.getByRole('form', { name: 'Selected emails' }).getByRole('button').click()
    await plain.getByRole('alert').getByText('Select at least one row.').waitFor()
    await plain.getByLabel('Select Third letter').check()
    await plain.getByRole('form', { name: 'Selected emails' }).getByRole('button').click()
    await plain.getByText('We are sending 1 email again.').waitFor()
  },
)

async function giveUp({ db }: Office, id: string) {
  const at = Date.now()
  await db.updateTable('job').set({ failed_at: at }).where('payload', 'like', `%${id}%`).execute()
  await db.updateTable('mail').set({ failed_at: at, error: 'No.' }).where('id', '=', id).execute()
}

test(
  'accounts are sorted by their headings, and a filter keeps the order',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin', name: 'Zara Zaveri' })
    await makePerson(office, { role: 'editor', name: 'Aadi Zaveri' })
    const page = await openSignedIn(office, admin)
    await page.goto('/admin/staff?search=zaveri')
    const names = page.locator('table').first().getByRole('rowheader')
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await page.waitForURL('**sort=name**')
    expect(await names.allInnerTexts()).toEqual(['Aadi Zaveri', 'Zara Zaveri'])
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await page.waitForURL('**dir=desc**')
    expect(await names.allInnerTexts()).toEqual(['Zara Zaveri', 'Aadi Zaveri'])
    expect(await page.locator('th[aria-sort=descending]').innerText()).toContain('Name')
    await page.getByLabel('Status').selectOption('active')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL('**state=active**')
    expect(page.url()).toContain('dir=desc')
  },
)

test.for(firstOrAll([{ javaScriptEnabled: true }, { javaScriptEnabled: false }]))(
  'an invitation after a long while needs the password, and loses nothing, with %o',
  async ({ javaScriptEnabled }, { office, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin' })
    const page = await openSignedIn(office, admin, { javaScriptEnabled, expected: refusals })
    await page.goto('/admin/staff')
    const longAgo = { proved_at: Date.now() - 20 * 60_000 }
    await office.db.updateTable('staff_session').set(longAgo).where('user_id', '=', admin.id).execute()
    const email = `invited-${javaScriptEnabled ? 'with' : 'without'}@example.org`
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.locator('#reason').fill('She edits the “Newsletter”, <first> & last.')
    await page.getByRole('button', { name: 'Send invitation', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Confirm your password' }).waitFor()
    if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([])

    await page.getByLabel('Your password').fill('not the right one')
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await page.getByRole('alert').getByText('This is not your password.').waitFor()
    await page.getByLabel('Your password').fill(admin.password)
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await page.getByText('Invitation created. No mail server is set up').waitFor()
    await page
      .getByRole('table', { name: 'Open invitations' })
      .getByText(email.split('@')[0] ?? '')
      .waitFor()
    await page.goto('/admin/audit?action=staff.invited')
    await page.getByText('She edits the “Newsletter”, <first> & last.').first().waitFor()
  },
)

test('the page of the samples counts what would be removed', onlyInFull, async ({ office, openSignedIn }) => {
  const admin = await makePerson(office, { role: 'admin' })
  const page = await openSignedIn(office, admin)
  await page.goto('/admin/samples')
  const counts = (await page.locator('main dd').allInnerTexts()).map(Number)
  expect(counts).toHaveLength(3)
  const total = counts.reduce((sum, count) => sum + count)
  expect(total).toBeGreaterThan(200)
  await page.getByRole('button', { name: `Delete all ${total} samples` }).waitFor()
})

test('a filter applies while one types on or chooses by keyboard, and says how much it found', async ({
  office,
  openSignedIn,
}) => {
  const admin = await makePerson(office, { role: 'admin' })
  const page = await openSignedIn(office, admin)
  await page.goto('/editor/people')
  await hydrated(page)
  const search = page.getByRole('searchbox', { name: 'Name, number or institution' })
  const said = (words: RegExp) => page.locator('[aria-live=polite]', { hasText: words }).waitFor()

  await search.focus()
  await page.keyboard.type('zz')
  await page.waitForURL('**q=zz**')
  await said(/^No results$/)
  await page.keyboard.type('z')
  expect(await search.inputValue()).toBe('zzz')
  await page.waitForURL('**q=zzz**')
  await search.clear()
  await said(/^\d+ people$/)

  await page.getByLabel('Grade').focus()
  await page.keyboard.press('f')
  await page.waitForURL('**grade=fellow**')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('grade')
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.locator('[aria-current=page]', { hasText: 'Fellows' }).waitFor()
  await views.getByRole('link', { name: 'All', exact: true }).click()
  await page.waitForURL('**/editor/people')
  expect(await page.getByLabel('Grade').inputValue()).toBe('')
})
