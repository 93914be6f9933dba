import { expect } from 'vitest'
import { keyboardUserOn } from '#test/e2e/harness/keyboard.ts'
import { test } from '#test/e2e/harness/harness.ts'

const newest = '/newsletter/sample-volume-3-number-2'

test('a reader goes from the newsletter to an article and to the next one, by keyboard and with scripts off', async ({
  openPage,
}) => {
  const page = await openPage({ javaScriptEnabled: false })
  const keyboardUser = keyboardUserOn(page)
  await page.goto('/newsletter')
  await keyboardUser.tabTo(/^Newsletter, volume\s3, number\s2, July to October 2026/)
  await keyboardUser.press('Enter')
  await page.waitForURL(`**${newest}`)
  await keyboardUser.tabTo('Essay: how dark is a shadow?')
  await keyboardUser.press('Enter')
  await page.waitForURL(`**${newest}/essay-how-dark-is-a-shadow`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Essay: how dark is a shadow?')
  await keyboardUser.tabTo(/^Next article\s*Whom will you nominate\?$/)
  await keyboardUser.press('Enter')
  await page.waitForURL(`**${newest}/whom-will-you-nominate`)
  await keyboardUser.tabTo(/^All articles\s*Newsletter/)
  await keyboardUser.press('Enter')
  await page.waitForURL(`**${newest}`)
})

test('a printed article has its text, and no links to its neighbours', async ({ openPage }) => {
  const page = await openPage()
  await page.goto(`${newest}/essay-how-dark-is-a-shadow`)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { name: 'Try it' }).isVisible()).toBe(true)
  for (const nav of await page.locator('nav').all()) expect(await nav.isVisible()).toBe(false)
})
