import { onTestFinished } from 'vitest'
import { autumn, importBuild, type TestSite } from './site.ts'

/** Clocks and zones chosen by a test. */

/** The same site at a time that the test sets. */
export async function siteWithClock({ config }: TestSite) {
  const clock = { now: autumn }
  const built = await importBuild()
  const site = await built.openSite(config, () => clock.now)
  onTestFinished(() => site.close())
  return { site, clock }
}

/** Puts the machine into another time zone for one test. */
export function setMachineTo(zone: string) {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
}
