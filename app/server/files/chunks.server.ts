import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from './folder.server.ts'
import { syncFolder } from '#db/engine/sync-folder.server.ts'
import { openObjectPrefix } from './object-store.server.ts'
import type { StoreLocation } from './stores.server.ts'
import { writeAll } from './write-all.server.ts'

/** Uploads: chunks that arrive one after the other, at any machine, until they are one file. */
export interface ChunkStore {
  /** Accepts up to `max` bytes and counts what is stored; the excess is reported and dropped. */
  write(id: string, offset: number, max: number, body: AsyncIterable<Uint8Array>): Promise<Received>
  /** All chunks as one file on this machine. */
  gather(id: string, bytes: number): Promise<string>
  remove(id: string): Promise<void>
  /** Removes what is older and not in use. */
  clear(isInUse: (id: string) => boolean, before: number): Promise<void>
}

interface Received {
  bytes: number
  isTooLarge: boolean
}

const keyPrefix = 'uploads'

/** In a folder beside the data, or where `FILES_URL` says, so that any machine can take the next chunk. */
export function openChunkStore({ dataDir, objects }: StoreLocation): ChunkStore {
  const inFolder = openChunkFolder(join(dataDir, keyPrefix))
  if (!objects) return inFolder
  const store = openObjectPrefix(objects, keyPrefix)
  return {
    async write(id, offset, max, body) {
      const endsAt = performance.now() + maxStoringMs
      const got: Buffer[] = []
      const received = await receive(body, max, endsAt, async (piece) => void got.push(Buffer.from(piece)))
      if (received.isTooLarge || received.bytes === 0) return received
      const bytes = Buffer.concat(got)
      await store.put(nameOf(id, offset), bytes, hash('sha256', bytes), maxPutMs)
      return received
    },
    async gather(id, bytes) {
      const path = await inFolder.gather(id, bytes)
      const there = await stat(path).catch(() => undefined)
      if (there?.size === bytes) return path
      await makeFolder(join(dataDir, keyPrefix))
      const draft = `${path}.${process.pid}.${Date.now()}`
      await pipeline(Readable.from(piecesOf(id, bytes)), createWriteStream(draft))
      await rename(draft, path)
      return path
    },
    async remove(id) {
      await inFolder.remove(id)
      for await (const { name } of store.list(`${checked(id)}.`)) await store.remove(`${id}.${name}`)
    },
    async clear(isInUse, before) {
      await inFolder.clear(isInUse, before)
      for await (const { name, writtenAt } of store.list(''))
        if (!isInUse(name.replace(/\..*/, '')) && writtenAt.getTime() < before) await store.remove(name)
    },
  }

  /** Each chunk starts where the last one ended, so its name is known. */
  async function* piecesOf(id: string, bytes: number) {
    for (let offset = 0; offset < bytes;) {
      const piece = await store.read(nameOf(id, offset))
      if (piece.length === 0 || offset + piece.length > bytes)
        throw new Error(`The chunks of upload ${id} do not fit together at ${offset}.`)
      yield piece
      offset += piece.length
    }
  }
}

const maxChunkMs = 110_000
/** Both together are less than the time for which a chunk is reserved. */
const maxStoringMs = 60_000
const maxPutMs = 50_000

function openChunkFolder(folder: string): ChunkStore {
  const pathOf = (id: string) => join(folder, checked(id))
  return {
    async write(id, offset, max, body) {
      await makeFolder(folder)
      const handle = await open(pathOf(id), offset === 0 ? 'w' : 'r+')
      let at = offset
      try {
        const received = await receive(body, max, performance.now() + maxChunkMs, async (piece) => {
          await writeAll(handle, piece, at)
          at += piece.length
        })
        // A row will say how much is there, so it must survive a power cut.
        await handle.sync()
        await syncFolder(folder)
        await syncFolder(dirname(folder))
        return received
      } finally {
        await handle.close()
      }
    },
    gather: async (id) => pathOf(id),
    remove: (id) => rm(pathOf(id), { force: true }),
    async clear(isInUse, before) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
        if (!isInUse(name) && mtimeMs < before) await rm(path, { force: true })
      }
    },
  }
}

async function receive(
  body: AsyncIterable<Uint8Array>,
  max: number,
  endsAt: number,
  onPiece: (piece: Uint8Array) => Promise<void>,
): Promise<Received> {
  let bytes = 0
  for await (const piece of body) {
    if (bytes + piece.length > max) return { bytes, isTooLarge: true }
    if (performance.now() > endsAt) break
    await onPiece(piece)
    bytes += piece.length
  }
  return { bytes, isTooLarge: false }
}

function nameOf(id: string, offset: number): string {
  return `${checked(id)}.${offset}`
}

/** Anything else in an id must never become part of a path. */
function checked(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`This is not the id of an upload: ${id}`)
  return id
}
