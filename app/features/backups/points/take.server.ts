import { hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPages, type SqlitePage, type SqlitePages } from '#db/copy/sqlite-pages.server.ts'
import { isPostgresUrl } from '#db/engine/engine.server.ts'
import { version } from '#server/config/version.ts'
import type { Stores } from '#server/files/stores.server.ts'
import type { BackupStore } from '#features/backups/backup-store.server.ts'
import { dataFilePart, dataFiles } from '#features/backups/manifest.ts'
import { writeParts, type PartWriter } from '#features/backups/parts.server.ts'
import { readChainState, writeChainState, type ChainState } from './chain-state.server.ts'
import { copyFiles } from './copy-files.server.ts'
import { PageHashes } from './page-hashes.ts'
import { chainName, pageHeadBytes, pagesPart, pointName, type RecoveryPoint } from './point.ts'
import { removeOldPoints } from './remove-old.server.ts'

export interface PointSource extends Stores {
  database: string
  dataDir: string
  store: BackupStore
  key: string
  /** How many days back every moment can be restored. */
  days: number
}

export interface TakenPoint {
  at: number
  /** Undefined if nothing had changed. */
  written?: { name: string; isFirst: boolean; pages: number; bytes: number }
}

const day = 86_400_000
const bytesAtOnce = 1024 * 1024

/**
 * Stores what changed in the database since the last point, and files that are new. A new chain begins once a day, so
 * that a restore has little to read and old chains can be removed whole.
 *
 * Only for a process that does nothing else with the database file: see `readPages`.
 */
export async function takePoint(source: PointSource, clock: () => Date): Promise<TakenPoint> {
  if (isPostgresUrl(source.database)) throw new Error('Recovery points are for the embedded database.')
  const known = await readChainState(source.dataDir)
  const last = known && clock().getTime() - known.state.startedAt < day ? known : undefined
  // Before the rows that name them, and once more below for those that came meanwhile.
  const files = await copyFiles(source, known?.state.files)
  const at = clock().getTime()
  const ownFiles = await readDataFiles(source.dataDir)
  const taken = await readPages(source.database, last?.state.position ?? undefined, async (pages) => {
    const state = nextState(last?.state, pages, ownFiles, at)
    const hashes = new PageHashes(last?.hashes.bytes)
    const name = pointName(state.chain, state.number, at)
    const written = await writePoint(source, name, { last: last?.state, state, hashes, pages, ownFiles })
    return { name, state, hashes, ...written }
  })
  const number = taken.changed > 0 ? taken.state.number : taken.state.number - 1
  const state = { ...taken.state, number, files, unnamed: known?.state.unnamed ?? {} }
  // At once: without it the next point would begin another chain.
  await writeChainState(source.dataDir, state, taken.hashes)
  if (taken.changed > 0) await copyFiles(source, files)
  if (!last) {
    const unnamed = await removeOldPoints(source, state.unnamed, at)
    await writeChainState(source.dataDir, { ...state, unnamed }, taken.hashes)
  }
  if (taken.changed === 0) return { at }
  const { name, changed: pages, bytes } = taken
  return { at, written: { name, isFirst: number === 1, pages, bytes } }
}

function nextState(
  last: ChainState | undefined,
  { pageSize, position }: SqlitePages,
  ownFiles: Map<string, Buffer>,
  at: number,
): ChainState {
  return {
    chain: last?.chain ?? chainName(at, randomBytes(4).toString('hex')),
    startedAt: last?.startedAt ?? at,
    number: (last?.number ?? 0) + 1,
    ...{ at, pageSize, position: position ?? null, digest: '' },
    dataFiles: Object.fromEntries([...ownFiles].map(([name, bytes]) => [name, hash('sha256', bytes)])),
    unnamed: {},
    files: '',
  }
}

interface PointContents {
  last: ChainState | undefined
  state: ChainState
  hashes: PageHashes
  pages: SqlitePages
  ownFiles: Map<string, Buffer>
}

/** Nothing is stored if nothing changed. */
async function writePoint(
  { store, key }: PointSource,
  name: string,
  { last, state, hashes, pages, ownFiles }: PointContents,
): Promise<{ changed: number; bytes: number }> {
  const before = last ? hashes.digest() : ''
  hashes.resize(pages.count)
  const changes = changedPages(pages, hashes)
  const first = await changes.next()
  const newFiles = [...ownFiles].filter(([name]) => last?.dataFiles[name] !== state.dataFiles[name])
  if (first.done && newFiles.length === 0) {
    state.digest = hashes.digest()
    return { changed: 0, bytes: 0 }
  }
  let changed = 0
  const bytes = await store.put(name, (path) =>
    writeParts(path, key, async (writer) => {
      for (const [name, bytes] of newFiles) {
        await writer.begin(dataFilePart(name))
        await writer.write(bytes)
      }
      await writer.begin(pagesPart(pages.pageSize, pages.count))
      if (!first.done) changed = await writePages(writer, first.value, changes)
      state.digest = hashes.digest()
      const { chain, number, at, pageSize } = state
      const point = { chain, number, at, version, pageSize, pages: pages.count, before, after: state.digest }
      return JSON.stringify({ kind: 'point', ...point } satisfies RecoveryPoint)
    }),
  )
  return { changed: Math.max(changed, newFiles.length), bytes }
}

async function* changedPages(pages: SqlitePages, hashes: PageHashes) {
  for await (const page of pages.each()) if (hashes.take(page.number, page.bytes)) yield page
}

async function writePages(
  writer: PartWriter,
  first: SqlitePage,
  rest: AsyncGenerator<SqlitePage>,
): Promise<number> {
  let count = 0
  let waiting: Buffer[] = []
  let size = 0
  const add = async ({ number, bytes }: SqlitePage) => {
    const head = Buffer.alloc(pageHeadBytes)
    head.writeUInt32BE(number)
    waiting.push(head, bytes)
    size += bytes.length
    count++
    if (size >= bytesAtOnce) await flush()
  }
  const flush = async () => {
    await writer.write(Buffer.concat(waiting))
    ;[waiting, size] = [[], 0]
  }
  await add(first)
  for await (const page of rest) await add(page)
  await flush()
  return count
}

async function readDataFiles(dataDir: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const name of dataFiles) {
    const bytes = await readFile(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (bytes) found.set(name, bytes)
  }
  return found
}
