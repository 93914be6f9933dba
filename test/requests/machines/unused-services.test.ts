import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newDataDir, startSite } from '#test/e2e/harness/running-site.ts'
import { copyStarter } from '#test/harness/starter.ts'

/** What a site without a hosted identity, Firebase or credentials would pay for having them built in. */

const packages = ['openid-client', 'oauth4webapi', 'jose', 'better-auth', '@better-auth/passkey', 'jsonld']
/** Text that only the built file of a service has. The build puts jsonld into the drawing thread. */
const marks = {
  'passwords at Firebase': 'https://identitytoolkit.googleapis.com',
  'tokens of Firebase': 'securetoken@system.gserviceaccount.com',
  'records at Firestore': 'https://firestore.googleapis.com',
  'credentials in the drawing thread': 'JsonLdProcessor',
}
const addresses = ['/', '/membership', '/my-page/sign-in', '/admin/admin-editor-login', '/certificates']

test('a site that has none of them configured loads no code for hosted identities or credentials', async () => {
  const dataDir = newDataDir()
  await copyStarter(dataDir)
  const record = join(dataDir, 'modules.txt')
  const hooks = resolve('test/harness/processes/record-modules.ts')
  const env = { LOADED_MODULES: record, NODE_OPTIONS: `--import ${hooks}` }
  const site = await startSite({ dataDir, env })
  for (const address of addresses) await (await fetch(site.address + address)).text()
  const loaded = readFileSync(record, 'utf8')
  await site.stop()

  expect(loaded).toContain('/node_modules/better-sqlite3/')
  expect(loaded).toContain('/build/server/index.js')
  expect(packages.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([])
  const built = readdirSync('build/server', { withFileTypes: true }).filter((item) => item.isFile())
  for (const [service, mark] of Object.entries(marks)) {
    const having = built.filter(({ name }) => readFileSync(join('build/server', name), 'utf8').includes(mark))
    expect(having.length, `the build has ${service}`).toBeGreaterThan(0)
    expect(
      having.filter(({ name }) => loaded.includes(`/build/server/${name}`)),
      service,
    ).toEqual([])
  }
})
