import { expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { hydrated, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { onlyInFull } from '#test/harness/scale.ts'

test('an administrator arranges the menu by keyboard, and undoes it', async ({
  office,
  openSignedOut,
  openSignedIn,
}) => {
  const admin = await makePerson(office, { role: 'admin', name: 'Asha Rao' })
  const extra = { title: 'Reading room', sections: [] }
  await publishEntry(office.db, { kind: 'page', slug: 'reading-room', data: extra }, new Date())
  const page = await openSignedIn(office, admin, { expected: refusals })
  await page.goto('/admin/menu')
  await hydrated(page)

  const down = page.getByRole('button', { name: 'Move IAPS down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await page.getByText('“IAPS” is number 2 of 4 in About.').waitFor()
  await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('“IAPS” is number 3 of 4 in About.').waitFor()

  await page.getByLabel('Label', { exact: true }).fill('Reading room')
  await page.getByLabel('Address').fill('/pages/nothing')
  await page.getByRole('button', { name: 'Add to the menu' }).click()
  await page.getByRole('alert').getByText('There is no published page at this address.').waitFor()
  // Found by its title.
  await page.getByLabel('Address').fill('reading')
  await page.getByRole('option', { name: /\/pages\/reading-room/ }).waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Address').inputValue()).toBe('/pages/reading-room')
  await page.getByRole('button', { name: 'Add to the menu' }).click()
  await page.getByText('“Reading room” is number 5 of 5 in About.').waitFor()

  const visitor = await openSignedOut(office)
  const about = async () => {
    await visitor.goto('/')
    return visitor.locator('[data-menu] details', { hasText: 'About' }).locator('a').allTextContents()
  }
  await expect
    .poll(about)
    .toEqual(['Aims & Objective of IAPS', 'Constitution', 'IAPS', 'Executive Council', 'Reading room'])

  await page.getByRole('button', { name: 'Restore the default menu' }).click()
  await page.getByRole('button', { name: 'Undo the last change' }).waitFor()
  await expect.poll(about).toHaveLength(4)

  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(about).toHaveLength(5)
  await page.getByText('Menu saved.').waitFor()
  await page.reload()
  await hydrated(page)
  expect(await page.getByText('Menu saved.').count()).toBe(0)
})

test('two administrators change the menu in parallel: the second sees both, and continues with what was typed', async ({
  office,
  openSignedIn,
}) => {
  const pages = []
  for (const name of ['Asha Rao', 'Meera Iyer']) {
    const page = await openSignedIn(office, await makePerson(office, { role: 'admin', name }), {
      expected: refusals,
    })
    await page.goto('/admin/menu')
    await hydrated(page)
    await page.locator('summary[aria-label="Rename Constitution"]').click()
    await page.getByLabel('New label for “Constitution”').fill(`Words of ${name}`)
    pages.push(page)
  }
  const [first, second] = pages
  const save = '#item--iaps-constitution button:text("Save")'
  await first!.locator(save).click()
  await first!.getByText('“Words of Asha Rao” is number').waitFor()
  await second!.locator(save).click()
  await second!.getByRole('alert').getByText('Someone else changed the menu').waitFor()
  const row = second!.getByRole('row', { name: 'About' })
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    expect.stringContaining('Words of Meera Iyer'),
    expect.stringContaining('Words of Asha Rao'),
  ])
  expect(await second!.getByLabel('New label for “Words of Asha Rao”').inputValue()).toBe(
    'Words of Meera Iyer',
  )
  await second!.locator(save).click()
  await second!.getByText('“Words of Meera Iyer” is number').waitFor()
})

test(
  'without scripts an entry is renamed and an old address is redirected',
  onlyInFull,
  async ({ office, openSignedOut, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin' })
    const page = await openSignedIn(office, admin, { javaScriptEnabled: false })
    await page.goto('/admin/menu')
    await page.locator('summary[aria-label="Rename Gallery"]').click()
    await page.getByLabel('New label for “Gallery”').fill('Pictures')
    await page.locator('#item--gallery').getByRole('button', { name: 'Save', exact: true }).click()
    await page.goto('/editor/links')
    await page.getByRole('textbox', { name: 'Old address' }).fill('/photos.html')
    await page.getByLabel('Target page').fill('/gallery')
    await page.getByRole('button', { name: 'Add redirect' }).click()
    await page.getByText('Redirect added.').waitFor()

    const visitor = await openSignedOut(office)
    const arrived = async () => {
      await visitor.goto('/photos.html')
      return [
        new URL(visitor.url()).pathname,
        await visitor.locator('[data-menu] a[href="/gallery"]').innerText(),
      ]
    }
    await expect.poll(arrived).toEqual(['/gallery', 'Pictures'])
  },
)
