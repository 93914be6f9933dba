import type { TestProject } from 'vitest/node'
import { findChromium } from '#test/harness/chromium.ts'
import { provideStarter } from '#test/harness/starter.ts'
import { listAddresses } from './addresses.ts'
import { startSite } from './running-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the running site, without a slash at the end. */
    site: string
    chromium: string
    addresses: string[]
  }
}

/** One browser found and one site opened for the whole run of the browser tests. */
export default async function openForBrowsers(project: TestProject) {
  const chromium = await findChromium()
  const site = await startSite()
  const dropStarter = await provideStarter(project, new Date())
  project.provide('chromium', chromium)
  project.provide('site', site.address)
  project.provide('addresses', await listAddresses(site.address))
  return () => Promise.all([site.stop(), dropStarter()])
}
