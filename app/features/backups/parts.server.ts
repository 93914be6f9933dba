import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { syncFolder } from '#db/engine/sync-folder.server.ts'
import { BadBackup } from './bad-backup.ts'
import { finishHead, readSealed, sealing } from './sealed.server.ts'

/** The content of a backup: parts one after another, each with a name and bytes of any length. */

/** A name, a chunk of the last named part, or the end of everything. */
type Frame = { kind: 'name'; name: string } | { kind: 'bytes'; bytes: Buffer } | { kind: 'end'; text: string }

const kinds = ['name', 'bytes', 'end'] as const
const headBytes = 5
const maxBytes = 64 * 1024 * 1024

export interface PartWriter {
  begin(name: string): Promise<void>
  write(bytes: Buffer): Promise<void>
}

/**
 * Writes a backup with what `fill` puts into it; its return value goes last. The file is complete or does not exist.
 */
export async function writeParts(
  path: string,
  key: string,
  fill: (writer: PartWriter) => Promise<string>,
): Promise<number> {
  const draft = `${path}.part`
  const packing = createZstdCompress()
  const { salt, stream } = sealing(key)
  const written = pipeline(packing, stream, createWriteStream(draft, { flags: 'w', mode: 0o600 }))
  const put = async (frame: Buffer) => {
    // If the disk fails, nothing would ever signal that there is room again.
    if (!packing.write(frame)) await Promise.race([once(packing, 'drain'), written])
  }
  try {
    const end = await Promise.race([
      fill({
        begin: (name) => put(frameOf('name', Buffer.from(name))),
        write: (bytes) => put(frameOf('bytes', bytes)),
      }),
      written.then(() => ''),
    ])
    await put(frameOf('end', Buffer.from(end)))
    packing.end()
    await written
    const bytes = await finishHead(draft, key, salt)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return bytes
  } catch (error) {
    packing.destroy()
    await written.catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}

export interface PartReader {
  /** Called for each part, whose bytes it must consume. */
  part(name: string, bytes: AsyncIterable<Buffer>): Promise<void>
}

/** Reads a backup from its first byte to its last and returns what is at its end. */
export async function readParts(path: string, key: string, reader: PartReader): Promise<string> {
  const frames = readFrames(path, key)
  let next = await frames.next()
  try {
    for (;;) {
      if (next.done) throw new BadBackup('This backup is incomplete: its end is missing.')
      const frame = next.value
      if (frame.kind === 'end') {
        // Only reading to the very last byte verifies all of them.
        if (!(await frames.next()).done)
          throw new BadBackup('This backup is damaged: it has data after its end.')
        return frame.text
      }
      if (frame.kind === 'bytes') throw new BadBackup('This backup is damaged: it has data without a name.')
      const bytes = async function* () {
        for (
          next = await frames.next();
          !next.done && next.value.kind === 'bytes';
          next = await frames.next()
        )
          yield next.value.bytes
      }
      const taken = bytes()
      await reader.part(frame.name, taken)
      for await (const rest of taken) void rest
    }
  } finally {
    await frames.return(undefined)
  }
}

function frameOf(kind: (typeof kinds)[number], bytes: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(kinds.indexOf(kind), 0)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

async function* readFrames(path: string, key: string): AsyncGenerator<Frame, undefined> {
  let rest = Buffer.alloc(0)
  for await (const chunk of unpacked(path, key)) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= headBytes) {
      const length = rest.readUInt32BE(1)
      if (length > maxBytes) throw new BadBackup('This backup is damaged: one of its parts is too large.')
      if (rest.length < headBytes + length) break
      yield toFrame(kinds[rest.readUInt8(0)], rest.subarray(headBytes, headBytes + length))
      rest = rest.subarray(headBytes + length)
    }
  }
  if (rest.length > 0) throw new BadBackup('This backup is incomplete: its end is missing.')
  return undefined
}

function toFrame(kind: (typeof kinds)[number] | undefined, bytes: Buffer): Frame {
  if (kind === 'bytes') return { kind, bytes }
  if (kind === 'name') return { kind, name: bytes.toString() }
  if (kind === 'end') return { kind, text: bytes.toString() }
  throw new BadBackup('This backup has a part that this site does not know.')
}

async function* unpacked(path: string, key: string): AsyncGenerator<Buffer> {
  const unpacking = createZstdDecompress()
  const fed = pipeline(readSealed(path, key), unpacking)
  // An error there is thrown to the reader here.
  fed.catch(() => undefined)
  try {
    for await (const chunk of unpacking) yield chunk as Buffer
    await fed
  } finally {
    unpacking.destroy()
    await fed.catch(() => undefined)
  }
}
