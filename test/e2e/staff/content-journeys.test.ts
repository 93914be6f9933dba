import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFull } from '#test/harness/scale.ts'
import { again, openBrowserPages } from '#test/e2e/harness/harness.ts'
import { journeys } from '#test/e2e/harness/journeys.ts'
import { makePerson, refusals, sessionCookies, test as base } from '#test/e2e/harness/staff-office.ts'
import { beginByHand, fillIn, saveByHand } from '#test/e2e/harness/writing.ts'

/** Every kind from the first word of an editor, through an administrator, to what a visitor reads. */

/** The same three for all journeys: who writes, who publishes, and who reads without an account. */
interface Desks {
  editor: Page
  admin: Page
  visitor: Page
  browserErrors: string[]
}

const test = base.extend<{ desks: Desks }>({
  desks: [
    async ({ browser, office }, use) => {
      const { openPage, closePages, browserErrors } = openBrowserPages(browser)
      const openSignedOut = () => openPage({ baseURL: office.address, expected: refusals })
      const openSignedIn = async (role: 'editor' | 'admin', name: string) => {
        const page = await openSignedOut()
        await page
          .context()
          .addCookies(await sessionCookies(office, await makePerson(office, { role, name })))
        return page
      }
      await use({
        editor: await openSignedIn('editor', 'Meera Rao'),
        admin: await openSignedIn('admin', 'Asha Iyer'),
        visitor: await openSignedOut(),
        browserErrors,
      })
      await closePages()
    },
    { scope: 'file' },
  ],
})

/** The kinds whose editing pages differ most; the full run takes every kind. */
const chosen = ['award', 'recipient', 'conference']
const taken = journeys.filter(({ kind }) => isFull || chosen.includes(kind))

test.for(taken)('$what goes from draft to public page', async (journey, { desks }) => {
  const { editor, admin, visitor } = desks
  const title = Object.values(journey.begin).at(-1)!
  await beginByHand(editor, journey.kind, journey.begin)
  await fillIn(editor.getByRole('main'), journey.answers)
  await journey.write?.(editor)
  await saveByHand(editor)
  await editor.getByText('Nothing needs correcting.').waitFor()
  await editor.getByRole('button', { name: 'Submit for review' }).click()
  await editor.getByText('Submitted for review.').waitFor()
  await publishFromDesk(admin, title)

  const [first] = Object.keys(journey.read)
  for (const [address, words] of Object.entries(journey.read).toReversed()) {
    await expect.poll(() => missing(visitor, address, words)).toEqual([])
    if (address === first) await journey.see?.(visitor)
  }
  for (const feed of journey.feeds ?? [])
    expect(await (await visitor.request.get(feed, again)).text()).toContain(title)
  expect(desks.browserErrors).toEqual([])
})

async function publishFromDesk(admin: Page, title: string) {
  await admin.goto('/admin/dashboard')
  await admin.getByRole('link', { name: title, exact: true }).click()
  await admin.getByRole('button', { name: 'Publish', exact: true }).click()
  await admin.getByText('Published. Visitors').waitFor()
}

/** Which of the words a visitor does not find at an address. */
async function missing(visitor: Page, address: string, words: (string | RegExp)[]) {
  await visitor.goto(address)
  const text = await visitor.getByRole('main').innerText()
  return words.filter((word) => !includes(text, word))
}

function includes(text: string, word: string | RegExp) {
  return typeof word === 'string' ? text.includes(word) : word.test(text)
}

test('an extra page goes under a group of the menu', async ({ desks }) => {
  const { editor, admin, visitor } = desks
  await beginByHand(editor, 'page', { Title: 'Sample reading room' })
  await fillIn(editor.getByRole('main'), { Lead: 'A quiet place.' })
  await saveByHand(editor)
  await editor.getByRole('button', { name: 'Submit for review' }).click()
  await editor.getByText('Submitted for review.').waitFor()
  await publishFromDesk(admin, 'Sample reading room')

  await admin.goto('/admin/menu')
  await fillIn(admin.getByRole('region', { name: 'Add a menu item' }), {
    Group: 'Activities',
    Label: 'Reading room',
    Address: '/pages/sample-reading-room',
  })
  await admin.getByRole('button', { name: 'Add to the menu' }).click()
  await admin.getByText('“Reading room” is number 5 of 5 in Activities.').waitFor()
  await admin.getByRole('button', { name: 'Move Reading room up' }).click()
  await admin.getByText('“Reading room” is number 4 of 5 in Activities.').waitFor()

  const listed = async () => {
    await visitor.goto('/gallery')
    return visitor.locator('[data-menu] details', { hasText: 'Activities' }).locator('a').allTextContents()
  }
  await expect.poll(async () => (await listed())[3]).toBe('Reading room')
  await visitor.locator('[data-menu] summary', { hasText: 'Activities' }).click()
  await visitor.getByRole('link', { name: 'Reading room' }).first().click()
  await visitor.getByRole('heading', { level: 1, name: 'Sample reading room' }).waitFor()
  expect(desks.browserErrors).toEqual([])
})

test('a person added to the register is in the public directory and has a page', async ({ desks }) => {
  const { admin, visitor } = desks
  await admin.goto('/editor/people/new')
  const answers = {
    'Given names': 'Sample Tara',
    'Family name': 'Nairsample',
    'Member number': 'S-9001',
    'Year of joining': '2004',
    'Year of election': '2010',
    'Reason for the grade': 'From the printed register',
    Discipline: 'Physics',
    Institution: 'Sample Institute of Light',
    Country: 'India',
  }
  for (const [label, value] of Object.entries(answers)) await admin.getByLabel(label).fill(value)
  await admin.getByLabel(/^Grade/).selectOption({ label: 'Fellow' })
  await admin.getByLabel('Yes, the person has agreed').check()
  await admin.getByRole('button', { name: 'Add to the register' }).click()
  await admin.getByText('Added to the register.').waitFor()

  const lists = [
    '/fellowship/fellows?name=nairsample',
    '/membership/life-members-or-iaps-associates?name=nairsample',
  ]
  for (const list of lists)
    await expect.poll(() => missing(visitor, list, ['Sample Institute of Light'])).toEqual([])
  await visitor.goto(lists[0]!)
  await visitor.getByRole('link', { name: /Nairsample/ }).click()
  await visitor.getByRole('heading', { level: 1, name: /Sample Tara Nairsample/ }).waitFor()
  expect(desks.browserErrors).toEqual([])
})

test('a setting that an administrator changes appears on the pages', async ({ desks }) => {
  const { admin, visitor } = desks
  await admin.goto('/admin/settings/academy')
  await fillIn(admin.getByRole('main'), {
    'Postal address': 'Sample House\n1 Sample Road',
    Phone: '+91 532 000 0000',
  })
  await admin.getByRole('button', { name: 'Save settings' }).click()
  await admin.getByText('Settings saved').waitFor()
  const words = ['Sample House', '1 Sample Road', '+91 532 000 0000']
  await expect.poll(() => missing(visitor, '/contact-us', words)).toEqual([])
  expect(desks.browserErrors).toEqual([])
})
