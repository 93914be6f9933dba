import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { caseTypes } from '#features/casework/case-types.ts'
import { tokenMailedTo } from '#test/makers/cases.ts'
import { faultsOnBothScreens } from '#test/e2e/harness/faults.ts'
import { hydrated, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { firstOrAll, onlyInFull } from '#test/harness/scale.ts'

/** One person with a laptop and a phone, and a form that is open on both. */

const membership = caseTypes.membership.href
const you = `${membership}/you`
const offline = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/
const saved = /^Saved \d\d:\d\d IST$/

async function expectSound(page: Page) {
  expect(await faultsOnBothScreens(page, { width: 320, height: 800 })).toEqual([])
}

async function start(page: Page) {
  await page.goto(membership)
  await page.getByRole('button', { name: 'Start the form' }).click()
  await page.waitForURL(`**${membership}/tasks`)
}

async function begin(page: Page, mailTo: string) {
  await start(page)
  await page.getByLabel('Your email').fill(mailTo)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText('We have emailed you the link').waitFor()
}

async function openLink(page: Page, token: string, button = 'Continue') {
  await page.goto(`${membership}/resume?token=${token}`)
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(`**${membership}/tasks`)
}

const first = (page: Page) => page.getByRole('textbox', { name: 'First name' })
const last = (page: Page) => page.getByRole('textbox', { name: 'Last name' })

test('two devices with scripts share a form: newer answers appear, and two answers wait for a choice', async ({
  office,
  openSignedOut,
}) => {
  const laptop = await openSignedOut(office, { expected: refusals })
  await begin(laptop, 'devices@example.org')
  await laptop.goto(you)
  const token = await tokenMailedTo(office.db, 'devices@example.org')
  const phone = await openSignedOut(office, { expected: refusals })
  await openLink(phone, token)
  await phone.goto(you)
  await first(phone).fill('Asha')
  await phone.getByText(saved).waitFor()

  // The laptop has lost the form; what is typed there stays, and is saved once the link was opened there too.
  await last(laptop).fill('Sample')
  await laptop.getByRole('status').getByText('Not saved. This form was opened on another device').waitFor()
  expect(await last(laptop).inputValue()).toBe('Sample')
  await expectSound(laptop)
  const tab = await laptop.context().newPage()
  await tab.goto(`${membership}/resume?token=${token}`)
  await tab.getByText('This form is already open on another device.').waitFor()
  await expectSound(tab)
  await openLink(tab, token, 'Continue on all devices')
  // This page saves what the laptop could not, and then loads again to show it.
  await expect.poll(() => navigationOf(tab)).toBe('reload')
  await tab.getByText('This form is open on 2 devices').waitFor()
  await expectSound(tab)
  await laptop.getByRole('button', { name: 'Save and return to all parts' }).click()
  await laptop.waitForURL(`**${membership}/tasks`)
  await laptop.goto(you)
  expect(await first(laptop).inputValue()).toBe('Asha')
  await laptop.getByText(saved).waitFor()

  // Untouched fields take the newer answer without a reload.
  await phone.getByLabel('Middle name').fill('K.')
  await phone.getByText('Saving …').waitFor()
  await phone.getByText(saved).waitFor()
  expect(await last(phone).inputValue()).toBe('Sample')

  // Both change the same field.
  await first(laptop).fill('Āśā')
  await laptop.getByText('Saving …').waitFor()
  await laptop.getByText(saved).waitFor()
  await first(phone).fill('Asha S.')
  const other = phone.getByRole('region', { name: 'Another answer: First name' })
  await other.getByText('Āśā').waitFor()
  expect(await first(phone).inputValue()).toBe('Asha S.')
  await expectSound(phone)
  await other.getByRole('button', { name: 'Use this answer' }).click()
  await other.waitFor({ state: 'detached' })
  await expect.poll(() => first(phone).inputValue()).toBe('Āśā')
  expect(await phone.getByLabel('Middle name').inputValue()).toBe('K.')
})

test(
  'two tabs without scripts lose nothing: the page shows both answers',
  onlyInFull,
  async ({ office, openSignedOut }) => {
    const page = await openSignedOut(office, { javaScriptEnabled: false, expected: refusals })
    await page.goto(membership)
    await page.getByRole('button', { name: 'Start the form' }).click()
    await page.goto(you)
    const tab = await page.context().newPage()
    await tab.goto(you)
    await first(page).fill('Āśā')
    await page.getByRole('button', { name: 'Save and return to all parts' }).click()
    await first(tab).fill('Asha S.')
    await last(tab).fill('Sample')
    await tab.getByRole('button', { name: 'Save and return to all parts' }).click()
    await tab.getByRole('heading', { name: 'There is a problem' }).waitFor()
    expect(await first(tab).inputValue()).toBe('Asha S.')
    expect(await last(tab).inputValue()).toBe('Sample')
    const other = tab.getByRole('region', { name: 'Another answer: First name' })
    await other.getByText('Āśā').waitFor()
    await other.getByRole('button', { name: 'Keep the answer in the field' }).click()
    await other.waitFor({ state: 'detached' })
    expect(await first(tab).inputValue()).toBe('Asha S.')
  },
)

const waysToLeave: { name: string; leave: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'by a link of the page',
    leave: (page) => page.getByRole('link', { name: 'All parts of the form' }).click(),
  },
  { name: 'by reloading', leave: (page) => page.reload() },
  { name: 'by another address', leave: (page) => page.goto('/contact-us') },
  { name: 'by closing the tab', leave: (page) => page.close({ runBeforeUnload: true }) },
]

test.for(firstOrAll(waysToLeave))(
  'what was typed right before leaving $name is there again',
  async ({ leave }, { office, openSignedOut }) => {
    const page = await openSignedOut(office)
    await start(page)
    await page.goto(you)
    await hydrated(page)
    await first(page).fill('Asha')
    await leave(page)

    const again = await page.context().newPage()
    await expect
      .poll(async () => {
        await again.goto(you)
        return first(again).inputValue()
      })
      .toBe('Asha')
  },
)

async function typeOffline(page: Page, name: string) {
  await hydrated(page)
  await page.context().setOffline(true)
  await first(page).fill(name)
  await page.getByText('Not saved. We could not reach the site.').waitFor()
}

/** How the page was reached; empty while it is on its way. */
function navigationOf(page: Page): Promise<string> {
  const type = page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation?.type ?? ''
  })
  return type.catch(() => '')
}

function unsentIn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const all = Object.entries<string>({ ...localStorage })
    return Object.fromEntries(all.filter(([key]) => key.startsWith('unsent-form:')))
  })
}

test('text typed while the site cannot be reached is there again after the tab was closed', async ({
  office,
  openSignedOut,
}) => {
  const page = await openSignedOut(office, { expected: offline })
  await start(page)
  await page.goto(you)
  const context = page.context()
  await typeOffline(page, 'Asha')
  await last(page).fill('Sample')
  await page.close()
  await context.setOffline(false)

  // The list of parts has no runtime, and saves it all the same.
  const list = await context.newPage()
  await list.goto(`${membership}/tasks`)
  await list.getByText('In progress').waitFor()
  await list.goto(you)
  expect(await first(list).inputValue()).toBe('Asha')
  expect(await last(list).inputValue()).toBe('Sample')
  await expect.poll(() => unsentIn(list)).toEqual({})

  // The part itself saves it too.
  await typeOffline(list, 'Āśā')
  await list.close()
  await context.setOffline(false)
  const other = await context.newPage()
  await other.goto(you)
  await expect.poll(() => first(other).inputValue()).toBe('Āśā')
  await other.getByText(saved).waitFor()
  await expect.poll(() => unsentIn(other)).toEqual({})
})

test(
  'unsent text of a discarded form stays out of the next form',
  onlyInFull,
  async ({ office, openSignedOut }) => {
    const page = await openSignedOut(office, { expected: offline })
    await start(page)
    await page.goto(you)
    const context = page.context()
    await typeOffline(page, 'Asha')
    const unsent = await unsentIn(page)
    expect(Object.keys(unsent)).toHaveLength(1)
    await context.setOffline(false)
    await page.getByText(saved).waitFor()
    await page.goto(`${membership}/tasks`)
    await page.getByText('Discard this form', { exact: true }).click()
    await page.getByRole('button', { name: 'Discard my answers' }).click()
    await start(page)
    // As if the tab had been closed before the text was saved.
    await page.evaluate((left) => Object.assign(localStorage, left), unsent)
    await page.goto(you)
    await hydrated(page)
    await first(page).fill('Ravi')
    await page.getByText(saved).waitFor()
    await page.reload()
    expect(await first(page).inputValue()).toBe('Ravi')
    expect(await page.getByRole('region', { name: /Another answer/ }).count()).toBe(0)
  },
)
