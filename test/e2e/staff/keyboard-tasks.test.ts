import { expect } from 'vitest'
import sharp from 'sharp'
import { receive } from '#test/e2e/harness/harness.ts'
import { handsOn, type Hands } from '#test/e2e/harness/keyboard.ts'
import { makePerson, refusals, test as base } from '#test/e2e/harness/staff-office.ts'

/** Twenty-five tasks of the office, one after the other, with the keyboard only. */

interface Worker extends Hands {
  person: Awaited<ReturnType<typeof makePerson>>
  complaints: string[]
}

const test = base.extend<{ hands: Worker }>({
  hands: [
    async ({ browser, office }, use) => {
      const { arrive, leave, complaints } = receive(browser)
      const person = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
      const page = await arrive({ baseURL: office.address, expected: refusals })
      await use({ ...handsOn(page), person, complaints })
      await leave()
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

test('1. sign in', async ({ hands }) => {
  const { page, person } = hands
  await page.goto('/admin/admin-editor-login')
  await hands.tabTo('Email')
  await hands.type(person.email)
  await hands.tabTo('Password')
  await hands.type(person.password)
  await hands.press('Enter')
  await hands.intoMain('Admin Dashboard')
})

test('2. jump to an area', async ({ hands }) => {
  await hands.jumpTo('news')
  await hands.intoMain('News')
})

test('3. find an entry and open it', async ({ hands }) => {
  await hands.tabTo('Title or address')
  await hands.type('rings')
  await hands.press('Enter')
  await hands.page.waitForURL('**q=rings**')
  await hands.intoMain('News')
  await hands.tabTo(/^Rings of light/)
  await hands.press('Enter')
  await hands.intoMain(/^Rings of light/)
})

test('4. start an entry', async ({ hands }) => {
  await hands.jumpTo('news')
  await hands.intoMain('News')
  await hands.tabTo('New news item')
  await hands.press('Enter')
  await hands.intoMain('New news item')
  await hands.expectAt('Title')
  await hands.type(lamp)
  await hands.press('Enter')
  await hands.intoMain(lamp)
})

test('5. go from an advice to the field it is about, and fill in a day and a summary', async ({ hands }) => {
  await hands.tabTo('Date')
  await hands.press('Enter')
  await expect.poll(() => hands.page.evaluate(() => document.activeElement?.id)).toBe('publishedOn')
  await hands.type('11102026')
  await hands.tabTo('Summary')
  await hands.type('The hall has light again.')
  await hands.expectAt('Summary')
  expect(await hands.page.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-11-10')
})

test('6. write a heading and a list', async ({ hands }) => {
  await hands.backTo('Text')
  await hands.type('## How it came')
  await hands.press('Enter')
  await hands.type('- Glass')
  await hands.press('Enter')
  await hands.type('Oil')
  await hands.press('Control+Enter')
  const text = hands.page.getByRole('textbox', { name: 'Text' })
  expect(await text.getByRole('heading', { level: 2 }).innerText()).toBe('How it came')
  expect(await text.getByRole('listitem').allInnerTexts()).toEqual(['Glass', 'Oil'])
  await hands.expectAt('Text')
})

test('7. add a table by the toolbar and walk through its cells', async ({ hands }) => {
  await hands.press('Alt+F10')
  for (let stop = 0; stop < 30 && (await focusedTool(hands)) !== 'table'; stop++)
    await hands.press('ArrowRight')
  await hands.expectAt('Table')
  await hands.press('Enter')
  for (const cell of ['Lamp', 'Year', 'Place']) {
    await hands.type(cell)
    await hands.press('Tab')
  }
  await hands.press('Control+Enter')
  const cells = hands.page.getByRole('textbox', { name: 'Text' }).getByRole('columnheader')
  expect(await cells.allInnerTexts()).toEqual(['Lamp', 'Year', 'Place'])
  await hands.expectAt('Text')
})

test('8. link to a page of the site, found by its title', async ({ hands }) => {
  await hands.type('Read the ')
  await hands.press('Control+k')
  await hands.expectAt(/^Find a page/)
  await hands.type('constitution')
  // As fast as someone types who knows the page.
  await hands.press('Enter')
  await expect
    .poll(() => hands.page.getByRole('dialog').getByLabel('Address').inputValue())
    .toBe('/iaps/constitution')
  await hands.tabTo('Add link')
  await hands.press('Enter')
  await hands.expectAt('Text')
  expect(await hands.page.locator('main [role=textbox] a[href="/iaps/constitution"]').count()).toBe(1)
})

test('9. add a footnote and a formula', async ({ hands }) => {
  await hands.press('Control+Alt+f')
  await hands.type('Since 1905.')
  await hands.tabTo(/^Add/)
  await hands.press('Enter')
  await hands.expectAt('Text')
  await hands.type(' where ')
  await hands.press('Control+Alt+m')
  await hands.type('E = h\\nu')
  await hands.page.locator('dialog math').waitFor()
  await hands.tabTo(/^Add/)
  await hands.press('Enter')
  await hands.expectAt('Text')
  const text = hands.page.getByRole('textbox', { name: 'Text' })
  await text.getByLabel('Footnote: Since 1905.').waitFor()
  await text.locator('math').waitFor()
})

test('10. add a picture of the library with words for it', async ({ hands }) => {
  await hands.press('Enter', 'Control+Alt+p')
  await hands.page.getByRole('dialog', { name: 'Choose a picture' }).locator('li button').first().waitFor()
  await hands.tabTo(/hydrogen-states/)
  await hands.press('Enter')
  await hands.expectAt(/^Description/)
  await hands.press('Control+a')
  await hands.type('Clouds of light')
  await hands.tabTo('Add picture')
  await hands.press('Enter')
  await hands.expectAt('Text')
  await hands.page
    .getByRole('textbox', { name: 'Text' })
    .getByRole('img', { name: 'Clouds of light' })
    .waitFor()
})

test('11. save without leaving the text', async ({ hands }) => {
  await hands.press('Control+s')
  await hands.page.getByText('Saved as version 2.').waitFor()
  await hands.expectAt('Text')
  await hands.type('It burns.')
  await hands.press('Escape')
  await hands.tabTo('Save')
  await hands.press('Enter')
  await hands.page.getByText('Saved as version 3.').waitFor()
  await hands.expectAt('Save')
})

test('12. ask for review', async ({ hands }) => {
  await hands.tabTo('Publish later or submit for review')
  await hands.press('Enter')
  await hands.tabTo('Submit for review')
  await hands.press('Enter')
  await hands.page.getByText('Submitted for review.').waitFor()
  await hands.intoMain(lamp)
})

test('13. publish', async ({ hands }) => {
  await hands.tabTo('Publish')
  await hands.press('Enter')
  await hands.page.getByText('Published. Visitors').waitFor()
  await hands.intoMain(lamp)
})

test('14. change something and schedule it', async ({ hands }) => {
  await hands.tabTo('Summary')
  await hands.press('Control+a')
  await hands.type('The hall has more light.')
  await hands.press('Control+s')
  await hands.page.getByText('Saved as version 4.').waitFor()
  await hands.expectAt('Summary')
  await hands.backTo('Publish later or submit for review')
  await hands.press('Enter')
  await hands.tabTo('Date and time (IST)')
  await hands.type('12312099')
  await hands.press('ArrowRight')
  await hands.type('0600PM')
  await hands.tabTo('Schedule')
  await hands.press('Enter')
  await hands.page.getByText('Scheduled. It will be').waitFor()
  await hands.intoMain(lamp)
  await hands.tabTo('Return to draft')
  await hands.press('Enter')
  await hands.page.getByText('Returned to draft.').waitFor()
  await hands.intoMain(lamp)
})

test('15. compare two versions', async ({ hands }) => {
  await hands.tabTo('Versions and history')
  await hands.press('Enter')
  await hands.intoMain(`Versions of ${lamp}`)
  await hands.tabTo('Before')
  await hands.press('ArrowDown')
  await hands.tabTo('Compare')
  await hands.press('Enter')
  await hands.page.waitForURL('**from=2**')
  await hands.intoMain(`Versions of ${lamp}`)
  await hands.page.getByRole('region', { name: 'Summary' }).locator('ins', { hasText: 'more' }).waitFor()
})

test('16. restore an older version', async ({ hands }) => {
  await hands.tabTo('Restore version 3')
  await hands.press('Enter')
  await hands.page.waitForURL((url) => !url.pathname.endsWith('/versions'))
  await hands.intoMain(lamp)
  expect(await hands.page.getByLabel('Summary').inputValue()).toBe('The hall has light again.')
})

test('17. upload a picture, describe it, set its focal point and crop it', async ({ hands }) => {
  await hands.jumpTo('media')
  await hands.intoMain('Media library')
  await hands.tabTo('Add files')
  await hands.sendFiles(picture)
  await hands.page.getByRole('link', { name: 'Uploaded: keyboard.jpg' }).waitFor()
  await hands.expectAt('Add files')
  await hands.tabTo('Uploaded: keyboard.jpg')
  await hands.press('Enter')
  await hands.intoMain('keyboard.jpg')
  await hands.tabTo(/^Description/)
  await hands.type('A teal plane')
  for (const [label, value] of [
    ['From the left, %', '25'],
    ['From the top, %', '75'],
    ['Left', '10'],
    ['Top', '20'],
    ['Width', '300'],
    ['Height', '200'],
  ] as const) {
    await hands.tabTo(label)
    await hands.press('Control+a')
    await hands.type(value)
  }
  await hands.press('Enter')
  await hands.page.getByText('Saved. Pages that use this file are up to date.').waitFor()
  const saved = ['Description', 'From the left, %', 'Width'].map((label) =>
    hands.page.getByLabel(label).inputValue(),
  )
  expect(await Promise.all(saved)).toEqual(['A teal plane', '25', '300'])
})

test('18. write two sections, change their order and undo that', async ({ hands }) => {
  await hands.jumpTo('pages')
  await hands.intoMain('Pages')
  await hands.tabTo('New page')
  await hands.press('Enter')
  await hands.intoMain('New page')
  await hands.expectAt('Title')
  await hands.type('Sample page by keyboard')
  await hands.press('Enter')
  await hands.intoMain('Sample page by keyboard')
  for (const heading of ['First', 'Second']) {
    await hands.tabTo('Add a section')
    await hands.press('Enter')
    await hands.expectAt('Number')
    await hands.tabTo('Heading')
    await hands.type(heading)
  }
  const headings = () =>
    hands.page
      .getByLabel('Heading', { exact: true })
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await hands.backTo('Move Section 2 up')
  await hands.press('Enter')
  await expect.poll(headings).toEqual(['Second', 'First'])
  await hands.expectAt('Move Section 1 down')
  await hands.tabTo(/^Undo: Section 2 is now number 1/)
  await hands.press('Enter')
  await expect.poll(headings).toEqual(['First', 'Second'])
  await hands.expectAt('Save')
  await hands.backTo('Remove Section 2')
  await hands.press('Enter')
  await hands.expectAt('Remove Section 1')
  await hands.press('Control+s')
  await hands.page.getByText('Saved as version 2.').waitFor()
})

test('19. choose several entries, delete them and restore them', async ({ hands }) => {
  const { page } = hands
  await hands.jumpTo('calls')
  await hands.intoMain('Calls')
  for (const _ of [1, 2]) {
    await hands.tabTo(/^Select Nominations/)
    await hands.press('Space')
  }
  await page.getByText('2 selected').waitFor()
  await hands.backTo('Delete')
  await hands.press('Enter')
  await page.getByText('2 entries deleted.').waitFor()
  await hands.intoMain('Calls')
  await hands.tabTo('Status')
  await hands.type('Deleted')
  await hands.tabTo('Filter')
  await hands.press('Enter')
  await page.waitForURL('**state=binned**')
  await hands.intoMain('Calls')
  await hands.tabTo('Select all entries on this page')
  await hands.press('Space')
  await hands.backTo('Restore')
  await hands.press('Enter')
  await page.getByText('2 entries restored.').waitFor()
})

test('20. change the order of the menu and undo it', async ({ hands }) => {
  const { page } = hands
  await hands.jumpTo('menu')
  await hands.intoMain('Menu')
  await hands.tabTo('Move IAPS down')
  await hands.press('Enter')
  await page.getByText('“IAPS” is number 2 of 4 in About.').waitFor()
  await hands.expectAt('Move IAPS down')
  await hands.press('Enter')
  await page.getByText('“IAPS” is number 3 of 4 in About.').waitFor()
  await hands.press('Enter')
  await page.getByText('“IAPS” is number 4 of 4 in About.').waitFor()
  await hands.expectAt('Move IAPS up')
  await hands.backTo('Undo the last change')
  await hands.press('Enter')
  await page.getByText('Menu saved.').waitFor()
})

test('21. import people and undo it', async ({ hands }) => {
  const { page } = hands
  await hands.jumpTo('people')
  await hands.intoMain('People')
  await hands.tabTo('Import people')
  await hands.press('Enter')
  await hands.intoMain('Import people')
  await hands.tabTo('File')
  const csv = 'No,Name,Institute,Year,Country\nKB-1,Sample Tara Nair,Sample Institute,2004,India\n'
  await hands.sendFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await hands.tabTo('Upload')
  await hands.press('Enter')
  await hands.intoMain('people.csv')
  await hands.tabTo('Check the rows')
  await hands.press('Enter')
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  await hands.intoMain('people.csv')
  await hands.tabTo(/^Import: add 1/)
  await hands.press('Enter')
  await page.getByText('Import finished.').waitFor()
  await hands.intoMain('people.csv')
  await hands.tabTo('Undo the import')
  await hands.press('Enter')
  await page.getByText('Import undone.').waitFor()
})

test('22. approve an account', async ({ hands, office }) => {
  await makePerson(office, { state: 'pending', role: 'editor', name: 'Sample Newcomer' })
  await hands.jumpTo('admin dash')
  await hands.intoMain('Admin Dashboard')
  await hands.tabTo('1 account is waiting for approval')
  await hands.press('Enter')
  await hands.intoMain('Sample Newcomer')
  await hands.tabTo('Reason')
  await hands.type('She edits the newsletter.')
  await hands.press('Enter')
  await hands.page.getByText('Active', { exact: true }).waitFor()
})

test('23. choose a preview picture in the settings', async ({ hands }) => {
  const { page } = hands
  await hands.jumpTo('settings')
  await hands.intoMain('Settings')
  await hands.tabTo('Journal and social networks')
  await hands.press('Enter')
  await hands.intoMain('Settings: Journal and social networks')
  await hands.tabTo('Choose a picture')
  await hands.press('Enter')
  await page.getByRole('dialog', { name: 'Choose a picture' }).locator('li button').first().waitFor()
  await hands.tabTo(/keyboard/)
  await hands.press('Enter')
  await hands.expectAt('Choose another')
  await hands.tabTo('Save settings')
  await hands.press('Enter')
  await page.getByText('Settings saved.').waitFor()
  await page.getByRole('group', { name: 'Preview picture', exact: true }).getByText('keyboard.jpg').waitFor()
  await hands.intoMain('Settings: Journal and social networks')
})

test('24. use an entry as a template and start one from it', async ({ hands }) => {
  const { page } = hands
  await hands.jumpTo('news')
  await hands.intoMain('News')
  await hands.tabTo(/^A sample lamp by keyboard/)
  await hands.press('Enter')
  await hands.intoMain(lamp)
  await hands.tabTo('Save as a template')
  await hands.press('Enter')
  await page.getByText(`Saved as the template “${lamp}”.`).waitFor()
  await hands.jumpTo('news')
  await hands.intoMain('News')
  await hands.tabTo('New from template')
  await hands.press('Enter')
  await hands.intoMain('Templates for news')
  await hands.tabTo(`New news item from ${lamp}`)
  await hands.press('Enter')
  await hands.intoMain('New news item')
  await hands.expectAt('Title')
  await hands.type('Another lamp by keyboard')
  await hands.press('Enter')
  await hands.intoMain('Another lamp by keyboard')
  expect(await page.getByLabel('Summary').inputValue()).toBe('The hall has light again.')
})

test('25. sign out', async ({ hands }) => {
  const { page } = hands
  await page.reload()
  await hands.tabTo(/^Account of/)
  await hands.press('Enter')
  await hands.tabTo('Sign out')
  await hands.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/editor/dashboard')
  expect(page.url()).toContain('admin-editor-login')
  expect(hands.complaints).toEqual([])
})

function focusedTool({ page }: Hands) {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['tool'])
}
