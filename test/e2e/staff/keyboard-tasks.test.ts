import { expect } from 'vitest'
import sharp from 'sharp'
import { openBrowserPages } from '#test/e2e/harness/harness.ts'
import { keyboardUserOn, type KeyboardUser } from '#test/e2e/harness/keyboard.ts'
import { makePerson, refusals, test as base } from '#test/e2e/harness/staff-office.ts'

/** Twenty-five tasks of the office, one after the other, with the keyboard only. */

interface Worker extends KeyboardUser {
  person: Awaited<ReturnType<typeof makePerson>>
  browserErrors: string[]
}

const test = base.extend<{ keyboardUser: Worker }>({
  keyboardUser: [
    async ({ browser, office }, use) => {
      const { openPage, closePages, browserErrors } = openBrowserPages(browser)
      const person = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
      const page = await openPage({ baseURL: office.address, expected: refusals })
      await use({ ...keyboardUserOn(page), person, browserErrors })
      await closePages()
    },
    { scope: 'file' },
  ],
})

const lamp = 'A sample lamp by keyboard'
const picture = {
  name: 'keyboard.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .png()
    .toBuffer(),
}

test('1. sign in', async ({ keyboardUser }) => {
  const { page, person } = keyboardUser
  await page.goto('/admin/admin-editor-login')
  await keyboardUser.tabTo('Email')
  await keyboardUser.type(person.email)
  await keyboardUser.tabTo('Password')
  await keyboardUser.type(person.password)
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('Admin Dashboard')
})

test('2. jump to an area', async ({ keyboardUser }) => {
  await keyboardUser.jumpTo('news')
  await keyboardUser.intoMain('News')
})

test('3. find an entry and open it', async ({ keyboardUser }) => {
  await keyboardUser.tabTo('Title or address')
  await keyboardUser.type('rings')
  await keyboardUser.press('Enter')
  await keyboardUser.page.waitForURL('**q=rings**')
  await keyboardUser.intoMain('News')
  await keyboardUser.tabTo(/^Rings of light/)
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain(/^Rings of light/)
})

test('4. start an entry', async ({ keyboardUser }) => {
  await keyboardUser.jumpTo('news')
  await keyboardUser.intoMain('News')
  await keyboardUser.tabTo('New news item')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('New news item')
  await keyboardUser.expectAt('Title')
  await keyboardUser.type(lamp)
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain(lamp)
})

test('5. go from an advice to the field it is about, and fill in a day and a summary', async ({
  keyboardUser,
}) => {
  await keyboardUser.tabTo('Date')
  await keyboardUser.press('Enter')
  await expect.poll(() => keyboardUser.page.evaluate(() => document.activeElement?.id)).toBe('publishedOn')
  await keyboardUser.type('11102026')
  await keyboardUser.tabTo('Summary')
  await keyboardUser.type('The hall has light again.')
  await keyboardUser.expectAt('Summary')
  expect(await keyboardUser.page.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-11-10')
})

test('6. write a heading and a list', async ({ keyboardUser }) => {
  await keyboardUser.backTo('Text')
  await keyboardUser.type('## How it came')
  await keyboardUser.press('Enter')
  await keyboardUser.type('- Glass')
  await keyboardUser.press('Enter')
  await keyboardUser.type('Oil')
  await keyboardUser.press('Control+Enter')
  const text = keyboardUser.page.getByRole('textbox', { name: 'Text' })
  expect(await text.getByRole('heading', { level: 2 }).innerText()).toBe('How it came')
  expect(await text.getByRole('listitem').allInnerTexts()).toEqual(['Glass', 'Oil'])
  await keyboardUser.expectAt('Text')
})

test('7. add a table by the toolbar and walk through its cells', async ({ keyboardUser }) => {
  await keyboardUser.press('Alt+F10')
  for (let stop = 0; stop < 30 && (await focusedTool(keyboardUser)) !== 'table'; stop++)
    await keyboardUser.press('ArrowRight')
  await keyboardUser.expectAt('Table')
  await keyboardUser.press('Enter')
  for (const cell of ['Lamp', 'Year', 'Place']) {
    await keyboardUser.type(cell)
    await keyboardUser.press('Tab')
  }
  await keyboardUser.press('Control+Enter')
  const cells = keyboardUser.page.getByRole('textbox', { name: 'Text' }).getByRole('columnheader')
  expect(await cells.allInnerTexts()).toEqual(['Lamp', 'Year', 'Place'])
  await keyboardUser.expectAt('Text')
})

test('8. link to a page of the site, found by its title', async ({ keyboardUser }) => {
  await keyboardUser.type('Read the ')
  await keyboardUser.press('Control+k')
  await keyboardUser.expectAt(/^Find a page/)
  await keyboardUser.type('constitution')
  // As fast as someone types who knows the page.
  await keyboardUser.press('Enter')
  await expect
    .poll(() => keyboardUser.page.getByRole('dialog').getByLabel('Address').inputValue())
    .toBe('/iaps/constitution')
  await keyboardUser.tabTo('Add link')
  await keyboardUser.press('Enter')
  await keyboardUser.expectAt('Text')
  expect(await keyboardUser.page.locator('main [role=textbox] a[href="/iaps/constitution"]').count()).toBe(1)
})

test('9. add a footnote and a formula', async ({ keyboardUser }) => {
  await keyboardUser.press('Control+Alt+f')
  await keyboardUser.type('Since 1905.')
  await keyboardUser.tabTo(/^Add/)
  await keyboardUser.press('Enter')
  await keyboardUser.expectAt('Text')
  await keyboardUser.type(' where ')
  await keyboardUser.press('Control+Alt+m')
  await keyboardUser.type('E = h\\nu')
  await keyboardUser.page.locator('dialog math').waitFor()
  await keyboardUser.tabTo(/^Add/)
  await keyboardUser.press('Enter')
  await keyboardUser.expectAt('Text')
  const text = keyboardUser.page.getByRole('textbox', { name: 'Text' })
  await text.getByLabel('Footnote: Since 1905.').waitFor()
  await text.locator('math').waitFor()
})

test('10. add a picture of the library with words for it', async ({ keyboardUser }) => {
  await keyboardUser.press('Enter', 'Control+Alt+p')
  await keyboardUser.page
    .getByRole('dialog', { name: 'Choose a picture' })
    .locator('li button')
    .first()
    .waitFor()
  await keyboardUser.tabTo(/hydrogen-states/)
  await keyboardUser.press('Enter')
  await keyboardUser.expectAt(/^Description/)
  await keyboardUser.press('Control+a')
  await keyboardUser.type('Clouds of light')
  await keyboardUser.tabTo('Add picture')
  await keyboardUser.press('Enter')
  await keyboardUser.expectAt('Text')
  await keyboardUser.page
    .getByRole('textbox', { name: 'Text' })
    .getByRole('img', { name: 'Clouds of light' })
    .waitFor()
})

test('11. save without leaving the text', async ({ keyboardUser }) => {
  await keyboardUser.press('Control+s')
  await keyboardUser.page.getByText('Saved as version 2.').waitFor()
  await keyboardUser.expectAt('Text')
  await keyboardUser.type('It burns.')
  await keyboardUser.press('Escape')
  await keyboardUser.tabTo('Save')
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByText('Saved as version 3.').waitFor()
  await keyboardUser.expectAt('Save')
})

test('12. ask for review', async ({ keyboardUser }) => {
  await keyboardUser.tabTo('Publish later or submit for review')
  await keyboardUser.press('Enter')
  await keyboardUser.tabTo('Submit for review')
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByText('Submitted for review.').waitFor()
  await keyboardUser.intoMain(lamp)
})

test('13. publish', async ({ keyboardUser }) => {
  await keyboardUser.tabTo('Publish')
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByText('Published. Visitors').waitFor()
  await keyboardUser.intoMain(lamp)
})

test('14. change something and schedule it', async ({ keyboardUser }) => {
  await keyboardUser.tabTo('Summary')
  await keyboardUser.press('Control+a')
  await keyboardUser.type('The hall has more light.')
  await keyboardUser.press('Control+s')
  await keyboardUser.page.getByText('Saved as version 4.').waitFor()
  await keyboardUser.expectAt('Summary')
  await keyboardUser.backTo('Publish later or submit for review')
  await keyboardUser.press('Enter')
  await keyboardUser.tabTo('Date and time (IST)')
  await keyboardUser.type('12312099')
  await keyboardUser.press('ArrowRight')
  await keyboardUser.type('0600PM')
  await keyboardUser.tabTo('Schedule')
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByText('Scheduled. It will be').waitFor()
  await keyboardUser.intoMain(lamp)
  await keyboardUser.tabTo('Return to draft')
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByText('Returned to draft.').waitFor()
  await keyboardUser.intoMain(lamp)
})

test('15. compare two versions', async ({ keyboardUser }) => {
  await keyboardUser.tabTo('Versions and history')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain(`Versions of ${lamp}`)
  await keyboardUser.tabTo('Before')
  await keyboardUser.press('ArrowDown')
  await keyboardUser.tabTo('Compare')
  await keyboardUser.press('Enter')
  await keyboardUser.page.waitForURL('**from=2**')
  await keyboardUser.intoMain(`Versions of ${lamp}`)
  await keyboardUser.page
    .getByRole('region', { name: 'Summary' })
    .locator('ins', { hasText: 'more' })
    .waitFor()
})

test('16. restore an older version', async ({ keyboardUser }) => {
  await keyboardUser.tabTo('Restore version 3')
  await keyboardUser.press('Enter')
  await keyboardUser.page.waitForURL((url) => !url.pathname.endsWith('/versions'))
  await keyboardUser.intoMain(lamp)
  expect(await keyboardUser.page.getByLabel('Summary').inputValue()).toBe('The hall has light again.')
})

test('17. upload a picture, describe it, set its focal point and crop it', async ({ keyboardUser }) => {
  await keyboardUser.jumpTo('media')
  await keyboardUser.intoMain('Media library')
  await keyboardUser.tabTo('Add files')
  await keyboardUser.sendFiles(picture)
  await keyboardUser.page.getByRole('link', { name: 'Uploaded: keyboard.jpg' }).waitFor()
  await keyboardUser.expectAt('Add files')
  await keyboardUser.tabTo('Uploaded: keyboard.jpg')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('keyboard.jpg')
  await keyboardUser.tabTo(/^Description/)
  await keyboardUser.type('A teal plane')
  for (const [label, value] of [
    ['From the left, %', '25'],
    ['From the top, %', '75'],
    ['Left', '10'],
    ['Top', '20'],
    ['Width', '300'],
    ['Height', '200'],
  ] as const) {
    await keyboardUser.tabTo(label)
    await keyboardUser.press('Control+a')
    await keyboardUser.type(value)
  }
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByText('Saved. Pages that use this file are up to date.').waitFor()
  const saved = ['Description', 'From the left, %', 'Width'].map((label) =>
    keyboardUser.page.getByLabel(label).inputValue(),
  )
  expect(await Promise.all(saved)).toEqual(['A teal plane', '25', '300'])
})

test('18. write two sections, change their order and undo that', async ({ keyboardUser }) => {
  await keyboardUser.jumpTo('pages')
  await keyboardUser.intoMain('Pages')
  await keyboardUser.tabTo('New page')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('New page')
  await keyboardUser.expectAt('Title')
  await keyboardUser.type('Sample page by keyboard')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('Sample page by keyboard')
  for (const heading of ['First', 'Second']) {
    await keyboardUser.tabTo('Add a section')
    await keyboardUser.press('Enter')
    await keyboardUser.expectAt('Number')
    await keyboardUser.tabTo('Heading')
    await keyboardUser.type(heading)
  }
  const headings = () =>
    keyboardUser.page
      .getByLabel('Heading', { exact: true })
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await keyboardUser.backTo('Move Section 2 up')
  await keyboardUser.press('Enter')
  await expect.poll(headings).toEqual(['Second', 'First'])
  await keyboardUser.expectAt('Move Section 1 down')
  await keyboardUser.tabTo(/^Undo: Section 2 is now number 1/)
  await keyboardUser.press('Enter')
  await expect.poll(headings).toEqual(['First', 'Second'])
  await keyboardUser.expectAt('Save')
  await keyboardUser.backTo('Remove Section 2')
  await keyboardUser.press('Enter')
  await keyboardUser.expectAt('Remove Section 1')
  await keyboardUser.press('Control+s')
  await keyboardUser.page.getByText('Saved as version 2.').waitFor()
})

test('19. choose several entries, delete them and restore them', async ({ keyboardUser }) => {
  const { page } = keyboardUser
  await keyboardUser.jumpTo('calls')
  await keyboardUser.intoMain('Calls')
  for (const _ of [1, 2]) {
    await keyboardUser.tabTo(/^Select Nominations/)
    await keyboardUser.press('Space')
  }
  await page.getByText('2 selected').waitFor()
  await keyboardUser.backTo('Delete')
  await keyboardUser.press('Enter')
  await page.getByText('2 entries deleted.').waitFor()
  await keyboardUser.intoMain('Calls')
  await keyboardUser.tabTo('Status')
  await keyboardUser.type('Deleted')
  await keyboardUser.tabTo('Filter')
  await keyboardUser.press('Enter')
  await page.waitForURL('**state=binned**')
  await keyboardUser.intoMain('Calls')
  await keyboardUser.tabTo('Select all entries on this page')
  await keyboardUser.press('Space')
  await keyboardUser.backTo('Restore')
  await keyboardUser.press('Enter')
  await page.getByText('2 entries restored.').waitFor()
})

test('20. change the order of the menu and undo it', async ({ keyboardUser }) => {
  const { page } = keyboardUser
  await keyboardUser.jumpTo('menu')
  await keyboardUser.intoMain('Menu')
  await keyboardUser.tabTo('Move IAPS down')
  await keyboardUser.press('Enter')
  await page.getByText('“IAPS” is number 2 of 4 in About.').waitFor()
  await keyboardUser.expectAt('Move IAPS down')
  await keyboardUser.press('Enter')
  await page.getByText('“IAPS” is number 3 of 4 in About.').waitFor()
  await keyboardUser.press('Enter')
  await page.getByText('“IAPS” is number 4 of 4 in About.').waitFor()
  await keyboardUser.expectAt('Move IAPS up')
  await keyboardUser.backTo('Undo the last change')
  await keyboardUser.press('Enter')
  await page.getByText('Menu saved.').waitFor()
})

test('21. import people and undo it', async ({ keyboardUser }) => {
  const { page } = keyboardUser
  await keyboardUser.jumpTo('people')
  await keyboardUser.intoMain('People')
  await keyboardUser.tabTo('Import people')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('Import people')
  await keyboardUser.tabTo('File')
  const csv = 'No,Name,Institute,Year,Country\nKB-1,Sample Tara Nair,Sample Institute,2004,India\n'
  await keyboardUser.sendFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await keyboardUser.tabTo('Upload')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('people.csv')
  await keyboardUser.tabTo('Check the rows')
  await keyboardUser.press('Enter')
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  await keyboardUser.intoMain('people.csv')
  await keyboardUser.tabTo(/^Import: add 1/)
  await keyboardUser.press('Enter')
  await page.getByText('Import finished.').waitFor()
  await keyboardUser.intoMain('people.csv')
  await keyboardUser.tabTo('Undo the import')
  await keyboardUser.press('Enter')
  await page.getByText('Import undone.').waitFor()
})

test('22. approve an account', async ({ keyboardUser, office }) => {
  await makePerson(office, { state: 'pending', role: 'editor', name: 'Sample Newcomer' })
  await keyboardUser.jumpTo('admin dash')
  await keyboardUser.intoMain('Admin Dashboard')
  await keyboardUser.tabTo('1 account is waiting for approval')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('Sample Newcomer')
  await keyboardUser.tabTo('Reason')
  await keyboardUser.type('She edits the newsletter.')
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByText('Active', { exact: true }).waitFor()
})

test('23. choose a preview picture in the settings', async ({ keyboardUser }) => {
  const { page } = keyboardUser
  await keyboardUser.jumpTo('settings')
  await keyboardUser.intoMain('Settings')
  await keyboardUser.tabTo('Journal and social networks')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('Settings: Journal and social networks')
  await keyboardUser.tabTo('Choose a picture')
  await keyboardUser.press('Enter')
  await page.getByRole('dialog', { name: 'Choose a picture' }).locator('li button').first().waitFor()
  await keyboardUser.tabTo(/keyboard/)
  await keyboardUser.press('Enter')
  await keyboardUser.expectAt('Choose another')
  await keyboardUser.tabTo('Save settings')
  await keyboardUser.press('Enter')
  await page.getByText('Settings saved.').waitFor()
  await page.getByRole('group', { name: 'Preview picture', exact: true }).getByText('keyboard.jpg').waitFor()
  await keyboardUser.intoMain('Settings: Journal and social networks')
})

test('24. use an entry as a template and start one from it', async ({ keyboardUser }) => {
  const { page } = keyboardUser
  await keyboardUser.jumpTo('news')
  await keyboardUser.intoMain('News')
  await keyboardUser.tabTo(/^A sample lamp by keyboard/)
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain(lamp)
  await keyboardUser.tabTo('Save as a template')
  await keyboardUser.press('Enter')
  await page.getByText(`Saved as the template “${lamp}”.`).waitFor()
  await keyboardUser.jumpTo('news')
  await keyboardUser.intoMain('News')
  await keyboardUser.tabTo('New from template')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('Templates for news')
  await keyboardUser.tabTo(`New news item from ${lamp}`)
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('New news item')
  await keyboardUser.expectAt('Title')
  await keyboardUser.type('Another lamp by keyboard')
  await keyboardUser.press('Enter')
  await keyboardUser.intoMain('Another lamp by keyboard')
  expect(await page.getByLabel('Summary').inputValue()).toBe('The hall has light again.')
})

test('25. sign out', async ({ keyboardUser }) => {
  const { page } = keyboardUser
  await page.reload()
  await keyboardUser.tabTo(/^Account of/)
  await keyboardUser.press('Enter')
  await keyboardUser.tabTo('Sign out')
  await keyboardUser.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/editor/dashboard')
  expect(page.url()).toContain('admin-editor-login')
  expect(keyboardUser.browserErrors).toEqual([])
})

function focusedTool({ page }: KeyboardUser) {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['tool'])
}
