import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { storeWorkingCopy } from '#features/content/entry/working-copies.server.ts'
import { addRedirect } from '#features/content/addresses/redirect-operations.server.ts'
import { clearFiles } from '#features/media/orphaned-files.server.ts'
import { storeDownload } from '#features/media/operations.server.ts'
import { beginUpload, receiveChunk } from '#features/media/uploads.server.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { openChunkStore } from '#server/files/chunks.server.ts'
import { changeMenu } from '#features/menu/operations.server.ts'
import { readMenus } from '#features/menu/queries.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { removeSamples } from '#features/samples/operations.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { createEmptyDatabase, sharedTest } from '#test/harness/db.ts'
import { runOther } from '#test/harness/processes.ts'
import { copyStarter } from '#test/harness/starter.ts'
import { actorFor, listActions, makeStaff } from '#test/makers/staff.ts'
import { listObstacles, obstacleSentence } from './empty.server.ts'
import { exportSite } from './export.server.ts'
import { importSite } from './import.server.ts'
import { beginSiteImport, clearSiteImports, discardSiteImport, startSiteImport } from './imports.server.ts'
import { findSiteImport } from './queries.server.ts'
import { checkSiteImport, runSiteImport } from './run-import.server.ts'

const autumn = new Date('2026-11-15T06:30:00Z')
const later = (hours: number) => new Date(autumn.getTime() + hours * 3_600_000)

/** A site with only starter content, and a copy of another site on which someone has worked, made once. */
const test = sharedTest.extend<{ address: string; target: ImportTarget; copy: string }>({
  address: async ({ folder }, use) => {
    const { address, drop } = await copyStarter(folder)
    await use(address)
    await drop()
  },
  target: async ({ db, address, folder }, use) =>
    use({ db, address, dataDir: folder, files: storeIn(folder), obstacleWords }),
  copy: [
    async ({}, use) => {
      const own = mkdtempSync(join(tmpdir(), 'other-site-'))
      const { address, drop } = await createEmptyDatabase(join(own, 'site.db'))
      const db = openDatabase(address)
      await migrate(db, autumn)
      // Pictures of another size, so that the two sites have different files.
      await loadStarterContent(db, storeIn(own), later(-9), () => undefined, 60)
      const staff = await makeStaff(db, autumn, { role: 'editor' })
      await beginEntry(db, actorFor(staff), { kind: 'news', title: 'Written elsewhere' }, autumn)
      const path = join(own, 'copy.zip')
      await exportSite(address, storeIn(own), path)
      await db.destroy()
      await drop()
      await use(path)
      rmSync(own, { recursive: true })
    },
    { scope: 'file' },
  ],
})

interface ImportTarget {
  db: Db
  address: string
  dataDir: string
  files: ReturnType<typeof openFileStore>
  obstacleWords: ObstacleWords
}

test('a copy is uploaded to a new site, checked and imported; exporting it gives the same bytes', async ({
  target,
  copy,
}) => {
  const { db, dataDir } = target
  const staff = await makeStaff(db, autumn, { role: 'admin' })
  const admin = actorFor({ id: staff.id, role: 'admin' })
  const before = await hashesOf(db)
  const id = await send(target, admin, copy)

  expect(await startSiteImport(db, obstacleWords, admin, id, autumn)).toEqual({
    ok: false,
    reason: 'not-ready',
  })
  expect(await discardSiteImport(db, target, admin, id, autumn)).toEqual({ ok: false, reason: 'under-way' })
  await checkSiteImport(target, id, () => autumn)
  const checked = await findSiteImport(db, id)
  expect(checked).toMatchObject({ state: 'checked', problem: null, name: 'copy.zip' })
  expect(checked?.holds).toMatchObject({
    societyName: expect.stringContaining('Academy') as string,
    lastChangedAt: autumn.getTime(),
  })
  expect(await hashesOf(db)).toEqual(before)

  expect(await startSiteImport(db, obstacleWords, admin, id, autumn)).toEqual({ ok: true })
  await runSiteImport(target, id, () => autumn)
  expect(await findSiteImport(db, id)).toMatchObject({ state: 'done', problem: null })
  await runSiteImport(target, id, () => autumn)
  const again = join(dataDir, 'again.zip')
  await exportSite(target.address, target.files, again)
  expect(hashOf(again)).toBe(hashOf(copy))
  expect((await listActions(db)).slice(-3)).toEqual([
    'site.import-begun',
    'site.import-started',
    'site.imported',
  ])
  expect(await db.selectFrom('staff_user').select('id').execute()).toEqual([{ id: staff.id }])

  await clearFiles(db, target.files, later(25))
  await exportSite(target.address, target.files, again)
  expect(hashOf(again)).toBe(hashOf(copy))
  const named = new Set(await hashesOf(db))
  for (const sha256 of before.filter((sha256) => !named.has(sha256)))
    expect(await target.files.has(sha256)).toBe(false)

  expect(await listObstacles(db, obstacleWords)).toMatchObject([{ what: 'A copy was imported' }])
  await clearSiteImports(db, target, later(25))
  expect(await findSiteImport(db, id)).toBeUndefined()
  expect(existsSync(join(dataDir, 'uploads', id))).toBe(false)
})

test('anything that someone did on a site blocks the import, and is named', async ({ target }) => {
  const { db, files } = target
  expect(await listObstacles(db, obstacleWords)).toEqual([])
  await removeSamples(db, files, system, autumn)
  expect(await listObstacles(db, obstacleWords)).toEqual([])

  const staff = await makeStaff(db, autumn, { role: 'admin' })
  const admin = actorFor({ id: staff.id, role: 'admin' })
  const started = await beginEntry(db, admin, { kind: 'news', title: 'Ours' }, autumn)
  if (!started.ok) throw new Error(started.reason)
  const typed = { data: { title: 'Typed' }, raw: {} }
  const write = { id: started.id, base: 1, seen: ['none'], revision: 'a', page: 'one', typed }
  expect(await storeWorkingCopy(db, admin, write, autumn)).toEqual({ ok: true })
  const asha = { memberNo: 'LM-1', givenName: 'Asha', familyName: 'Verma', category: 'life' as const }
  await enrolPerson(
    db,
    { ...asha, since: 1990, discipline: 'Physics', country: 'India', listed: true },
    autumn,
  )
  await storeDownload(
    db,
    files,
    Buffer.from('%PDF- 1'),
    { name: 'a.pdf', mediaType: 'application/pdf' },
    autumn,
  )
  await addRedirect(db, admin, { from: '/old', to: '/iaps' }, autumn)
  await changeMenu(db, admin, (await readMenus(db)).shownHash, { do: 'down', item: '/iaps' }, autumn)

  const found = await listObstacles(db, obstacleWords)
  expect(found.map(({ what }) => what)).toEqual([
    'Entries were written or changed',
    'Redirects were changed',
    'Someone has unsaved text in an entry',
    'The library has files that are not samples',
    'The menu was changed',
    'The register has people who are not samples',
  ])
  const outcome = await importSite(db, files, 'any.zip', target.dataDir, admin, autumn, { obstacleWords })
  expect(outcome).toEqual({ ok: false, problem: obstacleSentence(found) })
  expect(obstacleSentence(found)).toContain('Entries were written or changed, last on 2026-11-15.')
})

test('what someone does during an import is not lost', async ({ target, copy }) => {
  const { db } = target
  const staff = await makeStaff(db, autumn, { role: 'admin' })
  const admin = actorFor({ id: staff.id, role: 'admin' })
  const id = await send(target, admin, copy)
  await checkSiteImport(target, id, () => autumn)
  await startSiteImport(db, obstacleWords, admin, id, autumn)
  await beginEntry(db, admin, { kind: 'news', title: 'Ours' }, autumn)
  await runSiteImport(target, id, () => autumn)

  expect(await findSiteImport(db, id)).toMatchObject({
    state: 'checked',
    problem: expect.stringContaining('Entries were written') as string,
  })
  expect(await startSiteImport(db, obstacleWords, admin, id, autumn)).toEqual({
    ok: false,
    reason: 'not-empty',
  })
  expect(await discardSiteImport(db, target, admin, id, autumn)).toEqual({ ok: true })
  expect(existsSync(join(target.dataDir, 'uploads', id))).toBe(false)
})

test('a file that is not a copy is refused and says why', async ({ target, folder }) => {
  const staff = await makeStaff(target.db, autumn, { role: 'admin' })
  const id = await send(target, actorFor({ id: staff.id, role: 'admin' }), join(folder, 'nothing'))
  await checkSiteImport(target, id, () => autumn)
  expect(await findSiteImport(target.db, id)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('not a zip file') as string,
  })
})

test.for(['files', 'rows'])(
  'killed while the %s are imported, an import leaves the site unchanged, and succeeds the next time',
  async (where, { target, copy }) => {
    const before = join(target.dataDir, 'before.zip')
    await exportSite(target.address, target.files, before)
    const other = runOther('import-copy', target.address, target.dataDir, copy, where)
    await other.line(/here/)
    other.process.kill('SIGKILL')
    await other.ended

    const after = join(target.dataDir, 'after.zip')
    await exportSite(target.address, target.files, after)
    expect(hashOf(after)).toBe(hashOf(before))
    expect(await listActions(target.db)).toEqual(['settings.changed'])

    const done = await importSite(target.db, target.files, copy, target.dataDir, system, autumn, {
      obstacleWords,
    })
    expect(done).toMatchObject({ ok: true })
    await exportSite(target.address, target.files, after)
    expect(hashOf(after)).toBe(hashOf(copy))
  },
)

async function send(target: ImportTarget, actor: ReturnType<typeof actorFor>, path: string): Promise<string> {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.from('%PDF-1.7 nothing like it')
  const started = await beginUpload(target.db, actor, { name: 'copy.zip', bytes: bytes.length }, autumn)
  if (!started.ok) throw new Error(started.reason)
  const { id } = started
  expect(await beginSiteImport(target.db, actor, id, autumn)).toEqual({ ok: false, reason: 'not-whole' })
  const body = (async function* () {
    yield bytes
  })()
  await receiveChunk(target.db, { chunks: openChunkStore(target) }, actor, { id, offset: 0 }, body, autumn)
  expect(await beginSiteImport(target.db, actor, id, autumn)).toEqual({ ok: true, id })
  expect(await beginSiteImport(target.db, actor, id, autumn)).toEqual({ ok: true, id })
  return id
}

async function hashesOf(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('file')
    .select('sha256')
    .union(db.selectFrom('picture_variant').select('sha256'))
    .execute()
  return rows.map(({ sha256 }) => sha256).toSorted()
}

function storeIn(folder: string) {
  const files = join(folder, 'files')
  mkdirSync(files, { recursive: true })
  return openFileStore(files)
}

function hashOf(path: string) {
  expect(readdirSync(join(path, '..')).filter((name) => name.endsWith('.part'))).toEqual([])
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
