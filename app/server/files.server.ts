import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Keeps bytes under their own sha-256, so that a file is stored once and can be proved unchanged. */
export interface FileStore {
  put(bytes: Uint8Array): Promise<string>
  has(sha256: string): Promise<boolean>
  read(sha256: string): Promise<Buffer>
  stream(sha256: string, range?: { start: number; end: number }): NodeJS.ReadableStream
  remove(sha256: string): Promise<void>
}

export function openFileStore(folder: string): FileStore {
  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`Not the name of a stored file: ${sha256}`)
    return join(folder, sha256.slice(0, 2), sha256)
  }
  return {
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const path = pathOf(sha256)
      if (!(await exists(path))) await writeWhole(path, bytes)
      // Also for a file that is there already: another process may only just have put it there.
      await syncFolder(dirname(path))
      await syncFolder(folder)
      return sha256
    },
    has: (sha256) => exists(pathOf(sha256)),
    read: (sha256) => readFile(pathOf(sha256)),
    stream: (sha256, range) => createReadStream(pathOf(sha256), range),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  }
}

/** Under its name a file is whole or not there: it is written under another one and renamed. */
async function writeWhole(path: string, bytes: Uint8Array) {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, bytes, { flag: 'wx', flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Puts the names in a folder on the disk: bytes without a name are lost in a power cut. */
async function syncFolder(folder: string) {
  // Windows cannot open a folder, and needs no such step.
  if (process.platform === 'win32') return
  const handle = await open(folder)
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
