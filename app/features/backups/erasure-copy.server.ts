import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDurableFolder } from '#db/engine/sync-folder.server.ts'
import { erasureListName } from '#features/erasures/erasure-list.server.ts'
import { openBackupStore, type BackupLocation, type BackupStore } from './backup-store.server.ts'

const scratchName = '.erasures'

/**
 * Adds to the list of erasures in the object store of the backups what it lacks; without one there is nothing to do. No
 * line is ever removed: on a new machine the list there may be the only one that is left.
 */
export async function sendErasureList(location: BackupLocation): Promise<void> {
  if (!location.backupObjects) return
  const store = openBackupStore(location)
  const local = linesOf(await readFile(join(location.backupDir, erasureListName), 'utf8'))
  const stored = linesOf(await readStored(store, join(location.dataDir, scratchName)))
  const known = new Set(stored)
  const missing = local.filter((line) => !known.has(line))
  if (missing.length === 0) return
  const text = [...stored, ...missing].map((line) => `${line}\n`).join('')
  await store.put(erasureListName, async (draft) => {
    await writeFile(draft, text, { mode: 0o600 })
    return Buffer.byteLength(text)
  })
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** Calls `use` with a folder that holds the list of the object store, or with the folder of the backups. */
export async function withErasureList<T>(
  location: BackupLocation,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  if (!location.backupObjects) return use(location.backupDir)
  const folder = join(location.dataDir, scratchName)
  await makeDurableFolder(folder, 0o700)
  try {
    const store = openBackupStore(location)
    if ((await store.list(erasureListName)).length === 0) return await use(folder)
    return await store.read(erasureListName, folder, () => use(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readStored(store: BackupStore, scratch: string): Promise<string> {
  if ((await store.list(erasureListName)).length === 0) return ''
  return store.read(erasureListName, scratch, (path) => readFile(path, 'utf8'))
}
