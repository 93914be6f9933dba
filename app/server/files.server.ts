import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
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
      if (!(await exists(pathOf(sha256)))) await writeDurably(pathOf(sha256), bytes)
      return sha256
    },
    has: (sha256) => exists(pathOf(sha256)),
    async read(sha256) {
      const file = await open(pathOf(sha256))
      try {
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    stream: (sha256, range) => createReadStream(pathOf(sha256), range),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  }
}

// The bytes and the folder that names them are on the disk before anybody is told of the file.
async function writeDurably(path: string, bytes: Uint8Array) {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(folder)
}

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
