import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { writeAll } from '#server/files/write-all.server.ts'
import { BadBackup } from './bad-backup.ts'

/**
 * A file that only the holder of a key can read and nobody can change: a plain header, then chunks of equal length,
 * each sealed with its number, so that none can be changed, left out, moved or cut off at the end.
 */

const magic = Buffer.from('iaps-backup\n')
const formatVersion = 1
const saltBytes = 32
const checkBytes = 16
const hashBytes = 32
const tagBytes = 16
const pieceBytes = 256 * 1024
const headBytes = magic.length + 2 + 8 + saltBytes + checkBytes + hashBytes

interface Head {
  salt: Buffer
  /** Of the whole file; zero while it is being written. */
  bytes: number
}

/** Seals what flows through; the header must be written again when the length is known. */
export function sealing(key: string): { salt: Buffer; stream: Transform } {
  const salt = randomBytes(saltBytes)
  const { fileKey } = keysOf(key, salt)
  let waiting: Buffer[] = []
  let size = 0
  let number = 0
  const take = () => {
    const all = Buffer.concat(waiting)
    waiting = [all.subarray(pieceBytes)]
    size = all.length - Math.min(all.length, pieceBytes)
    return all.subarray(0, pieceBytes)
  }
  const stream = new Transform({
    construct(ready) {
      this.push(headOf(key, { salt, bytes: 0 }))
      ready()
    },
    transform(chunk: Buffer, _, done) {
      waiting.push(chunk)
      size += chunk.length
      // The last chunk must be marked as such, so one is always held back.
      while (size > pieceBytes) this.push(sealPiece(fileKey, number++, false, take()))
      done()
    },
    flush(done) {
      this.push(sealPiece(fileKey, number, true, take()))
      done()
    },
  })
  return { salt, stream }
}

/** Writes the length of the whole file into its header and flushes the file to the disk. */
export async function finishHead(path: string, key: string, salt: Buffer): Promise<number> {
  const handle = await open(path, 'r+')
  try {
    const { size } = await handle.stat()
    await writeAll(handle, headOf(key, { salt, bytes: size }), 0)
    await handle.sync()
    return size
  } finally {
    await handle.close()
  }
}

/** The content, chunk by chunk, each verified before it is returned. Every kind of damage has its own message. */
export async function* readSealed(path: string, key: string): AsyncGenerator<Buffer> {
  const handle = await openFile(path)
  try {
    const { salt, bytes } = await readHead(handle, key)
    const { fileKey } = keysOf(key, salt)
    const piece = Buffer.alloc(pieceBytes + tagBytes)
    for (let at = headBytes, number = 0; at < bytes; number++) {
      const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, bytes - at), at)
      const isLast = at + bytesRead >= bytes
      yield unsealPiece(fileKey, number, isLast, piece.subarray(0, bytesRead), at)
      at += bytesRead
    }
  } finally {
    await handle.close()
  }
}

async function openFile(path: string) {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new BadBackup(`There is no backup at "${path}".`)
  return open(path, 'r')
}

async function readHead(handle: FileHandle, key: string): Promise<Head> {
  const head = Buffer.alloc(headBytes)
  const { bytesRead } = await handle.read(head, 0, headBytes, 0)
  if (!head.subarray(0, magic.length).equals(magic))
    throw new BadBackup('This file is not a backup of a site, or its start is damaged.')
  if (bytesRead < headBytes) throw new BadBackup('This backup was copied only in part. Copy it again.')
  const end = headBytes - hashBytes
  if (!sha256(head.subarray(0, end)).equals(head.subarray(end)))
    throw new BadBackup('The start of this backup is damaged. Use another copy of it.')
  const version = head.readUInt16BE(magic.length)
  if (version > formatVersion)
    throw new BadBackup(
      `This backup was made by a newer site: it has format ${version}, and this site reads up to ${formatVersion}. Update the site first.`,
    )
  const bytes = Number(head.readBigUInt64BE(magic.length + 2))
  const saltAt = magic.length + 10
  const salt = head.subarray(saltAt, saltAt + saltBytes)
  await compareLength(handle, bytes)
  if (!keysOf(key, salt).check.equals(head.subarray(saltAt + saltBytes, end)))
    throw new BadBackup('This backup was made with another key. Set BACKUP_KEY to that key.')
  return { salt, bytes }
}

async function compareLength(handle: FileHandle, bytes: number) {
  const { size } = await handle.stat()
  if (bytes === 0) throw new BadBackup('This backup was never completed. Use another one.')
  if (size < bytes)
    throw new BadBackup(`This backup was copied only in part: ${size} of ${bytes} bytes. Copy it again.`)
  if (size > bytes) throw new BadBackup('This backup is longer than it should be. Use another copy of it.')
}

function headOf(key: string, { salt, bytes }: Head): Buffer {
  const numbers = Buffer.alloc(10)
  numbers.writeUInt16BE(formatVersion, 0)
  numbers.writeBigUInt64BE(BigInt(bytes), 2)
  const header = Buffer.concat([magic, numbers, salt, keysOf(key, salt).check])
  return Buffer.concat([header, sha256(header)])
}

/** One key seals only this file, so its chunks can simply be numbered; the other only identifies the key. */
function keysOf(key: string, salt: Buffer) {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, purpose, bytes))
  return { fileKey: derive('backup pieces', 32), check: derive('backup key check', checkBytes) }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 4)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function sealPiece(key: Buffer, number: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function unsealPiece(key: Buffer, number: number, isLast: boolean, sealed: Buffer, at: number): Buffer {
  const end = sealed.length - tagBytes
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    decipher.setAuthTag(sealed.subarray(end))
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
  } catch {
    throw new BadBackup(
      `This backup is damaged between byte ${at} and byte ${at + sealed.length}. Use another copy of it.`,
    )
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
