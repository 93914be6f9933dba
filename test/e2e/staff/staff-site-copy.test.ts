import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { actorFor, listActions } from '#test/makers/staff.ts'
import { hydrated, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'

/** The whole site is exported from one site and imported into another, only with buttons. */

const work = mkdtempSync(join(tmpdir(), 'site-copy-'))
afterAll(() => rmSync(work, { recursive: true }))

test('a copy is made on one site, uploaded to another, checked and imported', async ({
  openOffice,
  openSignedIn,
  openSignedOut,
}) => {
  const from = await openOffice()
  const meera = await makePerson(from, { role: 'admin' })
  await beginEntry(
    from.db,
    actorFor({ id: meera.id, role: 'admin' }),
    { kind: 'news', title: 'Ours' },
    new Date(),
  )
  await from.db
    .updateTable('setting')
    .set({ value: '"The older society"' })
    .where('name', '=', 'societyName')
    .execute()
  const first = join(work, 'first.zip')
  await fetchCopy(await openSignedIn(from, meera), first)

  const to = await openOffice()
  const asha = await makePerson(to, { role: 'admin' })
  const page = await openSignedIn(to, asha, { expected: refusals })
  await page.goto('/admin/site-copy')
  await hydrated(page)
  await page.getByLabel('File to import').setInputFiles(first)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('The older society').waitFor()
  await page.getByText('200', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByText('Import finished').waitFor()
  const visitor = await openSignedOut(to)
  await expect
    .poll(async () => {
      await visitor.goto('/')
      return visitor.locator('footer').innerText()
    })
    .toContain('The older society')
  expect((await listActions(to.db)).slice(-2)).toEqual(['site.import-started', 'site.imported'])

  const second = join(work, 'second.zip')
  await fetchCopy(page, second)
  expect(hashOf(second)).toBe(hashOf(first))

  await page.goto('/admin/site-copy')
  await hydrated(page)
  await page.getByLabel('File to import').setInputFiles(second)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('A copy was imported (1, last').waitFor()
  expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('imported', { exact: false }).first().waitFor()
})

async function fetchCopy(page: Page, path: string) {
  await page.goto('/admin/site-copy')
  await hydrated(page)
  await page.getByRole('button', { name: 'Export the whole site' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).first().click()
  await (await download).saveAs(path)
}

function hashOf(path: string) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
