import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const wcag22: RunOptions = { rules: { 'target-size': { enabled: true } } }

/** What axe finds, a line for each place. The size of targets is a rule of WCAG 2.2 that axe leaves off by itself. */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => {
      const window = globalThis as unknown as { axe: typeof axe }
      const { violations } = await window.axe.run(document, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      )
    },
    // Nothing is in frames or in style sheets of other origins, and nobody reads what was found in order: faster.
    { ...wcag22, resultTypes: ['violations' as const], preload: false },
  )
}

export async function axeFaultsInBothThemes(page: Page): Promise<string[]> {
  const inLight = await axeFaults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await painted(page)
  const inDark = await axeFaults(page)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inLight, ...inDark.map((fault) => `dark: ${fault}`)]
}

/** A busy machine may be asked for colours before it has drawn the other theme. */
function painted(page: Page) {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined)))),
  )
}

/** What a look at the laid-out page shows: parts that stick out sideways and pictures without size or words. */
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
