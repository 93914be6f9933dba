import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from './folder.server.ts'
import { syncFolder } from '#db/engine/sync-folder.server.ts'

/** Stores bytes under their own sha-256, so that a file is stored once and can be proved unchanged. */
export interface FileStore {
  put(bytes: Uint8Array): Promise<string>
  /** The same for a file on this machine whose hash is known, however large. */
  putFile(path: string, sha256: string): Promise<void>
  has(sha256: string): Promise<boolean>
  read(sha256: string): Promise<Buffer>
  stream(sha256: string, range?: { start: number; end: number }): NodeJS.ReadableStream
  remove(sha256: string): Promise<void>
  /** Every stored file with its time of writing; also what a killed process left half written. */
  list(): AsyncGenerator<{ name: string; writtenAt: Date }>
}

export function openFileStore(folder: string): FileStore {
  const pathOf = (sha256: string) => {
    assertName(sha256)
    return join(folder, sha256.slice(0, 2), sha256)
  }
  const store = async (sha256: string, write: (draft: string) => Promise<void>) => {
    const path = pathOf(sha256)
    if (!(await exists(path))) await writeWhole(path, write)
    // Also for a file that already exists: another process may have only just put it there.
    await syncFolder(dirname(path))
    await syncFolder(folder)
    // The very first file also creates the folder.
    await syncFolder(dirname(folder))
  }
  return {
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await store(sha256, (draft) => writeFile(draft, bytes, { flag: 'wx', flush: true }))
      return sha256
    },
    putFile: (path, sha256) => store(sha256, (draft) => copyWhole(path, draft)),
    has: (sha256) => exists(pathOf(sha256)),
    read: (sha256) => readFile(pathOf(sha256)),
    stream: (sha256, range) => createReadStream(pathOf(sha256), range),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    list: () => listFiles(folder),
  }
}

/** Anything else in a name must never become part of a path. */
export function assertName(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`This is not the name of a stored file: ${sha256}`)
}

async function* listFiles(folder: string) {
  for (const subfolder of await readdir(folder).catch(() => []))
    for (const name of await readdir(join(folder, subfolder)).catch(() => [])) {
      const found = await stat(join(folder, subfolder, name)).catch(() => undefined)
      if (found) yield { name, writtenAt: found.mtime }
    }
}

/** Under its name a file is complete or absent: it is written under another one and renamed. */
async function writeWhole(path: string, write: (draft: string) => Promise<void>) {
  await makeFolder(dirname(path))
  const draft = `${path}.${randomUUID()}`
  try {
    await write(draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function copyWhole(from: string, to: string) {
  await copyFile(from, to)
  const handle = await open(to, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  )
}
