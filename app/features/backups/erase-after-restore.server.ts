import { join } from 'node:path'
import type { Db } from '#db/schema/tables.ts'
import { isPrivateFileNamed } from '#features/forms/private-files.server.ts'
import { listNamedHashes } from '#features/media/orphaned-files.server.ts'
import type { ErasureList } from '#features/erasures/erasure-list.server.ts'
import { removeExpired } from '#features/privacy/expiry.ts'
import type { AllPersonalData } from '#features/privacy/personal-data.ts'
import { repeatErasures } from '#features/privacy/repeat-erasures.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import type { FileFolder } from './manifest.ts'

/**
 * Removes from restored rows and files what was erased since the backup was made and what has passed its retention
 * time. Returns how many erasures were repeated.
 */
export async function eraseAfterRestore(
  db: Db,
  personalData: AllPersonalData,
  folder: string,
  erasureList: ErasureList | undefined,
  now: Date,
): Promise<number> {
  const repeated = await repeatErasures(db, personalData, erasureList?.erasures ?? [], now)
  const location = { dataDir: folder }
  await removeExpired({ db, ...openStores(location), location, personalData }, now)
  await removeUnnamed(folder, 'files', (name) => isFileNamed(db, name))
  await removeUnnamed(folder, 'private', (name) => isPrivateFileNamed(db, name))
  return repeated
}

async function removeUnnamed(
  folder: string,
  part: FileFolder,
  isNamed: (name: string) => Promise<boolean>,
): Promise<void> {
  const store = openFileStore(join(folder, part))
  for await (const { name } of store.list()) if (!(await isNamed(name))) await store.remove(name)
}

async function isFileNamed(db: Db, sha256: string): Promise<boolean> {
  return (await listNamedHashes(db, [sha256])).has(sha256)
}
