import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { officeTimeInWords } from '#office-time.ts'
import { writeAll } from '#server/files/write-all.server.ts'
import { BadBackup } from '#features/backups/bad-backup.ts'
import type { BackupStore } from '#features/backups/backup-store.server.ts'
import { filePart, readPartName, type FileFolder } from '#features/backups/manifest.ts'
import { readParts } from '#features/backups/parts.server.ts'
import { storedName } from './copy-files.server.ts'
import { PageHashes } from './page-hashes.ts'
import {
  chainsPrefix,
  pageHeadBytes,
  pointSchema,
  readPagesPart,
  readPointName,
  type NamedPoint,
  type RecoveryPoint,
} from './point.ts'

/** The points that lead to a moment, in order. */
export async function findPoints(store: BackupStore, moment: number): Promise<NamedPoint[]> {
  const all = (await store.list(chainsPrefix)).flatMap((name) => readPointName(name) ?? [])
  if (all.length === 0)
    throw new BadBackup('There are no recovery points here. Check BACKUP_DIR or BACKUP_URL.')
  const until = all.filter(({ at }) => at <= moment)
  const last = until.toSorted((a, b) => (a.chain < b.chain ? -1 : 1)).at(-1)
  if (!last)
    throw new BadBackup(
      `The earliest moment that can be restored is ${officeTimeInWords(Math.min(...all.map(({ at }) => at)))}.`,
    )
  const byNumber = new Map<number, NamedPoint>()
  // If a process was killed right after writing a point, its number was used again.
  for (const point of until.filter(({ chain }) => chain === last.chain).toSorted((a, b) => a.at - b.at))
    byNumber.set(point.number, point)
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number)
}

interface PointReader {
  store: BackupStore
  key: string
  /** Where everything is put together. */
  folder: string
}

/** Puts the database file together, with the keys and anchors beside it, and proves that nothing is left out. */
export async function rebuildDatabase(reader: PointReader, points: NamedPoint[]): Promise<RecoveryPoint> {
  const file = await open(join(reader.folder, 'site.db'), 'w+', 0o600)
  const hashes = new PageHashes()
  let last: RecoveryPoint | undefined
  try {
    for (const { name, number } of points) {
      const before = last ? hashes.digest() : ''
      const apply = (path: string) => applyPoint(path, reader, file, hashes)
      const point = await reader.store.read(name, reader.folder, apply)
      if (point.number !== number || point.before !== before)
        throw new BadBackup(`A recovery point before “${name}” is missing.`)
      if (hashes.digest() !== point.after) throw new BadBackup(`The recovery point “${name}” is damaged.`)
      last = point
    }
    if (!last) throw new BadBackup('There are no recovery points here.')
    await file.truncate(last.pages * last.pageSize)
    await file.sync()
    await comparePages(file, last)
    return last
  } finally {
    await file.close()
  }
}

async function applyPoint(
  path: string,
  { key, folder }: PointReader,
  file: FileHandle,
  hashes: PageHashes,
): Promise<RecoveryPoint> {
  const end = await readParts(path, key, {
    part: async (name, bytes) => {
      const part = readPartName(name)
      const pages = readPagesPart(name)
      if (part?.kind === 'data-file')
        await pipeline(bytes, createWriteStream(join(folder, part.name), { mode: 0o600, flush: true }))
      else if (pages) await applyPages(bytes, pages, file, hashes)
      else
        throw new BadBackup(
          `This recovery point has a part “${name.slice(0, 80)}” that this site does not know.`,
        )
    },
  })
  const point = pointSchema.safeParse(JSON.parse(end))
  if (point.success) return point.data
  throw new BadBackup(
    'This recovery point was made by another version of the site. This version cannot read it.',
  )
}

async function applyPages(
  bytes: AsyncIterable<Buffer>,
  { pageSize, count }: { pageSize: number; count: number },
  file: FileHandle,
  hashes: PageHashes,
) {
  hashes.resize(count)
  const size = pageHeadBytes + pageSize
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk])
    let at = 0
    for (; at + size <= rest.length; at += size) {
      const number = rest.readUInt32BE(at)
      const page = rest.subarray(at + pageHeadBytes, at + size)
      hashes.take(number, page)
      await writeAll(file, page, (number - 1) * pageSize)
    }
    rest = rest.subarray(at)
  }
}

/** What was written is read back once. */
async function comparePages(file: FileHandle, { pages, pageSize, after }: RecoveryPoint) {
  const hashes = new PageHashes()
  hashes.resize(pages)
  const page = Buffer.alloc(pageSize)
  for (let number = 1; number <= pages; number++) {
    await file.read(page, 0, pageSize, (number - 1) * pageSize)
    hashes.take(number, page)
  }
  if (hashes.digest() !== after)
    throw new BadBackup('We could not rebuild the database from its recovery points.')
}

/** Fetches a file into the folder; false if it was never stored or is damaged. Throws if the store cannot be read. */
export async function fetchFile(
  { store, key, folder }: PointReader,
  stored: Set<string>,
  { folder: kind, sha256 }: { folder: FileFolder; sha256: string },
): Promise<boolean> {
  const name = storedName(key, kind, sha256)
  if (!stored.has(name)) return false
  const target = join(folder, kind, sha256.slice(0, 2), sha256)
  await mkdir(dirname(target), { recursive: true })
  const sum = createHash('sha256')
  const part = async (part: string, bytes: AsyncIterable<Buffer>) => {
    if (part !== filePart(kind, sha256)) throw new BadBackup(`“${name}” holds another file.`)
    const summed = async function* () {
      for await (const chunk of bytes) {
        sum.update(chunk)
        yield chunk
      }
    }
    await pipeline(summed(), createWriteStream(target, { mode: 0o600, flush: true }))
  }
  const isWhole = await store.read(name, folder, (path) =>
    readParts(path, key, { part }).then(
      () => sum.digest('hex') === sha256,
      (error: unknown) => {
        if (error instanceof BadBackup) return false
        throw error
      },
    ),
  )
  if (!isWhole) await rm(target, { force: true })
  return isWhole
}
