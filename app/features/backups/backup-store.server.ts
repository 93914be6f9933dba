import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { makeDurableFolder, syncFolder } from '#db/engine/sync-folder.server.ts'
import { openObjectPrefix, type ObjectStoreLocation } from '#server/files/object-store.server.ts'
import { writeAll } from '#server/files/write-all.server.ts'
import { BadBackup } from './bad-backup.ts'

/** Sealed files under names such as `points/a/b`, in a folder or an object store. A file is complete or absent. */
export interface BackupStore {
  /** The folder, or the address of the object store without its key. */
  location: string
  /** `write` is given a path to write the file to, completely or not at all, and returns its length; 0 is no file. */
  put(name: string, write: (path: string) => Promise<number>): Promise<number>
  /** `use` is given a path where the file can be read; `scratch` is a folder for what has to be fetched. */
  read<T>(name: string, scratch: string, use: (path: string) => Promise<T>): Promise<T>
  /** The names that start with the prefix, in order. */
  list(prefix: string): Promise<string[]>
  remove(name: string): Promise<void>
}

export interface BackupLocation {
  dataDir: string
  backupDir: string
  backupObjects?: ObjectStoreLocation | undefined
}

/** Where backups and points are stored: the object store of `BACKUP_URL`, otherwise the folder of the backups. */
export function openBackupStore({ dataDir, backupDir, backupObjects }: BackupLocation): BackupStore {
  return backupObjects ? openInObjects(backupObjects, join(dataDir, scratchName)) : openInFolder(backupDir)
}

const scratchName = '.sending'
/** In front of the name of a backup in the object store, where others have a path. */
const inStore = 'BACKUP_URL/'

/** Where a new backup goes. The name contains the time, so that files sort in order and nobody has to open them. */
export function backupPath({ backupDir, backupObjects }: BackupLocation, now: Date): string {
  const name = `iaps-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  return backupObjects ? `${inStore}${name}` : join(backupDir, name)
}

export function isInObjectStore(path: string): boolean {
  return path.startsWith(inStore)
}

/** `write` is given the path to write the backup to. */
export async function putBackup(
  location: BackupLocation,
  path: string,
  write: (path: string) => Promise<number>,
): Promise<void> {
  if (isInObjectStore(path)) {
    await openBackupStore(location).put(path.slice(inStore.length), write)
    return
  }
  await makeDurableFolder(dirname(path), 0o700)
  await write(path)
}

/** `use` is given a path where the backup can be read. */
export function readBackup<T>(
  location: BackupLocation,
  path: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (!isInObjectStore(path)) return use(path)
  const scratch = join(location.dataDir, scratchName)
  return openBackupStore(location).read(path.slice(inStore.length), scratch, use)
}

export async function removeBackup(location: BackupLocation, path: string): Promise<void> {
  if (isInObjectStore(path)) await openBackupStore(location).remove(path.slice(inStore.length))
  else await rm(path, { force: true })
}

/** The path of a backup that someone names: of a file here, otherwise in the object store. */
export function findBackup({ backupObjects }: BackupLocation, given: string): string {
  const path = resolve(given)
  return backupObjects && !existsSync(path) ? `${inStore}${basename(given)}` : path
}

function openInFolder(folder: string): BackupStore {
  return {
    location: resolve(folder),
    async put(name, write) {
      const path = join(folder, name)
      await makeDurableFolder(dirname(path), 0o700)
      return write(path)
    },
    read: (name, _, use) => use(join(folder, name)),
    async list(prefix) {
      const start = join(folder, dirname(`${prefix}x`))
      const found = await readdir(start, { recursive: true, withFileTypes: true }).catch(() => [])
      return found
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
        .filter((name) => name.startsWith(prefix))
        .toSorted()
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Object stores limit the size of what is sent in one go. */
const chunkBytes = 64 * 1024 * 1024
const maxSendingMs = 600_000
const chunked = /^iaps-chunks (\d{1,4})\n$/
const nameOfChunk = /\.\d{4}$/

/** A longer file is stored in chunks; its own name appears last and says how many there are. */
export function openInObjects(location: ObjectStoreLocation, scratch: string, max = chunkBytes): BackupStore {
  const objects = openObjectPrefix(location, 'backups')
  const chunk = (name: string, number: number) => `${name}.${String(number).padStart(4, '0')}`
  const send = (name: string, bytes: Buffer) => objects.put(name, bytes, hash('sha256', bytes), maxSendingMs)
  return {
    location: location.endpoint,
    async put(name, write) {
      await makeDurableFolder(scratch, 0o700)
      const path = join(scratch, name.replaceAll('/', '-'))
      try {
        const bytes = await write(path)
        if (bytes === 0) return 0
        const count = Math.ceil(bytes / max)
        await eachChunk(path, max, (number, bytes) => send(count === 1 ? name : chunk(name, number), bytes))
        if (count > 1) await send(name, Buffer.from(`iaps-chunks ${count}\n`))
        return bytes
      } finally {
        await rm(path, { force: true })
      }
    },
    async read(name, folder, use) {
      await makeDurableFolder(folder, 0o700)
      const path = join(folder, name.replaceAll('/', '-'))
      const first = await objects.read(name).catch((cause: unknown) => {
        throw new BadBackup(`“${name}” could not be read from the object store of BACKUP_URL.`, { cause })
      })
      const [, count] = chunked.exec(first.subarray(0, 20).toString('latin1')) ?? []
      await writeChunks(path, async function* () {
        if (count === undefined) yield first
        else for (let number = 1; number <= Number(count); number++) yield objects.read(chunk(name, number))
      })
      try {
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    async list(prefix) {
      const names: string[] = []
      for await (const { name } of objects.list(prefix))
        if (!nameOfChunk.test(name)) names.push(`${prefix}${name}`)
      return names.toSorted()
    },
    async remove(name) {
      await objects.remove(name)
      for await (const { name: rest } of objects.list(`${name}.`)) await objects.remove(`${name}.${rest}`)
    },
  }
}

async function eachChunk(
  path: string,
  max: number,
  use: (number: number, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const { size } = await stat(path)
  const file = await open(path)
  try {
    for (let at = 0, number = 1; at < size; at += max, number++)
      await use(number, await readExactly(file, at, Math.min(max, size - at)))
  } finally {
    await file.close()
  }
}

async function readExactly(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new Error('A file became shorter while it was read.')
    done += bytesRead
  }
  return bytes
}

async function writeChunks(path: string, chunks: () => AsyncGenerator<Buffer>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    let at = 0
    for await (const bytes of chunks()) {
      await writeAll(file, bytes, at)
      at += bytes.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(dirname(path))
}
