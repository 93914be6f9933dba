import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchChromium } from '#test/harness/chromium.ts'
import { makeStaff } from '#test/makers/staff.ts'
import { openForForms } from './forms-to-send.ts'
import { median, percentile, printTable, round, type Goal } from './numbers.ts'

const maxMs = 150
const rounds = 9
const paths = [
  ...['/editor/content/news', '/editor/people', '/editor/content/page', '/editor/enquiries', '/editor/media'],
  ...['/editor/subscribers', '/editor/content/call', '/editor/links', '/editor/visits', '/editor/facts'],
  '/editor/dashboard',
]

/** From the click on a link of the rail until the next staff page can be used, in a browser that has the code. */
export async function measureStaffPages(dataDir: string, folder: string) {
  const { db, site, close } = await openForForms(dataDir, join(folder, 'staff-pages'))
  const browser = await launchChromium()
  try {
    const { email, password } = await makeStaff(db, new Date(), { role: 'editor' })
    const page = await browser.newPage({ baseURL: site.address, viewport: { width: 1280, height: 860 } })
    await page.goto('/admin/admin-editor-login')
    await page.getByLabel('Email').first().fill(email)
    await page.getByLabel('Password').first().fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/editor/dashboard')
    await page.waitForLoadState('networkidle')
    const taken = new Map<string, number[]>()
    for (let turn = 0; turn <= rounds; turn++)
      for (const path of paths) {
        const ms = await follow(page, path)
        // The first turn loads the code.
        if (turn > 0) taken.set(path, [...(taken.get(path) ?? []), ms])
      }
    return report(taken)
  } finally {
    await browser.close()
    await close()
  }
}

/**
 * Whether the page opens in the same document or in a new one: the rail marks it, it is drawn, and its scripts run. The
 * clocks of both documents count from the same moment of the machine.
 */
async function follow(page: Page, path: string): Promise<number> {
  const link = page.locator(`nav a[href="${path}"]`).first()
  const group = page.locator('nav details details', { has: page.locator(`a[href="${path}"]`) })
  if (!(await link.isVisible())) await group.locator('summary').click()
  await link.hover()
  const clicked = await page.evaluate((path) => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`)
    if (!link) throw new Error(`There is no link to ${path}.`)
    setTimeout(() => {
      Object.assign(window, { usable: whenUsable() })
      link.click()
    })
    return performance.timeOrigin + performance.now()

    async function whenUsable() {
      const marked = `nav a[href="${path}"][aria-current="page"]`
      while (!document.querySelector(marked)) await new Promise(requestAnimationFrame)
      // The frame that shows it has been drawn when the next one begins.
      await new Promise(requestAnimationFrame)
      return performance.timeOrigin + performance.now()
    }
  }, path)
  await page.waitForURL(`**${path}`)
  const usable = await page.evaluate(async () => {
    const inSameDocument = (window as { usable?: Promise<number> }).usable
    if (inSameDocument) return inSameDocument
    const isRunning = () => {
      const main = document.querySelector('main')
      return main !== null && Object.keys(main).some((name) => name.startsWith('__react'))
    }
    while (!isRunning() || performance.getEntriesByName('first-contentful-paint').length === 0)
      await new Promise(requestAnimationFrame)
    return performance.timeOrigin + performance.now()
  })
  await page.waitForLoadState('networkidle')
  return usable - clicked
}

function report(taken: Map<string, number[]>) {
  const all = [...taken.values()].flat()
  const results = [...taken].map(([path, ms]) => ({
    path,
    median: round(median(ms)),
    most: round(Math.max(...ms)),
  }))
  console.log(`\nThe next staff page by a click in the rail, ${rounds} times each, milliseconds`)
  printTable(
    ['page', 'median', 'most'],
    results.map(({ path, median, most }) => [path, median, most]),
  )
  const [p50, p95] = [round(median(all)), round(percentile(all, 0.95))]
  const goals: Goal[] = [
    {
      goal: `the next staff page usable within ${maxMs} ms of a click, 95 of 100`,
      measured: `${p95} ms; half within ${p50} ms`,
      met: p95 < maxMs,
    },
  ]
  return { results, goals }
}
