import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lockWork } from '#db/engine/lock.server.ts'
import { replaceRows, type RowReplacement } from '#db/copy/replace-rows.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { leaveBytes } from '#features/media/orphaned-files.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { checkRows, type CopyContents } from './check.server.ts'
import { listObstacles, obstacleSentence } from './empty.server.ts'
import { BadCopy, fileName, type CopyManifest } from './format.ts'
import { clearRows, finishImport, replacedTables, writeRows } from './write-rows.server.ts'
import { openCopy, type OpenCopy, type OnProgress } from './zip-in.server.ts'

export type CopyImportResult = { ok: true; rows: CopyManifest['rows'] } | { ok: false; problem: string }

export interface CopyImportOptions {
  /** What the actions of all features mean for the import. */
  obstacleWords: ObstacleWords
  onProgress?: OnProgress
  /** Runs in the transaction that writes the rows, once they are there. */
  finish?: (db: Db) => Promise<void>
}

/** Checks a copy without importing it, and returns what it holds. */
export async function checkCopy(path: string, now: Date, onProgress?: OnProgress): Promise<CopyContents> {
  const copy = await openCopy(path, onProgress)
  try {
    return await checkRows(copy, now)
  } finally {
    copy.close()
  }
}

/**
 * Imports a copy of a site into an empty one: all of it or nothing. Everything is checked before the first byte is
 * written, and files are safe on the disk before a row names them.
 */
export async function importSite(
  db: Db,
  files: FileStore,
  path: string,
  workFolder: string,
  actor: Actor,
  now: Date,
  { obstacleWords, onProgress, finish = async () => undefined }: CopyImportOptions,
): Promise<CopyImportResult> {
  let copy: OpenCopy | undefined
  const folder = await mkdtemp(join(workFolder, '.site-copy-'))
  try {
    await refuseUnlessEmpty(db, obstacleWords)
    copy = await openCopy(path, onProgress)
    await checkRows(copy, now)
    await storeFiles(db, files, copy, folder, now)
    await replaceContent(db, files, copy, folder, actor, now, { obstacleWords, finish })
    return { ok: true, rows: copy.manifest.rows }
  } catch (error) {
    if (error instanceof BadCopy) return { ok: false, problem: error.message }
    throw error
  } finally {
    copy?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function replaceContent(
  db: Db,
  files: FileStore,
  copy: OpenCopy,
  folder: string,
  actor: Actor,
  now: Date,
  { obstacleWords, finish }: Required<Omit<CopyImportOptions, 'onProgress'>>,
) {
  const clear = async (db: Db) => {
    await lockWork(db, 'starter')
    await lockWork(db, 'files')
    // Someone may have worked on the site since, or a scheduled task may have removed bytes.
    await refuseUnlessEmpty(db, obstacleWords)
    for (const { name, sha256 } of filesIn(copy))
      if (!(await files.has(sha256)))
        throw new BadCopy(`The file “${name}” disappeared during the import. Try again.`)
    await clearRows(db, now)
  }
  const replacing: RowReplacement = {
    tables: [...replacedTables, 'entry_version_ref'],
    clear,
    write: (db) => writeRows(db, copy),
    finish: async (db) => {
      await finishImport(db, copy, actor, now)
      await finish(db)
    },
  }
  return replaceRows(db, join(folder, 'gathered.db'), replacing, now)
}

async function refuseUnlessEmpty(db: Db, words: ObstacleWords) {
  const obstacles = await listObstacles(db, words)
  if (obstacles.length > 0) throw new BadCopy(obstacleSentence(obstacles))
}

function filesIn({ manifest }: OpenCopy) {
  return manifest.members.filter(({ name, sha256 }) => name === fileName(sha256))
}

/** All bytes are first recorded as unused, so that those of a killed import are removed within a day. */
async function storeFiles(db: Db, files: FileStore, copy: OpenCopy, folder: string, now: Date) {
  await inTransaction(db, async (db) => {
    for (const { sha256, bytes } of filesIn(copy))
      await leaveBytes(db, { sha256, bytes, format: 'none' }, now)
  })
  const draft = join(folder, 'file')
  for (const { name, sha256 } of filesIn(copy)) {
    if (await files.has(sha256)) continue
    await unpack(copy.stream(name), draft, sha256)
    await files.putFile(draft, sha256)
  }
}

/** The copy may have changed on the disk since it was checked. */
async function unpack(stream: AsyncIterable<Buffer>, path: string, sha256: string) {
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of stream) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(hashed, createWriteStream(path, { mode: 0o600 }))
  if (hash.digest('hex') !== sha256) throw new BadCopy('The copy changed while we read it. Try again.')
}
