import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#db/engine/sync-folder.server.ts'
import { erasureListName } from '#features/erasures/erasure-list.server.ts'
import { openBackupStore, type BackupLocation, type BackupStore } from './backup-store.server.ts'

const scratchName = '.erasures'

/** Brings the list of erasures in the object store of the backups up to date; without one there is nothing to do. */
export async function sendErasureList(location: BackupLocation): Promise<void> {
  if (!location.backupObjects) return
  const store = openBackupStore(location)
  const path = join(location.backupDir, erasureListName)
  const text = await readFile(path, 'utf8')
  if ((await readStored(store, join(location.dataDir, scratchName))) === text) return
  await store.put(erasureListName, async (draft) => {
    await copyFile(path, draft)
    return Buffer.byteLength(text)
  })
}

/** Calls `use` with a folder that holds the list of the object store, or with the folder of the backups. */
export async function withErasureList<T>(
  location: BackupLocation,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  if (!location.backupObjects) return use(location.backupDir)
  const folder = join(location.dataDir, scratchName)
  await makeFolder(folder, 0o700)
  try {
    const store = openBackupStore(location)
    if ((await store.list(erasureListName)).length === 0) return await use(folder)
    return await store.read(erasureListName, folder, () => use(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readStored(store: BackupStore, scratch: string): Promise<string | undefined> {
  if ((await store.list(erasureListName)).length === 0) return undefined
  return store.read(erasureListName, scratch, (path) => readFile(path, 'utf8'))
}
