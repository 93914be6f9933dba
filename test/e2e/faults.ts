import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds, a line for each place. The size of targets is a rule of WCAG 2.2 that axe leaves off by itself. */
export async function axeFaults(page: Page, only?: string[]): Promise<string[]> {
  const rules = only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Nothing is in frames or in style sheets of other origins, and nobody reads what was found in order: faster.
    .options({ ...rules, resultTypes: ['violations'], preload: false })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
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
