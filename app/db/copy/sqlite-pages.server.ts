import { open, type FileHandle } from 'node:fs/promises'
import { sql } from 'kysely'
import { inSnapshot } from './snapshot.server.ts'
import { readWal, WalRestarted, type Wal } from './wal.server.ts'

/** Where a reader of the write-ahead log stopped; what follows is new. */
export interface WalPosition {
  salt: string
  frame: number
  /** Of everything up to that frame. After a power cut others may be in its place, in a log with the same salt. */
  sum: string
}

export interface SqlitePage {
  /** Counted from 1, as SQLite does. */
  number: number
  bytes: Buffer
}

/** A SQLite file as of one commit. */
export interface SqlitePages {
  pageSize: number
  /** How many pages the file has. */
  count: number
  /** Undefined where everything is in the file itself. */
  position: WalPosition | undefined
  /** Whether `each` leaves out what was written before the given position. */
  isPartial: boolean
  each(): AsyncGenerator<SqlitePage>
}

const maxTries = 5
const pagesAtOnce = 256

/**
 * Reads the pages of a SQLite file while other processes write to it. A transaction of our own keeps them from moving
 * newer pages into the file, so the file with its log up to any commit is consistent
 * (https://www.sqlite.org/walformat.html). If they begin the log anew meanwhile, `use` is called again.
 *
 * Only for a process that does nothing else with this file: closing it drops every lock that the process has on it,
 * those of SQLite too.
 */
export async function readPages<T>(
  path: string,
  since: WalPosition | undefined,
  use: (pages: SqlitePages) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await readOnce(path, since, use)
    } catch (error) {
      if (!(error instanceof WalRestarted) || tries === maxTries) throw error
    }
}

async function readOnce<T>(
  path: string,
  since: WalPosition | undefined,
  use: (pages: SqlitePages) => Promise<T>,
): Promise<T> {
  const file = await open(path)
  try {
    return await inSnapshot(path, async (db) => {
      // A transaction begins with its first query.
      await sql`select count(*) from sqlite_schema`.execute(db)
      const log = await openIfThere(`${path}-wal`)
      try {
        const wal = log && (await readWal(log))
        return await use(await pagesOf(file, log, wal, since))
      } finally {
        await log?.close()
      }
    })
  } finally {
    await file.close()
  }
}

async function pagesOf(
  file: FileHandle,
  log: FileHandle | undefined,
  wal: Wal | undefined,
  since: WalPosition | undefined,
): Promise<SqlitePages> {
  const pageSize = wal?.pageSize ?? (await readPageSize(file))
  const count = wal?.pageCount ?? (await file.stat()).size / pageSize
  const from = since && wal && (await holds(wal, since)) ? since.frame : undefined
  const newest = wal?.newest ?? new Map<number, number>()
  return {
    ...{ pageSize, count, isPartial: from !== undefined },
    position: wal && { salt: wal.salt, frame: wal.frames, sum: await wal.sumAt(wal.frames) },
    async *each() {
      if (from !== undefined) {
        for (const [number, frame] of newest)
          if (frame > from && number <= count) yield { number, bytes: await wal!.read(frame) }
      } else
        for await (const page of inOrder(file, pageSize, count)) {
          const frame = newest.get(page.number)
          yield frame === undefined ? page : { ...page, bytes: await wal!.read(frame) }
        }
      // Pages that were read after a restart of the log may be of different commits.
      if (log && wal) await wal.assertSame()
    },
  }
}

async function holds(wal: Wal, { salt, frame, sum }: WalPosition): Promise<boolean> {
  return salt === wal.salt && frame <= wal.frames && sum === (await wal.sumAt(frame))
}

/** A page that is only in the log so far may be beyond the end of the file. */
async function* inOrder(file: FileHandle, pageSize: number, count: number): AsyncGenerator<SqlitePage> {
  for (let first = 1; first <= count; first += pagesAtOnce) {
    const block = Buffer.alloc(Math.min(pagesAtOnce, count - first + 1) * pageSize)
    await file.read(block, 0, block.length, (first - 1) * pageSize)
    for (let at = 0; at < block.length; at += pageSize)
      yield { number: first + at / pageSize, bytes: block.subarray(at, at + pageSize) }
  }
}

async function readPageSize(file: FileHandle): Promise<number> {
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 16)
  const size = buffer.readUInt16BE(0)
  return size === 1 ? 65_536 : size
}

function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
