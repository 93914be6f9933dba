import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { erasureListName, writeErasureList } from '#features/erasures/erasure-list.server.ts'
import { monday } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { objectsAt, startObjectServer } from '#test/harness/object-store.ts'
import { runProgram } from '#test/harness/processes.ts'
import { backupKey, backUpWhenDue, test } from '#test/makers/backups.ts'
import { openInObjects } from './backup-store.server.ts'
import { drillWhenDue } from './drill.server.ts'
import { sendErasureList, withErasureList } from './erasure-copy.server.ts'
import { removeOldBackups } from './operations.server.ts'
import { readBackups } from './queries.server.ts'

const later = new Date(monday.getTime() + 86_400_000)

async function startObjects() {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'))
  const server = await startObjectServer(folder)
  onTestFinished(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })
  return { objects: objectsAt(server.address, folder), address: server.address, folder }
}

test('a long file is stored in chunks, appears when it is complete, and is removed whole', async () => {
  const { objects, folder } = await startObjects()
  const store = openInObjects(objects, join(folder, 'scratch'), 1000)
  const bytes = Buffer.alloc(2500, 'long')
  const put = (name: string, content: Buffer) =>
    store.put(name, async (path) => {
      writeFileSync(path, content)
      return content.length
    })
  await put('a/long', bytes)
  await put('a/short', bytes.subarray(0, 900))
  const read = (name: string) => store.read(name, join(folder, 'read'), async (path) => readFileSync(path))

  expect(await store.list('a/')).toEqual(['a/long', 'a/short'])
  expect(await read('a/long')).toEqual(bytes)
  expect(await read('a/short')).toEqual(bytes.subarray(0, 900))
  await expect(read('a/none')).rejects.toThrow(/^“a\/none” could not be read from the object store/)
  await store.remove('a/long')
  expect(await store.list('a/')).toEqual(['a/short'])
  expect(readdirSync(join(folder, 'scratch'))).toEqual([])
})

test('scheduled backups go to the object store, are drilled and restored from there, and removed', async ({
  sourceSite,
  makeEmptySite,
}) => {
  captureLog()
  const { objects, address } = await startObjects()
  const site = { ...sourceSite, backupObjects: objects }
  await backUpWhenDue(site, () => later)
  await drillWhenDue(site, () => later)
  const { latest, drill } = await readBackups(sourceSite.db)
  const path = latest[0]!.path
  // Nothing was sent yet.
  await writeErasureList(sourceSite.db, [sourceSite.backupDir], later)
  const target = await makeEmptySite()
  const restored = await runProgram(
    'scripts/restore.ts',
    {
      ...{ DATA_DIR: target.dataDir, BACKUP_KEY: backupKey, BACKUP_URL: address },
      BACKUP_DIR: sourceSite.backupDir,
      ...(target.database.startsWith('postgres') && { DATABASE_URL: target.database }),
    },
    path.replace('BACKUP_URL/', ''),
  ).ended

  expect(path).toMatch(/^BACKUP_URL\/iaps-.*\.backup$/)
  expect(drill).toMatchObject({ problem: null })
  expect(restored).toMatchObject({ code: 0, errors: '' })
  expect(restored.lines.join('\n')).toContain(join(sourceSite.backupDir, erasureListName))
  const db = openDatabase(target.database)
  const letters = await db.selectFrom('mail').select('id').where('kind', '=', 'test').execute()
  expect(letters).toHaveLength(1)
  await db.destroy()
  await removeOldBackups(site, 0, later)
  const store = openInObjects(objects, join(sourceSite.dataDir, '.sending'))
  expect(await store.list('iaps-')).toEqual([])
})

test('a new machine adds to the stored list of erasures and removes nothing from it', async ({
  sourceSite,
}) => {
  const { objects, folder } = await startObjects()
  const site = { ...sourceSite, backupObjects: objects }
  const newSite = { dataDir: folder, backupDir: join(folder, 'backups'), backupObjects: objects }
  await writeErasureList(sourceSite.db, [sourceSite.backupDir], later)
  const list = readFileSync(join(sourceSite.backupDir, erasureListName), 'utf8')
  await sendErasureList(site)
  const newLine = '{"asOf":1,"site":"new"}\n'
  mkdirSync(newSite.backupDir)
  writeFileSync(join(newSite.backupDir, erasureListName), newLine)
  const sendBoth = async () => {
    await sendErasureList(newSite)
    await sendErasureList(site)
  }
  await sendBoth()
  await sendBoth()

  const stored = await withErasureList(newSite, async (folder) =>
    readFileSync(join(folder, erasureListName), 'utf8'),
  )
  expect(stored).toBe(`${list}${newLine}`)
})

test('the list of erasures is in the object store too', async ({ sourceSite }) => {
  const { objects } = await startObjects()
  const site = { ...sourceSite, backupObjects: objects }
  await writeErasureList(sourceSite.db, [sourceSite.backupDir], later)
  await sendErasureList(site)
  const list = readFileSync(join(sourceSite.backupDir, erasureListName), 'utf8')
  const found = await withErasureList(site, async (folder) =>
    readFileSync(join(folder, erasureListName), 'utf8'),
  )

  expect(list).not.toBe('')
  expect(found).toBe(list)
  expect(readdirSync(sourceSite.dataDir)).not.toContain('.erasures')
})
