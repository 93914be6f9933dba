import { hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#office-time.ts'
import { readPages, type SqlitePage, type SqlitePages } from '#db/copy/sqlite-pages.server.ts'
import { isPostgresUrl } from '#db/engine/engine.server.ts'
import { version } from '#server/config/version.ts'
import type { Stores } from '#server/files/stores.server.ts'
import type { BackupStore } from '#features/backups/backup-store.server.ts'
import { keyFingerprint } from '#features/backups/key.server.ts'
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

const bytesAtOnce = 1024 * 1024

/**
 * Stores what changed in the database since the last point, and files that are new. A new chain begins once a day, so
 * that a restore has little to read and old chains can be removed whole.
 *
 * Only for a process that does nothing else with the database file: see `readPages`.
 */
export async function takePoint(source: PointSource, clock: () => Date): Promise<TakenPoint> {
  if (isPostgresUrl(source.database)) throw new Error('Recovery points are for the embedded database.')
  const known = await findChain(source)
  const last = known && isContinued(known.state, clock().getTime()) ? known : undefined
  // Before the rows that name them, and once more below for those that came meanwhile.
  const files = await copyFiles(source, last?.state.files)
  const at = clock().getTime()
  const taken = await storePoint(source, last, at)
  const state = { ...taken.state, files, unnamed: known?.state.unnamed ?? {} }
  // At once: without it the next point would begin another chain.
  await writeChainState(source.dataDir, state, taken.hashes)
  if (taken.changed > 0) await copyFiles(source, files)
  if (!last) {
    const unnamed = await removeOldPoints(source, state.unnamed, at)
    await writeChainState(source.dataDir, { ...state, unnamed }, taken.hashes)
  }
  if (taken.changed === 0) return { at }
  const { changed: pages, bytes } = taken
  return { at, written: { name: state.last, isFirst: state.number === 1, pages, bytes } }
}

interface Chain {
  state: ChainState
  hashes: PageHashes
}

/** Undefined if the chain is in another store, has another key, or was removed from the store. */
async function findChain({ dataDir, store, key }: PointSource): Promise<Chain | undefined> {
  const known = await readChainState(dataDir)
  if (known?.state.store !== store.location || known.state.key !== keyFingerprint(key)) return undefined
  const { last } = known.state
  return (await store.list(last)).includes(last) ? known : undefined
}

/** For a day, unless the clock was set back: points are found by their time. */
function isContinued({ startedAt, at }: ChainState, now: number): boolean {
  return now >= at && now - startedAt < dayMs
}

interface StoredPoint extends Chain {
  /** Nothing is stored if nothing changed. */
  changed: number
  bytes: number
}

async function storePoint(source: PointSource, last: Chain | undefined, at: number): Promise<StoredPoint> {
  const ownFiles = await readDataFiles(source.dataDir)
  const chain = last?.state.chain ?? chainName(at, randomBytes(4).toString('hex'))
  const name = pointName(chain, (last?.state.number ?? 0) + 1, at)
  let taken: StoredPoint | undefined
  // The pages are read before anything is sent: a slow store must not keep a transaction open.
  const bytes = await source.store.put(name, (path) =>
    readPages(source.database, last?.state.position ?? undefined, async (pages) => {
      const state = nextState(source, last?.state, { chain, name, at, pages, ownFiles })
      const hashes = new PageHashes(last?.hashes.bytes)
      const written = await writePoint(path, source.key, {
        last: last?.state,
        state,
        hashes,
        pages,
        ownFiles,
      })
      taken = { state: written.changed > 0 || !last ? state : without(state, last.state), hashes, ...written }
      return written.bytes
    }),
  )
  if (!taken) throw new Error(`The recovery point ${name} was not written.`)
  return { ...taken, bytes }
}

/** The number and the name of a point that was not needed are free again. */
function without(state: ChainState, { number, last }: ChainState): ChainState {
  return { ...state, number, last }
}

interface NextPoint {
  chain: string
  name: string
  at: number
  pages: SqlitePages
  ownFiles: Map<string, Buffer>
}

function nextState(
  { store, key }: PointSource,
  last: ChainState | undefined,
  { chain, name, at, pages, ownFiles }: NextPoint,
): ChainState {
  return {
    ...{ store: store.location, key: keyFingerprint(key), chain, last: name, at },
    startedAt: last?.startedAt ?? at,
    number: (last?.number ?? 0) + 1,
    ...{ pageSize: pages.pageSize, position: pages.position ?? null, digest: '' },
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

async function writePoint(
  path: string,
  key: string,
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
  const bytes = await writeParts(path, key, async (writer) => {
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
  })
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
