import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { isFull, isTaken } from '#test/harness/scale.ts'
import { wide } from './harness.ts'
import { hydrated } from './staff-office.ts'

/** Half as long as the other build, and parsed again by the browser on every page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The size of targets is a rule of WCAG 2.2 that axe disables by default. */
const wcag22: RunOptions = { rules: { 'target-size': { enabled: true } } }

/** The other rules do not look at colours, so they find the same in both themes. */
export const colourRules: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** The header, the menus and the footer, which are the same on every page: one check of them is enough for a sweep. */
const frame = ['[data-bar]', 'footer', 'nav[aria-label="Staff areas"]', 'nav[aria-label="Site"]']

/** Rows of one table and items of one long list look the same, so the short run checks only the first ones. */
const more = isFull ? [] : ['tbody tr:nth-child(n + 6)', 'main ul > li:nth-child(n + 13)']

/** What axe finds, a line for each place. */
export async function axeFaults(page: Page, rules = wcag22): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ exclude, options }) => {
      const window = globalThis as unknown as { axe: typeof axe }
      const { violations } = await window.axe.run({ exclude }, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      )
    },
    {
      exclude: more,
      // Nothing is in frames or in style sheets of other origins, and the results need no order: faster.
      options: { ...rules, resultTypes: ['violations' as const], preload: false },
    },
  )
}

/**
 * For a sweep over many pages: the short run empties what the first page has already covered, which makes axe twice as
 * fast, and takes the dark theme on every third page. Call it last, since the page no longer works afterwards.
 */
export async function axeFaultsInSweep(page: Page, at: number): Promise<string[]> {
  if (!isFull && at > 0) {
    if (await page.locator('script[type="module"]').count()) await hydrated(page)
    await empty(page, [...frame, ...more])
  }
  return isTaken(at, 0, 3) ? axeFaultsInBothThemes(page) : axeFaults(page)
}

/** Keeps the size of what it empties, so that everything else stays where it is. */
function empty(page: Page, selectors: string[]) {
  return page.evaluate((all) => {
    const elements = [...document.querySelectorAll<HTMLElement>(all)]
    const sizes = elements.map((element) => element.getBoundingClientRect())
    for (const [at, element] of elements.entries()) {
      element.replaceChildren()
      element.style.boxSizing = 'border-box'
      element.style.height = `${sizes[at]!.height}px`
      element.style.width = `${sizes[at]!.width}px`
    }
  }, selectors.join())
}

export async function axeFaultsInBothThemes(page: Page): Promise<string[]> {
  const inLight = await axeFaults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await painted(page)
  const inDark = await axeFaults(page, colourRules)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inLight, ...inDark.map((fault) => `dark: ${fault}`)]
}

/** The layout on a narrow and a wide screen, and axe in both themes: in the short run on the wide one only. */
export async function faultsOnBothScreens(page: Page, narrow: typeof wide): Promise<string[]> {
  const faults: string[] = []
  for (const viewport of [narrow, wide]) {
    await page.setViewportSize(viewport)
    const found = await layoutFaults(page)
    if (isFull || viewport === wide) found.push(...(await axeFaultsInBothThemes(page)))
    faults.push(...found.map((fault) => `${page.url()} at ${viewport.width} px: ${fault}`))
  }
  return faults
}

/** A busy machine may be asked for colours before it has rendered the other theme. */
function painted(page: Page) {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined)))),
  )
}

/** Problems visible in the layout: elements that overflow sideways and pictures without size or description. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth} px on ${clientWidth}`)
    for (const image of document.images) {
      // The editor puts an empty one beside what cannot be typed in, to hold the cursor.
      if (image.closest('dialog') || image.matches('.ProseMirror-separator')) continue
      for (const name of ['width', 'height', 'alt']) {
        if (!image.hasAttribute(name)) faults.push(`${image.currentSrc} has no ${name}`)
      }
    }
    if (document.querySelectorAll('h1').length !== 1) faults.push('has not exactly one h1')
    if (document.querySelectorAll('main').length !== 1) faults.push('has not exactly one main')
    if (document.querySelector('[style]')) faults.push('has an inline style')
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    for (const id of new Set(ids)) {
      if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`has the id ${id} twice`)
    }
    return faults
  })
}
