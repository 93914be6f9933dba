import type { FileHandle } from 'node:fs/promises'

/** The log of a SQLite file was begun anew while it was read. */
export class WalRestarted extends Error {}

/** The write-ahead log of a SQLite file up to its last commit. */
export interface Wal {
  /** Another one each time the log begins anew. */
  salt: string
  pageSize: number
  frames: number
  /** How many pages the database has after the last commit. */
  pageCount: number
  /** The last frame of each page. */
  newest: Map<number, number>
  read(frame: number): Promise<Buffer>
  /** The checksum of everything up to a frame. */
  sumAt(frame: number): Promise<string>
  /** Throws `WalRestarted` unless it is still the same log. */
  assertSame(): Promise<void>
}

const headBytes = 32
const frameHeadBytes = 24
const magic = 0x377f0682
const framesAtOnce = 256

/** Undefined if it holds no commit. */
export async function readWal(log: FileHandle): Promise<Wal | undefined> {
  const head = await readAt(log, 0, headBytes)
  // The last bit says how the checksums count.
  if (head.length < headBytes || head.readUInt32BE(0) >>> 1 !== magic >>> 1) return undefined
  const isLittle = (head.readUInt32BE(0) & 1) === 0
  const headSum = addTo([0, 0], head.subarray(0, 24), isLittle)
  if (headSum[0] !== head.readUInt32BE(24) || headSum[1] !== head.readUInt32BE(28)) return undefined
  const pageSize = head.readUInt32BE(8)
  const salt = saltOf(head)
  const frameBytes = frameHeadBytes + pageSize

  const newest = new Map<number, number>()
  const uncommitted = new Map<number, number>()
  let committed = { frames: 0, pageCount: 0 }
  let sum = headSum
  for await (const { frame, bytes } of framesOf(log, frameBytes)) {
    if (bytes.toString('hex', 8, 16) !== salt) break
    sum = addTo(addTo(sum, bytes.subarray(0, 8), isLittle), bytes.subarray(frameHeadBytes), isLittle)
    if (sum[0] !== bytes.readUInt32BE(16) || sum[1] !== bytes.readUInt32BE(20)) break
    uncommitted.set(bytes.readUInt32BE(0), frame)
    const pageCount = bytes.readUInt32BE(4)
    if (pageCount === 0) continue
    committed = { frames: frame, pageCount }
    for (const [page, last] of uncommitted) newest.set(page, last)
    uncommitted.clear()
  }
  if (committed.frames === 0) return undefined
  return {
    ...{ salt, pageSize, newest, ...committed },
    sumAt: async (frame) => (await readAt(log, headBytes + (frame - 1) * frameBytes + 16, 8)).toString('hex'),
    read: (frame) => readAt(log, headBytes + (frame - 1) * frameBytes + frameHeadBytes, pageSize),
    async assertSame() {
      if (saltOf(await readAt(log, 0, headBytes)) !== salt) throw new WalRestarted()
    },
  }
}

async function* framesOf(log: FileHandle, frameBytes: number) {
  for (let frame = 1; ;) {
    const at = headBytes + (frame - 1) * frameBytes
    const block = await readAt(log, at, framesAtOnce * frameBytes)
    for (let from = 0; from + frameBytes <= block.length; from += frameBytes)
      yield { frame: frame++, bytes: block.subarray(from, from + frameBytes) }
    if (block.length < framesAtOnce * frameBytes) return
  }
}

function saltOf(head: Buffer): string {
  return head.toString('hex', 16, 24)
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** https://www.sqlite.org/walformat.html#checksum_algorithm */
function addTo([first, second]: [number, number], bytes: Buffer, isLittle: boolean): [number, number] {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + words.getUint32(at, isLittle) + second) >>> 0
    second = (second + words.getUint32(at + 4, isLittle) + first) >>> 0
  }
  return [first, second]
}
