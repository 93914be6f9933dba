import type { Locator, Page } from 'playwright-core'
import { hydrated } from './staff-office.ts'

/** How someone fills in an editing page: by the words beside each field. */

/** What is typed, chosen or uploaded in a field; several items if it is a list. */
export type EditorAnswer = string | { files: string[] } | { several: string[] } | EditorAnswers[]
export interface EditorAnswers {
  [label: string]: EditorAnswer
}

/** Starts an entry from its list and waits until everything on the editing page can be used. */
export async function beginByHand(page: Page, kind: string, answers: Record<string, string>) {
  await page.goto(`/editor/content/${kind}`)
  await page.getByRole('link', { name: /^New / }).click()
  // Filters of the list may have the same labels.
  await page.waitForURL(`**/editor/content/${kind}/new*`)
  for (const [label, value] of Object.entries(answers)) await answer(page.getByRole('main'), label, value)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await hydrated(page)
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
}

export async function fillIn(scope: Locator, answers: EditorAnswers) {
  for (const [label, value] of Object.entries(answers)) {
    if (Array.isArray(value)) await addItems(scope, label, value)
    else if (typeof value === 'object' && 'several' in value) await addPictures(scope, label, value.several)
    else await answer(scope, label, value)
  }
}

export async function saveByHand(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved as version \d+\.$/).waitFor()
}

async function addItems(scope: Locator, legend: string, items: EditorAnswers[]) {
  const list = scope.getByRole('group', { name: legend, exact: true })
  const lines = list.locator('> ol > li')
  for (const item of items) {
    const before = await lines.count()
    await list.getByRole('button', { name: /^Add an? / }).click()
    await lines.nth(before).waitFor()
    await fillIn(lines.nth(before), item)
  }
}

async function addPictures(scope: Locator, legend: string, files: string[]) {
  const list = scope.getByRole('group', { name: legend, exact: true })
  await list.getByRole('button', { name: 'Add several pictures' }).click()
  const dialog = scope.page().getByRole('dialog')
  await dialog.getByLabel('Upload new pictures').setInputFiles(files)
  await dialog.getByRole('button', { name: `Add ${files.length} pictures` }).click()
  await list
    .locator('> ol > li')
    .nth(files.length - 1)
    .waitFor()
}

async function answer(scope: Locator, label: string, value: string | { files: string[] }) {
  const field = scope.getByLabel(label, { exact: true }).first()
  if (typeof value !== 'string') return sendFiles(field, value.files)
  const control = await field.evaluate((element: HTMLElement) => {
    // Fields that are rarely needed are behind a word.
    element.closest('details')?.setAttribute('open', '')
    return element.isContentEditable ? 'text' : element.tagName.toLowerCase()
  })
  if (control === 'select') await field.selectOption({ label: value })
  else if (control !== 'text') await field.fill(value)
  else {
    await field.click()
    await field.page().keyboard.type(value)
  }
}

/** In the dialog of the media library, as files that are new to it. */
async function sendFiles(field: Locator, files: string[]) {
  await field.getByRole('button').first().click()
  const dialog = field.page().getByRole('dialog')
  await dialog.getByLabel('Upload a new file').setInputFiles(files)
  await dialog.waitFor({ state: 'detached' })
}

/** On a small screen the details are behind a button. */
export async function showDetails(page: Page) {
  const opener = page.getByRole('button', { name: 'Details', expanded: false })
  if (await opener.isVisible()) await opener.click()
}

/** The ways to publish that are beside the button. */
export async function showOtherWays(page: Page) {
  await page.locator('summary[aria-label="Publish later or submit for review"]').click()
}
