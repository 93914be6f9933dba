import type { TestProject } from 'vitest/node'
import { findChromium } from '#test/harness/chromium.ts'
import { isFull } from '#test/harness/scale.ts'
import { copyStarterFolder, provideStarter } from '#test/harness/starter.ts'
import { listAddresses } from './addresses.ts'
import { newDataDir, startSite } from './running-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the running site, without a slash at the end. */
    site: string
    /** The program that every worker starts once. */
    chromium: string
    addresses: string[]
  }
}

/** One site for the whole run of the browser tests. */
export default async function openForBrowsers(project: TestProject) {
  const starter = await provideStarter(project, new Date())
  const dataDir = newDataDir()
  // A new site draws large pictures for a minute.
  if (!isFull) copyStarterFolder(starter.folder, dataDir)
  const site = await startSite({ dataDir })
  project.provide('chromium', await findChromium())
  project.provide('site', site.address)
  project.provide('addresses', await listAddresses(site.address))
  return () => Promise.all([site.stop(), starter.drop()])
}
