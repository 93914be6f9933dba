import type { TestProject } from 'vitest/node'
import { serveChromium } from '#test/harness/chromium.ts'
import { provideStarter } from '#test/harness/starter.ts'
import { listAddresses } from './addresses.ts'
import { startSite } from './running-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the running site, without a slash at the end. */
    site: string
    /** Where the browser of the whole run listens. */
    browser: string
    addresses: string[]
  }
}

/** One browser and one site for the whole run of the browser tests. */
export default async function openForBrowsers(project: TestProject) {
  const browser = await serveChromium()
  const site = await startSite()
  const dropStarter = await provideStarter(project, new Date())
  project.provide('browser', browser.wsEndpoint())
  project.provide('site', site.address)
  project.provide('addresses', await listAddresses(site.address))
  return () => Promise.all([browser.close(), site.stop(), dropStarter()])
}
