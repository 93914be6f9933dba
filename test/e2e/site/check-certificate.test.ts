import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { axeFaults, layoutFaults } from '#test/e2e/harness/faults.ts'
import { phone, test } from '#test/e2e/harness/harness.ts'

test('someone checks a badge from elsewhere, without scripts and on a phone', async ({ openPage }) => {
  const page = await openPage({ javaScriptEnabled: false, viewport: phone })
  await page.goto('/certificates')
  expect(await layoutFaults(page)).toEqual([])
  await page.getByLabel('File').setInputFiles({
    name: 'badge.json',
    mimeType: 'application/json',
    buffer: readFileSync('test/credentials/open-badges/simple.json'),
  })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('Unchanged, but not issued by this Academy').waitFor()
  expect(await layoutFaults(page)).toEqual([])
})

test('the page for checks has no fault that axe finds', async ({ openPage }) => {
  const page = await openPage({ colorScheme: 'dark' })
  await page.goto('/certificates')
  expect([...(await layoutFaults(page)), ...(await axeFaults(page))]).toEqual([])
})
