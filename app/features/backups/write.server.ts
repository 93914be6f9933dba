import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listSteps, listTableShapes, type TableShape } from '#db/copy/all-rows.server.ts'
import { eachRow, inSnapshot } from '#db/copy/snapshot.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { version } from '#server/config/version.ts'
import {
  filePart,
  fileTables,
  dataFilePart,
  dataFiles,
  rowsPart,
  type FileFolder,
  type BackupManifest,
} from './manifest.ts'
import { writeParts, type PartWriter } from './parts.server.ts'

export interface BackupSource {
  database: string
  dataDir: string
  files: FileStore
  privateFiles: FileStore
}

/** What is written so far. */
export interface BackupProgress {
  rows: number
  files: number
}

type ReportProgress = (progress: BackupProgress) => Promise<void>

const bytesAtOnce = 64 * 1024

/**
 * Writes everything into one sealed file while the site keeps running: the rows as they are at one moment, then the
 * files that they name. Returns what it holds and how long it is.
 */
export async function writeBackup(
  source: BackupSource,
  path: string,
  key: string,
  now: Date,
  report: ReportProgress = async () => undefined,
): Promise<{ manifest: BackupManifest; bytes: number }> {
  let manifest: BackupManifest | undefined
  const bytes = await writeParts(path, key, async (writer) => {
    manifest = await fill(source, writer, now, report)
    return JSON.stringify(manifest)
  })
  if (!manifest) throw new Error(`The backup ${path} has no manifest.`)
  return { manifest, bytes }
}

async function fill(
  source: BackupSource,
  writer: PartWriter,
  now: Date,
  report: ReportProgress,
): Promise<BackupManifest> {
  const progress: BackupProgress = { rows: 0, files: 0 }
  for (const name of dataFiles) await writeDataFile(source.dataDir, name, writer)
  const named = new Map<FileFolder, Set<string>>([
    ['files', new Set()],
    ['private', new Set()],
  ])
  const { steps, tables } = await inSnapshot(source.database, async (db) => {
    const steps = await listSteps(db)
    const tables: BackupManifest['tables'] = {}
    for (const shape of await listTableShapes(db)) {
      tables[shape.name] = await writeTable(db, shape, writer, named, (rows) => {
        progress.rows += rows
        return report(progress)
      })
    }
    return { steps, tables }
  })
  const lost: string[] = []
  for (const [folder, hashes] of named)
    for (const sha256 of [...hashes].toSorted()) {
      const store = folder === 'files' ? source.files : source.privateFiles
      if (!(await writeFile(store, folder, sha256, writer))) lost.push(filePart(folder, sha256))
      progress.files++
      await report(progress)
    }
  return {
    ...{ madeAt: now.getTime(), version, steps, tables, lost },
    files: named.get('files')?.size ?? 0,
    privateFiles: named.get('private')?.size ?? 0,
  }
}

/** A secret from the environment is in no file, so there is none to copy. */
async function writeDataFile(dataDir: string, name: string, writer: PartWriter) {
  const bytes = await readFile(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!bytes) return
  await writer.begin(dataFilePart(name))
  await writer.write(bytes)
}

async function writeTable(
  db: Db,
  shape: TableShape,
  writer: PartWriter,
  named: Map<FileFolder, Set<string>>,
  onRows: (count: number) => Promise<void>,
) {
  const folder = (Object.keys(fileTables) as FileFolder[]).find((folder) =>
    fileTables[folder].some((table) => table === shape.name),
  )
  const at = shape.columns.indexOf('sha256')
  let rows = 0
  await writer.begin(rowsPart(shape.name))
  const hash = createHash('sha256')
  for await (const lines of linesOf(db, shape)) {
    hash.update(lines.text)
    rows += lines.rows.length
    if (folder) for (const row of lines.rows) named.get(folder)?.add(String(row[at]))
    await writer.write(lines.text)
    await onRows(lines.rows.length)
  }
  await onRows(0)
  return { rows, sha256: hash.digest('hex'), columns: shape.columns }
}

/** The rows of a table in the same order on every engine, as lines of JSON, in batches. */
export async function* linesOf(db: Db, { name, columns, keys }: TableShape) {
  let rows: unknown[][] = []
  let lines: string[] = []
  let size = 0
  const take = () => ({ rows, text: Buffer.from(lines.join('')) })
  for await (const row of eachRow(db, name, columns, keys)) {
    const values = columns.map((column) => row[column])
    const line = `${JSON.stringify(values)}\n`
    rows.push(values)
    lines.push(line)
    size += line.length
    if (size < bytesAtOnce) continue
    yield take()
    ;[rows, lines, size] = [[], [], 0]
  }
  if (rows.length > 0) yield take()
}

/** Whether the file was there, complete and unchanged. A damaged file must not block all the others. */
async function writeFile(store: FileStore, folder: FileFolder, sha256: string, writer: PartWriter) {
  if (!(await store.has(sha256))) return false
  await writer.begin(filePart(folder, sha256))
  const hash = createHash('sha256')
  for await (const chunk of store.stream(sha256)) {
    hash.update(chunk)
    await writer.write(Buffer.from(chunk))
  }
  return hash.digest('hex') === sha256
}
