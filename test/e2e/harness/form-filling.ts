import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { CaseTypeName } from '#db/schema/tables.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import type { Answers } from '#features/forms/questions.ts'
import { partsFor, rightFile } from '#test/harness/form-pages.ts'
import type { Office } from './staff-office.ts'

/** Forms filled in by hand, field by field, as a page shows them. */

export async function fillFields(page: Page, fields: Record<string, string>) {
  await openRows(page, Object.keys(fields))
  const kinds = await kindsOf(page, Object.keys(fields))
  for (const [name, text] of Object.entries(fields)) {
    const field = page.locator(fieldNamed(name))
    const { kind } = kinds[name]!
    if (kind === 'radio') await page.locator(`[name="${name}"][value="${text}"]`).check()
    else if (kind === 'checkbox') await field.check()
    else if (kind === 'select-one') await field.selectOption(text)
    else await field.fill(text)
  }
}

function fieldNamed(name: string) {
  return `[name="${name}"]:not([type=hidden])`
}

/** Rows that can come from a pasted list are opened by a button before someone types into them. */
async function openRows(page: Page, names: string[]) {
  for (const name of names.filter((one) => one.startsWith('publications-'))) {
    const field = page.locator(fieldNamed(name))
    const add = page.locator('button[name="add"][value="publications"]')
    await field.or(add).first().waitFor({ state: 'attached' })
    if ((await field.count()) > 0) continue
    await add.click()
    await field.waitFor({ state: 'attached' })
  }
}

async function kindsOf(page: Page, names: string[]) {
  // The click before may have ended before its page came.
  if (names[0]) await page.locator(fieldNamed(names[0])).first().waitFor({ state: 'attached' })
  const selectors = names.map((name) => [name, fieldNamed(name)] as const)
  return page.evaluate((selectors) => {
    const found = selectors.map(([name, selector]) => {
      const field = document.querySelector<HTMLInputElement>(selector)
      return [name, { kind: field?.type ?? '', isShown: field?.checkVisibility() ?? false }] as const
    })
    return Object.fromEntries(found)
  }, selectors)
}

/** Without scripts a question that depends on an answer of the same page follows in a second step. */
async function fillInSteps(page: Page, fields: Record<string, string>, button: string) {
  await openRows(page, Object.keys(fields))
  const kinds = await kindsOf(page, Object.keys(fields))
  const [first, second] = [true, false].map((isShown) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => kinds[name]!.isShown === isShown)),
  ) as [Record<string, string>, Record<string, string>]
  await fillFields(page, first)
  if (Object.keys(second).length === 0) return
  await page.getByRole('button', { name: button }).click()
  await page.getByText('One of your answers adds more questions').waitFor()
  await fillFields(page, second)
}

export async function attach(page: Page, field: string, file: { name: string; bytes: Buffer }) {
  const mimeType = file.name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg'
  await page
    .locator(`input[name="${field}"]`)
    .setInputFiles({ name: file.name, mimeType, buffer: file.bytes })
}

/** From the page before the form to the reference at its end. */
export async function sendWholeForm(
  page: Page,
  office: Office,
  name: CaseTypeName,
  changes: Answers,
  scripts: boolean,
): Promise<string> {
  const { href } = caseTypes[name]
  await page.goto(href)
  await page.getByRole('button', { name: 'Start the form' }).click()
  await page.waitForURL(`**${href}/tasks`)
  const parts = await partsFor(office, name, changes)
  await page.getByRole('link', { name: parts[0]!.title, exact: true }).click()
  for (const part of parts) {
    await page.waitForURL((url) => url.pathname === `${href}/${part.name}`)
    if (scripts) await page.locator('html[data-hydrates]').waitFor()
    if (scripts) await fillFields(page, part.fields)
    else await fillInSteps(page, part.fields, 'Save and continue')
    for (const question of part.files) {
      const file = await rightFile(question)
      await attach(page, question.name, file)
      if (scripts) await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor()
    }
    await page.getByRole('button', { name: 'Save and continue' }).click()
  }
  await page.waitForURL(`**${href}/tasks`)
  await page.getByRole('link', { name: 'Check and submit' }).click()
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.waitForURL(`**${href}/sent`)
  const reported = await page.getByText(/Your reference is [A-Z]{2}-\d{4}-\d{4}/).innerText()
  expect(reported).toContain(`${caseTypes[name].series}-`)
  return /[A-Z]{2}-\d{4}-\d{4}/.exec(reported)![0]
}
