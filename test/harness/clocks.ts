import { onTestFinished } from 'vitest'
import { autumn, importBuild, type TestSite } from './site.ts'

/** Clocks and zones of a test's own choosing. */

/** The same site at a time that the test sets. */
export async function siteWithClock({ config }: TestSite) {
  const clock = { now: autumn }
  const built = await importBuild()
  const site = await built.openSite(config, () => clock.now)
  onTestFinished(() => site.close())
  return { site, clock }
}

/** Lets the machine believe, for one test, that it stands in another zone. */
export function setMachineTo(zone: string) {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
}
