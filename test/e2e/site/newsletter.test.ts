import { expect } from 'vitest'
import { handsOn } from '#test/e2e/harness/keyboard.ts'
import { test } from '#test/e2e/harness/harness.ts'

const newest = '/newsletter/sample-volume-3-number-2'

test('a reader goes from the newsletter to an article and to the next one, by keyboard and with scripts off', async ({
  arrive,
}) => {
  const page = await arrive({ javaScriptEnabled: false })
  const hands = handsOn(page)
  await page.goto('/newsletter')
  await hands.tabTo(/^Newsletter, volume\s3, number\s2, July to October 2026/)
  await hands.press('Enter')
  await page.waitForURL(`**${newest}`)
  await hands.tabTo('Essay: how dark is a shadow?')
  await hands.press('Enter')
  await page.waitForURL(`**${newest}/essay-how-dark-is-a-shadow`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Essay: how dark is a shadow?')
  await hands.tabTo(/^Next article\s*Whom will you nominate\?$/)
  await hands.press('Enter')
  await page.waitForURL(`**${newest}/whom-will-you-nominate`)
  await hands.tabTo(/^All articles\s*Newsletter/)
  await hands.press('Enter')
  await page.waitForURL(`**${newest}`)
})

test('a printed article has its text, and no links to its neighbours', async ({ arrive }) => {
  const page = await arrive()
  await page.goto(`${newest}/essay-how-dark-is-a-shadow`)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { name: 'Try it' }).isVisible()).toBe(true)
  for (const nav of await page.locator('nav').all()) expect(await nav.isVisible()).toBe(false)
})
