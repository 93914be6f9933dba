import { firstOrAll } from '#test/harness/scale.ts'
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { issueCertificate, revokeCertificate } from '#features/certificates/operations.server.ts'
import { listCertificatesOf } from '#features/certificates/queries.server.ts'
import { checkFile } from '#features/credentials/check-file.server.ts'
import { multikeyOf } from '#features/credentials/multibase.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, importBuild, origin, test, type TestSite, type Visit } from '#test/harness/site.ts'
import type { Site } from '#site.ts'

/** Certificates as Open Badges: downloaded, checked on the site, and checked with the site switched off. */

const names = ['credential.json', 'credential.jwt', 'credential.png', 'credential.svg', 'certificate.pdf']
let count = 0

async function issue({ db }: Site) {
  const person = {
    memberNo: `B-${++count}`,
    givenName: 'आशा',
    familyName: 'Çelik',
    category: 'life',
    since: 2026,
    discipline: 'Physics',
    country: 'India',
    listed: false,
  } as const
  const id = await enrolPerson(db, person, autumn)
  const issued = await issueCertificate(db, system, id, { kind: 'membership' }, autumn)
  if (!issued.ok) throw new Error(issued.reason)
  return { id, ...issued, path: `/certificates/${issued.code}` }
}

async function revoke({ db }: Site, personId: string) {
  const [line] = await listCertificatesOf(db, personId, autumn)
  await revokeCertificate(db, system, { id: line?.id ?? '', personId }, 'A wrong name.', autumn)
}

async function bytesOf(visit: Visit, path: string): Promise<Buffer> {
  const response = await visit(path)
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function ownKeys(visit: Visit) {
  const document = JSON.parse((await bytesOf(visit, '/.well-known/did.json')).toString())
  return {
    document,
    did: document.id,
    keys: document.verificationMethod.map(
      ({ publicKeyMultibase }: Record<string, string>) => publicKeyMultibase,
    ),
  }
}

test('every form is valid by the keys of the DID document, the same at each download, and without the name', async ({
  site,
  visit,
}) => {
  const { path } = await issue(site)
  const own = await ownKeys(visit)
  for (const name of names) {
    const file = await bytesOf(visit, `${path}/${name}`)
    expect(await checkFile(file, { own, now: autumn })).toMatchObject({
      word: 'valid',
      isOurs: true,
      page: origin + path,
    })
    expect(file.equals(await bytesOf(visit, `${path}/${name}`)), name).toBe(true)
    if (name !== 'certificate.pdf') expect(file.toString()).not.toMatch(/आशा|Çelik/)
  }
})

test('the page offers them, and a revoked one has none and is set in the list', async ({ site, visit }) => {
  const { id, path, number } = await issue(site)
  const own = await ownKeys(visit)
  const file = await bytesOf(visit, `${path}/credential.json`)
  const { credentialStatus: status } = JSON.parse(file.toString())
  const readList = async () =>
    (await bytesOf(visit, status.statusListCredential.slice(origin.length))).toString()
  const before = await readList()
  expect(await checkFile(file, { own, now: autumn, readList: () => before })).toMatchObject({ word: 'valid' })
  expect(await (await visit(path)).text()).toContain(`${path}/credential.png`)

  await revoke(site, id)
  const after = await readList()
  expect(await checkFile(file, { own, now: autumn, readList: () => after })).toMatchObject({
    word: 'revoked',
  })
  captureLog()
  expect(await (await visit(path)).text()).not.toContain('credential.png')
  for (const name of names) expect((await visit(`${path}/${name}`)).status).toBe(404)
  expect(status.statusListIndex).toBe(String(Number(number.slice(-4))))
})

test('the bare picture of a badge can be seen', async ({ visit }) => {
  for (const name of ['fellowship.png', 'membership.svg'])
    expect((await visit(`/certificates/badges/${name}`)).status).toBe(200)
})

test('unknown names and lists are not found', async ({ site, visit }) => {
  captureLog()
  const { path } = await issue(site)
  for (const address of [
    `${path}/credential.xml`,
    `${path}/constructor`,
    '/certificates/status/CF-1950',
    '/certificates/status/XX-2026',
    '/certificates/status/CF-%25',
    '/certificates/badges/other.png',
  ])
    expect((await visit(address)).status, address).toBe(404)
})

async function upload(visit: Visit, file: Buffer, name: string) {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(file)], name))
  return visit('/certificates', { method: 'POST', body, headers: { origin } })
}

test('the page for checks says what an uploaded file is', async ({ site, visit }) => {
  const { id, path } = await issue(site)
  const files = await Promise.all(names.map((name) => bytesOf(visit, `${path}/${name}`)))
  for (const file of files) {
    const page = await (await upload(visit, file, 'x')).text()
    expect(page).toContain('>Valid<')
    expect(page).toContain('आशा Çelik')
    expect(page).toContain(`<a href="${path}">View the page of this certificate</a>`)
  }
  const [json = Buffer.alloc(0)] = files
  const changed = Buffer.from(json.toString().replace('Life member', 'Life membre'))
  const refused = await (await upload(visit, changed, 'x.json')).text()
  expect(refused).toContain('>Changed<')
  expect(refused).not.toMatch(/आशा|View the page of this certificate/)
  expect(await (await upload(visit, Buffer.from('<b>'), 'x.svg')).text()).toContain('that we can read<')
  await revoke(site, id)
  for (const file of files) expect(await (await upload(visit, file, 'x')).text()).toContain('>Revoked<')
  captureLog()
  expect((await upload(visit, Buffer.alloc(0), '')).status).toBe(400)
  expect((await upload(visit, Buffer.alloc(6 * 1024 * 1024), 'x.png')).status).toBe(400)
})

test(
  'the command checks all forms with the site’s data or with its DID document alone',
  { timeout: 60_000 },
  async ({ testSite, site, visit }) => {
    const { id, path } = await issue(site)
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    for (const name of names) writeFileSync(join(folder, name), await bytesOf(visit, `${path}/${name}`))
    writeFileSync(join(folder, 'did.json'), JSON.stringify((await ownKeys(visit)).document))
    const elsewhere = { ...bare, DATA_DIR: folder }
    for (const name of firstOrAll(names, 2)) {
      const given = [join(folder, name), '--did', join(folder, 'did.json')]
      expect(await verify(given, elsewhere)).toMatchObject({
        code: 0,
        line: expect.stringMatching(/^valid: /),
      })
    }
    expect((await verify([join(folder, 'credential.json')], elsewhere)).line).toMatch(
      /^valid: .*We do not have this Academy’s key/,
    )
    expect((await verify([join(folder, 'certificate.pdf')], elsewhere)).code).toBe(3)
    await revoke(site, id)
    const file = join(folder, 'credential.png')
    expect(await verify([file], environmentOf(testSite))).toMatchObject({
      code: 4,
      line: 'revoked: This Academy revoked this certificate.',
    })
  },
)

test('a site that starts with a new key lists both, and what the former one signed stays valid', async ({
  testSite,
  site,
  visit,
}) => {
  const { path } = await issue(site)
  const files = await Promise.all(names.map((name) => bytesOf(visit, `${path}/${name}`)))
  const former = (await ownKeys(visit)).keys[0]
  const { privateKey } = generateKeyPairSync('ed25519')
  const certificateKey = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const config = { ...testSite.config, certificateKey, mayKeysBeNew: true }
  const rotated = await (await importBuild()).openSite(config, () => autumn)
  const visitRotated: Visit = (address, init) => rotated.respond(new Request(origin + address, init))

  const own = await ownKeys(visitRotated)
  expect(own.keys).toEqual([multikeyOf(privateKey), former])
  expect(own.document.assertionMethod).toEqual(own.keys.map((key: string) => `${own.did}#${key}`))
  for (const file of files) {
    expect(await checkFile(file, { own, now: autumn })).toMatchObject({ word: 'valid', isOurs: true })
    expect(await (await upload(visitRotated, file, 'x')).text()).toContain('>Valid<')
  }
  const signedAnew = JSON.parse((await bytesOf(visitRotated, `${path}/credential.json`)).toString())
  expect(signedAnew.proof.verificationMethod).toBe(`${own.did}#${own.keys[0]}`)
  await rotated.close()
})

const { DATABASE_URL: _database, DATA_DIR: _dataDir, ORIGIN: _origin, ...bare } = process.env

function environmentOf({ database, dataDir }: TestSite) {
  const isPostgres = database.startsWith('postgres')
  return { ...bare, DATA_DIR: dataDir, ORIGIN: origin, ...(isPostgres && { DATABASE_URL: database }) }
}

function verify(args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; line: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/verify-certificate.ts', ...args],
      { env: { ...env, NODE_OPTIONS: '' } },
      (_error, out) => resolve({ code: child.exitCode ?? -1, line: out.trimEnd() }),
    )
  })
}
