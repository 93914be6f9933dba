import { writeFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect } from 'vitest'
import { enrolPeople } from '#features/people/operations.server.ts'
import { makeDraft } from '#test/makers/content.ts'
import { sendOne } from '#test/makers/enquiries.ts'
import { actorFor } from '#test/makers/staff.ts'
import { currentCommit } from '#test/bench/evidence.ts'
import { hydrated, makePerson, refusals, test as base } from '#test/e2e/harness/staff-office.ts'

/**
 * Ten common tasks of the office, from the dashboard unless the name says otherwise. Each click counts, typing and the
 * Enter key do not. Writes docs/evidence/tasks.md.
 */

const results: { task: string; clicks: number; most: number }[] = []

const test = base.extend<{
  desk: Page
  click: (target: Locator) => Promise<void>
  clicks: { count: number }
}>({
  clicks: async ({}, use) => use({ count: 0 }),
  click: async ({ clicks }, use) =>
    use(async (target) => {
      clicks.count += 1
      await target.click()
    }),
  desk: async ({ office, openSignedIn }, use) => {
    const page = await openSignedIn(office, await makePerson(office, { role: 'admin', name: 'Asha Iyer' }), {
      expected: refusals,
    })
    await page.goto('/admin/dashboard')
    await hydrated(page)
    await use(page)
  },
})

type TaskTools = {
  desk: Page
  click: (target: Locator) => Promise<void>
  office: Parameters<typeof makePerson>[0]
}

const tasks: { task: string; most: number; work: (tools: TaskTools) => Promise<unknown> }[] = [
  {
    task: 'Publish a news item',
    most: 3,
    work: async ({ desk, click }) => {
      await create(desk, click, 'News item', 'A lamp in three clicks')
      await desk.getByLabel('Date', { exact: true }).fill('2026-11-10')
      await desk.getByLabel('Summary').fill('The hall has light again.')
      await click(publishButton(desk))
      await desk.getByText('Published. Visitors').waitFor()
    },
  },
  {
    task: 'Correct a page, from the page',
    most: 2,
    work: async ({ desk, click }) => {
      await desk.goto('/iaps/constitution')
      await click(desk.getByRole('link', { name: 'Edit this page' }))
      await ready(desk)
      await desk.getByLabel('Lead').fill('Corrected from the page.')
      await click(publishButton(desk))
      await desk.getByText('Published. Visitors').waitFor()
    },
  },
  {
    task: 'Schedule a draft, from its page',
    most: 2,
    work: async ({ desk, click, office }) => {
      await openDraft(desk, office)
      await click(desk.locator('summary[aria-label="Publish later or submit for review"]'))
      await desk.getByLabel('Date and time (IST)').fill('2099-12-31T18:00')
      await click(desk.getByRole('button', { name: 'Schedule' }))
      await desk.getByText('Scheduled. It will be').waitFor()
    },
  },
  {
    task: 'Restore a version, from the page of the entry',
    most: 2,
    work: async ({ desk, click, office }) => {
      await openDraft(desk, office)
      await click(desk.getByRole('link', { name: 'Versions and history' }))
      await click(desk.getByRole('button', { name: 'Restore version 1' }))
      await desk.waitForURL((url) => !url.pathname.endsWith('/versions'))
    },
  },
  {
    task: 'Publish an album of 12 photographs',
    most: 5,
    work: async ({ desk, click }) => {
      await create(desk, click, 'Album', 'Twelve lamps')
      await desk.getByLabel('Date', { exact: true }).fill('2026-11-10')
      await click(desk.getByRole('button', { name: 'Add several pictures' }))
      const dialog = desk.getByRole('dialog')
      const chooser = desk.waitForEvent('filechooser')
      await click(dialog.getByLabel('Upload new pictures'))
      await (await chooser).setFiles(await twelvePictures())
      const add = dialog.getByRole('button', { name: 'Add 12 pictures' })
      await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true)
      await desk.keyboard.press('Enter')
      await desk.getByRole('heading', { name: 'Picture 12' }).waitFor()
      for (const at of Array.from({ length: 12 }, (_, index) => index))
        await desk.locator(`#photos\\.${at}\\.alt`).fill(`Lamp ${at + 1}`)
      await click(publishButton(desk))
      await desk.getByText('Published. Visitors').waitFor()
    },
  },
  {
    task: 'Approve an account',
    most: 2,
    work: async ({ desk, click, office }) => {
      await makePerson(office, { state: 'pending', role: 'editor', name: 'Sample Newcomer' })
      await desk.reload()
      await click(desk.getByRole('link', { name: '1 account is waiting for approval' }))
      await desk.locator('#approve-reason').fill('She edits the newsletter.')
      await click(desk.getByRole('button', { name: 'Approve' }))
      await desk.getByText('Active', { exact: true }).waitFor()
    },
  },
  {
    task: 'Add a redirect',
    most: 2,
    work: async ({ desk, click }) => {
      await jump(desk, click, 'add a redirect')
      await desk.waitForURL('**/editor/links#add')
      await desk.getByLabel('Old address').fill('/old-lamp')
      await desk.getByLabel('Target page').fill('constitution')
      await desk.getByRole('option', { name: /\/iaps\/constitution/ }).waitFor()
      await desk.keyboard.press('Enter')
      await click(desk.getByRole('button', { name: 'Add redirect' }))
      await desk.getByText('/old-lamp').first().waitFor()
    },
  },
  {
    task: 'Rename a word of the menu',
    most: 2,
    work: async ({ desk, click }) => {
      await jump(desk, click, 'menu')
      await desk.waitForURL('**/admin/menu')
      await click(desk.locator('summary[aria-label="Rename Gallery"]'))
      await desk.getByLabel('New label for “Gallery”').fill('Pictures')
      await desk.keyboard.press('Enter')
      await desk.locator('summary[aria-label="Rename Pictures"]').waitFor()
    },
  },
  {
    task: 'Answer an enquiry',
    most: 2,
    work: async ({ desk, click, office }) => {
      await sendOne(office.db, new Date(), { subject: 'Lamps for the hall' })
      await desk.reload()
      await click(desk.getByRole('link', { name: '1 new enquiry' }))
      await desk.getByLabel('Your reply').fill('We have enough lamps.')
      await click(desk.getByRole('button', { name: 'Send reply' }))
      await desk.getByText('We have enough lamps.').first().waitFor()
    },
  },
  {
    task: 'Find a person',
    most: 1,
    work: async ({ desk, click, office }) => {
      const person = {
        givenName: 'Zubin',
        category: 'life',
        since: 1999,
        discipline: 'Physics',
        country: 'India',
      }
      const named = {
        ...person,
        category: 'life' as const,
        memberNo: 'T-1',
        familyName: 'Tasksample',
        listed: true,
      }
      await enrolPeople(office.db, [named], new Date())
      await click(desk.getByRole('button', { name: 'Search or jump to' }))
      await desk.keyboard.type('tasksample')
      await desk.getByRole('option', { name: /Tasksample/ }).waitFor()
      await desk.keyboard.press('Enter')
      await desk.waitForURL('**/editor/people/*')
    },
  },
]

test.for(tasks)(
  '$task: at most $most clicks',
  async ({ task, most, work }, { desk, click, clicks, office }) => {
    await work({ desk, click, office })
    results.push({ task, most, clicks: clicks.count })
    expect(clicks.count).toBeLessThanOrEqual(most)
  },
)

afterAll(() => {
  if (results.length === tasks.length) writeFileSync('docs/evidence/tasks.md', report())
})

function report(): string {
  const lines = results.map(({ task, clicks, most }) => `| ${task} | ${clicks} | ${most} |`)
  return [
    '# Clicks of ten common tasks',
    '',
    `${new Date().toISOString().slice(0, 10)}, commit ${currentCommit()}.`,
    '',
    'Counted in a browser by `test/e2e/staff/tasks.test.ts`, from the dashboard unless the task says otherwise. Typing and the Enter key do not count. “At most” is what the task may need.',
    '',
    '| Task | Clicks | At most |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

async function create(desk: Page, click: TaskTools['click'], what: string, title: string) {
  await click(desk.locator('summary[aria-label="New"]'))
  await click(desk.locator('header').getByRole('link', { name: what, exact: true }))
  await desk.waitForURL('**/new')
  await desk.getByLabel('Title').fill(title)
  await desk.keyboard.press('Enter')
  await desk.waitForURL('**/editor/entries/*')
  await ready(desk)
}

async function jump(desk: Page, click: TaskTools['click'], words: string) {
  await click(desk.getByRole('button', { name: 'Search or jump to' }))
  await desk.keyboard.type(words)
  await desk.keyboard.press('Enter')
}

async function openDraft(desk: Page, { db }: TaskTools['office']) {
  const actor = actorFor(await makePerson({ db } as TaskTools['office'], { role: 'editor' }))
  const { id } = await makeDraft(db, actor, new Date())
  await desk.goto(`/editor/entries/${id}`)
  await ready(desk)
}

async function ready(page: Page) {
  await hydrated(page)
  await page.locator('button:enabled', { hasText: /^Save$/ }).waitFor()
}

function publishButton(page: Page) {
  return page.getByRole('button', { name: 'Publish', exact: true })
}

function twelvePictures() {
  return Promise.all(
    Array.from({ length: 12 }, async (_, index) => ({
      name: `lamp-${index + 1}.png`,
      mimeType: 'image/png',
      buffer: await sharp({
        create: { width: 320, height: 240, channels: 3, background: { r: index * 20, g: 90, b: 120 } },
      })
        .png()
        .toBuffer(),
    })),
  )
}
