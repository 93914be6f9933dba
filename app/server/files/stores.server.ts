import { join } from 'node:path'
import { openFileStore, type FileStore } from './files.server.ts'
import { openObjectStore, type ObjectStoreLocation } from './object-store.server.ts'

/** Public files, and files sent with forms. */
export interface Stores {
  files: FileStore
  privateFiles: FileStore
}

export type StoreLocation = { dataDir: string; objects?: ObjectStoreLocation | undefined }

/** In folders beside the data, or where `FILES_URL` says. */
export function openStores({ dataDir, objects }: StoreLocation): Stores {
  const open = (keyPrefix: string) =>
    objects ? openObjectStore(objects, keyPrefix) : openFileStore(join(dataDir, keyPrefix))
  return { files: open('files'), privateFiles: open('private') }
}
