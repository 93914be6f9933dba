import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A part of a zip file, opened only in its turn. */
export interface ZipPart {
  name: string
  bytes: number
  /** Not for parts that must produce the same bytes everywhere. */
  isCompressed?: boolean
  open(): NodeJS.ReadableStream
}

interface ZipOptions {
  onProgress?: (done: number) => void
  signal?: AbortSignal | undefined
}

// A zip file stores local times: built from local parts, this one reads the same in every time zone.
const noTime = new Date(1994, 11, 4)

/**
 * Writes a zip file whose bytes depend only on its parts, unless some are compressed: libraries compress differently.
 */
export async function writeZip(path: string, parts: ZipPart[], { onProgress, signal }: ZipOptions = {}) {
  const draft = `${path}.part`
  const zip = new ZipFile()
  let done = 0
  const options = { mtime: noTime, mode: 0o100644, forceDosTimestamp: true }
  for (const part of parts.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    zip.addReadStreamLazy(
      part.name,
      { ...options, compress: part.isCompressed ?? false, size: part.bytes },
      (opened) => {
        onProgress?.(done++)
        opened(null, part.open())
      },
    )
  const out = createWriteStream(draft, { flags: 'w', mode: 0o600 })
  zip.on('error', (error: Error) => out.destroy(error))
  zip.end()
  try {
    await (signal ? pipeline(zip.outputStream, out, { signal }) : pipeline(zip.outputStream, out))
    await sync(draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function sync(path: string) {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
