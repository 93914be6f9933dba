import { join } from 'node:path'
import type { Config } from './config.server.ts'
import { openFileStore, type FileStore } from './files.server.ts'
import { openObjectStore } from './object-store.server.ts'

/** What is for readers, and what people sent with forms. */
export interface Stores {
  files: FileStore
  privateFiles: FileStore
}

/** In folders beside the data, or where `FILES_URL` says. */
export function openStores({ dataDir, objects }: Pick<Config, 'dataDir' | 'objects'>): Stores {
  const open = (shelf: string) =>
    objects ? openObjectStore(objects, shelf) : openFileStore(join(dataDir, shelf))
  return { files: open('files'), privateFiles: open('private') }
}
