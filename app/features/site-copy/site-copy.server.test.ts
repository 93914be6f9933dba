import { createHash, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { findInSearch } from '#db/search/search.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { findBody } from '#features/bodies/queries.server.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { beginEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import { checkFile } from '#features/credentials/check-file.server.ts'
import { ownKeysOf, rememberCertificateKey } from '#features/credentials/keys.server.ts'
import { multikeyOf } from '#features/credentials/multibase.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { createEmptyDatabase, sharedTest as test } from '#test/harness/db.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { badge, now as checkedAt, origin, signed } from '#test/makers/credentials.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { exportSite } from './export.server.ts'
import { importSite } from './import.server.ts'

const autumn = new Date('2026-11-15T06:30:00Z')

test(
  'a copy imported into an empty site gives the same bytes again',
  { timeout: 120_000 },
  async ({ db, address, folder }) => {
    await fill(db, folder)
    const first = join(folder, 'first.zip')
    await exportSite(address, storeIn(folder), first)

    await inNewSite(folder, 'other', async (other) => {
      expect(await importInto(other, first)).toMatchObject({ ok: true })
      const second = join(folder, 'second.zip')
      await exportSite(other.address, other.files, second)

      expect(hashOf(second)).toBe(hashOf(first))
      expect(await namesIn(other.db)).toEqual(await namesIn(db))
      expect((await findInSearch(other.db, 'council', { limit: 50, offset: 0 })).hits).toEqual(
        (await findInSearch(db, 'council', { limit: 50, offset: 0 })).hits,
      )
      expect(await countWords(other.db)).toBe(await countWords(db))
      const fellow = await other.db
        .selectFrom('person')
        .select('id')
        .where('grade', 'is not', null)
        .where('binned_at', 'is', null)
        .executeTakeFirstOrThrow()
      const next = await issueCertificate(other.db, system, fellow.id, { kind: 'membership' }, autumn)
      expect(next).toMatchObject({ ok: true, number: 'CM-2026-0003' })
    })
  },
)

test('a copy from SQLite gives the same bytes on either engine', { timeout: 120_000 }, async ({ folder }) => {
  const path = join(folder, 'embedded.db')
  const db = openDatabase(path)
  await migrate(db, autumn)
  await fill(db, folder)
  await db.destroy()
  const first = join(folder, 'first.zip')
  await exportSite(path, storeIn(folder), first)

  await inNewSite(folder, 'other', async (other) => {
    expect(await importInto(other, first)).toMatchObject({ ok: true })
    const second = join(folder, 'second.zip')
    await exportSite(other.address, other.files, second)
    expect(hashOf(second)).toBe(hashOf(first))
  })
})

test('a copy brings the keys that signed certificates, so that the files stay genuine after a move', async ({
  db,
  address,
  folder,
}) => {
  const [former, current, ofNewSite] = [1, 2, 3].map(() => generateKeyPairSync('ed25519').privateKey)
  await rememberCertificateKey(db, former!, new Date('2025-01-01T00:00:00Z'))
  await rememberCertificateKey(db, current!, new Date('2026-01-01T00:00:00Z'))
  const path = join(folder, 'copy.zip')
  await exportSite(address, storeIn(folder), path)
  const file = Buffer.from(JSON.stringify(await signed(badge, former)))

  await inNewSite(folder, 'keys', async (other) => {
    // As at a start that came before the import: with the key that was copied, and once with another.
    await rememberCertificateKey(other.db, current!, autumn)
    expect(await importInto(other, path)).toMatchObject({ ok: true })
    const own = await ownKeysOf(other.db, current!, origin)
    expect(own.keys).toEqual([current!, former!].map(multikeyOf))
    expect(await checkFile(file, { own, now: checkedAt })).toMatchObject({ word: 'valid', isOurs: true })
    const again = join(folder, 'again.zip')
    await exportSite(other.address, other.files, again)
    expect(hashOf(again)).toBe(hashOf(path))
  })
  await inNewSite(folder, 'new-key', async (other) => {
    await rememberCertificateKey(other.db, ofNewSite!, autumn)
    expect(await importInto(other, path)).toMatchObject({ ok: true })
    const { keys } = await ownKeysOf(other.db, ofNewSite!, origin)
    expect(keys).toEqual([ofNewSite!, current!, former!].map(multikeyOf))
  })
})

test('a copy brings bodies with their terms, and no account, right or address of a member', async ({
  db,
  address,
  folder,
}) => {
  const staff = await makeStaff(db, autumn, { role: 'editor', name: 'Meera Rao' })
  const ofStaff = { name: 'Known to staff', account: staff.id }
  const council = { name: 'Science Council', kind: 'council', quorum: '>1/2' } as const
  const open = await makeBody(db, autumn, {
    ...council,
    terms: [{ name: 'Asima Chatterjee', post: 'chair', email: 'asima@example.org' }, ofStaff],
  })
  const closed = await makeBody(db, autumn, { name: 'Office', isPublic: false, terms: [ofStaff, {}] })
  const grant = { body_id: closed.id, capability: 'office', case_type: '' } as const
  await db.insertInto('body_capability').values(grant).execute()
  const path = join(folder, 'copy.zip')
  await exportSite(address, storeIn(folder), path)

  await inNewSite(folder, 'bodies', async (other) => {
    expect(await importInto(other, path)).toMatchObject({ ok: true })
    expect(await findBody(other.db, open.id)).toMatchObject({ ...council, isPublic: true })
    const terms = await other.db
      .selectFrom('body_term')
      .select(['name', 'post', 'email', 'staff_id'])
      .orderBy('name')
      .execute()
    const none = { email: null, staff_id: null }
    expect(terms).toEqual([
      { name: 'Asima Chatterjee', post: 'chair', ...none },
      { name: 'Known to staff', post: 'member', ...none },
      { name: 'Meghnad Saha', post: 'member', ...none },
    ])
    expect(await other.db.selectFrom('body_capability').selectAll().execute()).toEqual([])
    const second = join(folder, 'again.zip')
    await exportSite(other.address, other.files, second)
    expect(hashOf(second)).toBe(hashOf(path))
  })
})

test('a copy brings two chairs on one day and a person twice in a body, as the site can have them', async ({
  db,
  address,
  folder,
}) => {
  const { id } = await makeBody(db, autumn, { terms: [{}, { name: 'Homi Bhabha' }] })
  const person_id = await enrolPerson(
    db,
    {
      ...{ memberNo: 'LM-1', givenName: 'Meghnad', familyName: 'Saha', category: 'life', since: 1990 },
      ...{ discipline: 'Physics', country: 'India', listed: true },
    },
    autumn,
  )
  await db.updateTable('body_term').set({ post: 'chair', person_id }).where('body_id', '=', id).execute()
  const path = join(folder, 'copy.zip')
  await exportSite(address, storeIn(folder), path)

  await inNewSite(folder, 'chairs', async (other) => {
    expect(await importInto(other, path)).toMatchObject({ ok: true })
    const terms = await other.db.selectFrom('body_term').select(['post', 'person_id']).execute()
    expect(terms).toEqual([1, 2].map(() => ({ post: 'chair', person_id })))
  })
})

test('a copy contains no staff and leaves no trace of its making', async ({ db, address, folder }) => {
  const staff = await makeStaff(db, autumn, { role: 'editor', name: 'Meera Rao' })
  await writeDraft(db, staff.id)
  const path = join(folder, 'copy.zip')
  await exportSite(address, storeIn(folder), path)

  const text = readFileSync(path, 'latin1')
  expect(text).toContain('A draft of ours')
  for (const secret of [staff.id, staff.email, 'Meera Rao']) expect(text).not.toContain(secret)
  expect(readdirSync(folder).filter((name) => /^\.site-copy|\.part$/.test(name))).toEqual([])
})

test('a site with content is left as it is', async ({ db, address, folder }) => {
  const staff = await makeStaff(db, autumn, { role: 'editor' })
  await writeDraft(db, staff.id)
  const path = join(folder, 'copy.zip')
  await exportSite(address, storeIn(folder), path)

  const outcome = await importSite(db, storeIn(folder), path, folder, system, autumn, { obstacleWords })
  expect(outcome).toMatchObject({ ok: false, problem: expect.stringContaining('not empty') as string })
})

test('a copy is not made while bytes are missing', async ({ db, address, folder }) => {
  await fill(db, folder)
  const { sha256 } = await db.selectFrom('file').select('sha256').limit(1).executeTakeFirstOrThrow()
  await storeIn(folder).remove(sha256)

  const path = join(folder, 'copy.zip')
  await expect(exportSite(address, storeIn(folder), path)).rejects.toThrow(/bytes of the file .* are missing/)
  expect(existsSync(path)).toBe(false)
})

/**
 * The starter content, and what was done since: a draft with two versions, a redirect, a deleted person, certificates.
 */
async function fill(db: Db, folder: string) {
  await loadStarterContent(db, storeIn(folder), autumn, () => undefined, 90)
  const staff = await makeStaff(db, autumn, { role: 'editor' })
  await writeDraft(db, staff.id)
  const redirect = { from_path: '/old-page', to_path: '/iaps', created_at: autumn.getTime() }
  await db.insertInto('redirect').values(redirect).execute()
  const { id } = await db.selectFrom('person').select('id').orderBy('id').executeTakeFirstOrThrow()
  for (const kind of ['membership', 'membership'] as const)
    await issueCertificate(db, system, id, { kind }, autumn)
  const binned = { binned_at: autumn.getTime(), listed_at: null, listed_before_bin_at: autumn.getTime() }
  await db.updateTable('person').set(binned).where('id', '=', id).execute()
  await db.deleteFrom('search_entry').where('subject_id', '=', id).execute()
}

async function writeDraft(db: Db, staffId: string) {
  const actor = actorFor({ id: staffId, role: 'editor' })
  const started = await beginEntry(db, actor, { kind: 'news', title: 'A draft of ours' }, autumn)
  if (!started.ok) throw new Error(started.reason)
  const data = { title: 'हिन्दी में एक मसौदा' }
  await saveEntry(db, actor, { id: started.id, base: 1, data, note: 'Another script' }, autumn)
}

interface NewSite {
  db: Db
  address: string
  folder: string
  files: ReturnType<typeof openFileStore>
}

async function inNewSite(folder: string, name: string, work: (target: NewSite) => Promise<void>) {
  const own = join(folder, name)
  mkdirSync(own)
  const { address, drop } = await createEmptyDatabase(join(own, 'site.db'))
  const db = openDatabase(address)
  await migrate(db, autumn)
  await work({ db, address, folder: own, files: storeIn(own) })
  await db.destroy()
  await drop()
}

function importInto({ db, files, folder }: NewSite, path: string) {
  return importSite(db, files, path, folder, system, autumn, { obstacleWords })
}

function storeIn(folder: string) {
  const files = join(folder, 'files')
  mkdirSync(files, { recursive: true })
  return openFileStore(files)
}

function hashOf(path: string) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

async function countWords(db: Db) {
  const found = await db
    .selectFrom('search_entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return found.count
}

async function namesIn(db: Db) {
  const refs = await db.selectFrom('entry_version_ref').selectAll().execute()
  return refs
    .map(({ entry_id, number, kind, target }) => `${entry_id} ${number} ${kind} ${target}`)
    .toSorted()
}
