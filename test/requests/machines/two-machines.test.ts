import { createPublicKey, generateKeyPairSync, hash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import { system } from '#features/audit/actor.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { verifyFile } from '#features/certificates/signature.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { openObjectStore, type ObjectStoreLocation } from '#server/files/object-store.server.ts'
import { makePdf } from '#test/hostile/made-files.ts'
import { objectsAt, startObjectServer } from '#test/harness/object-store.ts'
import { runProgram } from '#test/harness/processes.ts'
import { RunningSite } from '#test/harness/running-server.ts'
import { openFilledSite } from '#test/harness/two-sites.ts'

/** Two machines: each with its own folder, sharing a database, a file store and the keys of the environment. */

const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

const keys = {
  SECRET: 'a secret that both machines were given',
  CERTIFICATE_KEY: generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64'),
}

type TestSite = Awaited<ReturnType<typeof openMachines>>

const test = base.extend<{ testSite: TestSite }>({
  testSite: [
    async ({}, use) => {
      const testSite = await openMachines()
      await use(testSite)
      await testSite.close()
    },
    { scope: 'file' },
  ],
})

async function openMachines() {
  const { db, admin, env, close } = await openFilledSite({ SECRET: keys.SECRET })
  const folder = mkdtempSync(join(tmpdir(), 'machines-'))
  const store = await startObjectServer(join(folder, 'objects'))
  const shared = { ...env, ...keys, FILES_URL: store.address }
  await moveFiles(join(env.DATA_DIR, 'files'), objectsAt(store.address, folder))
  const dataDirs = [join(folder, 'one'), join(folder, 'other')]
  const sites = dataDirs.map((DATA_DIR) => new RunningSite({ ...shared, DATA_DIR }))
  await Promise.all(sites.map((site) => site.start()))
  return {
    ...{ db, admin, dataDirs, shared, folder },
    sites: sites as [RunningSite, RunningSite],
    async close() {
      await Promise.all(sites.map((site) => site.stop()))
      await store.stop()
      rmSync(folder, { recursive: true })
      await close()
    },
  }
}

async function moveFiles(folder: string, location: ObjectStoreLocation) {
  const [from, to] = [openFileStore(folder), openObjectStore(location, 'files')]
  for await (const { name } of from.list()) await to.put(await from.read(name))
}

const library = '/editor/media/upload'

test.runIf(onPostgres)('someone signed in on one machine is signed in on the other', async ({ testSite }) => {
  const { sites, admin } = testSite
  for (const site of sites) {
    expect((await site.get('/editor/media', { cookie: admin.cookie })).status).toBe(200)
    expect((await site.get('/editor/media')).status).toBe(302)
  }
})

test.runIf(onPostgres)(
  'a certificate of one machine is verified by the key of the other',
  async ({ testSite }) => {
    const { db, sites } = testSite
    const now = new Date()
    const person = { memberNo: 'T-1', givenName: 'Sample', familyName: 'Person', since: 2026, listed: false }
    const id = await enrolPerson(db, { ...person, title: 'Dr', category: 'life', ...sampleLocation }, now)
    const issued = await issueCertificate(db, system, id, { kind: 'membership' }, now)
    if (!issued.ok) throw new Error(issued.reason)
    const [one, other] = sites
    const path = `/certificates/${issued.code}/certificate.pdf`
    const { bytes } = await one.get(path)
    const { text: key } = await other.get('/certificates/key')

    const { bytes: fromOther } = await other.get(path)

    // Each machine has its own key for PDF readers; the seal is the same.
    for (const file of [bytes, fromOther])
      expect(verifyFile(file, createPublicKey(key))).toMatchObject({ verdict: 'valid' })
    expect(readdirSync(testSite.dataDirs[0]!)).not.toContain('certificate-key')
  },
)

const sampleLocation = {
  discipline: 'Geophysics',
  specialisation: 'Sample',
  institution: 'Sample Institute',
  city: 'Sample City',
  country: 'India',
}

test.runIf(onPostgres)('a form started on one machine continues on the other', async ({ testSite }) => {
  const [one, other] = testSite.sites
  const started = await one.post('/membership/form', '', {})
  const cookie = /iaps_form_membership=[\w-]{43}/.exec(String(started.headers['set-cookie']))?.[0] ?? ''
  const saved = await one.post('/membership/form/you', cookie, { firstName: 'Canaria', go: 'list' })
  expect([302, 303]).toContain(saved.status)
  const page = await other.get('/membership/form/you', { cookie })

  expect(page.status).toBe(200)
  expect(page.text).toContain('value="Canaria"')
})

test.runIf(onPostgres)(
  'chunks of one file are accepted by either machine, and both have it complete',
  async ({ testSite }) => {
    const { admin, sites, dataDirs } = testSite
    const [one, other] = sites
    const file = Buffer.concat([await makePdf(3), Buffer.from(`\n%${newId()}\n`)])
    const half = Math.floor(file.length / 2)
    const form = { name: 'Report.pdf', bytes: String(file.length) }
    const { id } = jsonOf(await one.post(`${library}?do=begin`, admin.cookie, form)) as { id: string }
    const piece = (site: RunningSite, offset: number, part: Buffer) =>
      site.send(
        `${library}?do=chunk&id=${id}&offset=${offset}`,
        admin.cookie,
        'application/octet-stream',
        part,
      )
    expect(jsonOf(await one.post(`${library}?do=state`, admin.cookie, { id }))).toEqual({ received: 0 })
    expect(jsonOf(await piece(one, 0, file.subarray(0, half)))).toEqual({ received: half })
    expect(jsonOf(await other.post(`${library}?do=state`, admin.cookie, { id }))).toEqual({ received: half })
    expect(jsonOf(await piece(other, half, file.subarray(half)))).toEqual({ received: file.length })
    const finished = await one.post(`${library}?do=finish`, admin.cookie, { id })

    expect(finished.status, finished.text).toBe(200)
    const known = testSite.db.selectFrom('file').select('id')
    expect(await known.where('original_sha256', '=', hash('sha256', file)).execute()).toHaveLength(1)
    for (const dataDir of dataDirs) expect(waitingIn(dataDir)).toEqual([])
    const stored = readdirSync(join(testSite.folder, 'objects'), { recursive: true }).map(String)
    expect(stored.filter((path) => path.includes(id))).toEqual([])
  },
)

test.runIf(onPostgres).for(['SECRET', 'CERTIFICATE_KEY'])(
  'a machine with another %s is refused, unless it is intended',
  async (name, { testSite }) => {
    const { [name]: _left, ...shared } = testSite.shared as Record<string, string>
    const env = { ...shared, DATA_DIR: join(testSite.folder, `third-${name}`) }
    const refused = await runProgram('scripts/serve.mjs', env).ended

    expect(refused.code).toBe(1)
    expect(refused.errors).toMatch(new RegExp(`^${name} is not the one .*\\n$`))
  },
)

test.runIf(onPostgres)(
  'a machine with another store is refused, unless it is intended',
  async ({ testSite }) => {
    const { FILES_URL: _left, ...shared } = testSite.shared as Record<string, string>
    const env = { ...shared, DATA_DIR: join(testSite.folder, 'third-store') }
    const refused = await runProgram('scripts/serve.mjs', env).ended
    expect(refused).toMatchObject({ code: 1, errors: expect.stringMatching(/^FILES_URL must name .*\n$/) })

    const intended = runProgram('scripts/serve.mjs', { ...env, MISSING_FILES: 'yes' })
    await intended.line(/is running at/)
    intended.process.kill('SIGTERM')
    expect((await intended.ended).code).toBe(0)
  },
)

function jsonOf({ text }: { text: string }): unknown {
  return JSON.parse(text)
}

function waitingIn(dataDir: string): string[] {
  try {
    return readdirSync(join(dataDir, 'uploads'))
  } catch {
    return []
  }
}
