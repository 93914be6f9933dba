import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { fromJson, toJson } from '#db/engine/json.ts'
import { eachRow, inSnapshot } from '#db/copy/snapshot.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { FileStore } from '#server/files/files.server.ts'
import {
  BadCopy,
  fileName,
  formatName,
  formatVersion,
  manifestName,
  rowsName,
  type CopyManifest,
  type Member,
} from './format.ts'
import { copiedTables, jsonColumns, numberKeys, rowKeys, rowSchemas, type CopiedTable } from './rows.ts'
import { writeZip, type ZipPart } from './zip-out.server.ts'

export interface CopyExportResult {
  rows: CopyManifest['rows']
  files: number
}

interface ExportOptions {
  onProgress?: (done: number, total: number) => void
  /** Interrupts it; nothing is left behind. */
  signal?: AbortSignal
}

/** Writes the whole site into one file. The same site always produces the same bytes. */
export async function exportSite(
  database: string,
  files: FileStore,
  path: string,
  { onProgress, signal }: ExportOptions = {},
): Promise<CopyExportResult> {
  const folder = await mkdtemp(join(dirname(path), '.site-copy-'))
  try {
    const { tables, hashes } = await inSnapshot(database, (db) => writeTables(db, folder, signal))
    for (const [sha256, { name }] of hashes)
      if (!(await files.has(sha256))) throw new BadCopy(`The bytes of the file “${name}” are missing.`)
    const members = [...tables.map(({ member }) => member), ...memberOfFiles(hashes)].toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )
    const rows = Object.fromEntries(tables.map(({ table, count }) => [table, count])) as CopyManifest['rows']
    const manifest: CopyManifest = { format: formatName, version: formatVersion, rows, members }
    const parts = [...members.map((member) => partOf(member, folder, files)), manifestPart(manifest)]
    await writeZip(path, parts, { onProgress: (done) => onProgress?.(done, parts.length), signal })
    return { rows, files: hashes.size }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Hashes = Map<string, { bytes: number; name: string }>

async function writeTables(db: Db, folder: string, signal: AbortSignal | undefined) {
  const hashes: Hashes = new Map()
  const tables = []
  for (const table of copiedTables) {
    signal?.throwIfAborted()
    tables.push(await writeTable(db, table, folder, hashes))
  }
  return { tables, hashes }
}

/** A name that only a staff account gives to a body without a public page is no business of another site. */
const fitting: Partial<Record<CopiedTable, RawBuilder<SqlBool>>> = {
  body_term: sql<SqlBool>`(staff_id is null or person_id is not null
    or body_id in (select id from body where public_at is not null))`,
}

async function writeTable(db: Db, table: CopiedTable, folder: string, hashes: Hashes) {
  const out = createWriteStream(join(folder, table), { mode: 0o600 })
  const hash = createHash('sha256')
  let count = 0
  let bytes = 0
  const columns = Object.keys(rowSchemas[table].shape)
  for await (const row of eachRow(db, table, columns, keysOf(table), fitting[table])) {
    if (typeof row['sha256'] === 'string')
      hashes.set(row['sha256'], { bytes: Number(row['bytes']), name: String(row['name'] ?? row['file_id']) })
    const line = Buffer.from(`${toJson(unfolded(table, row))}\n`)
    hash.update(line)
    bytes += line.length
    count++
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
  return { table, count, member: { name: rowsName(table), bytes, sha256: hash.digest('hex') } }
}

function keysOf(table: CopiedTable) {
  return rowKeys[table].map((column) => ({ column, isText: !numberKeys.has(column) }))
}

/** The columns always in the order of the schema, whatever the engine returned. */
function unfolded(table: CopiedTable, row: Record<string, unknown>) {
  return Object.fromEntries(
    Object.keys(rowSchemas[table].shape).map((column) => {
      const value = row[column]
      return [column, jsonColumns.has(`${table}.${column}`) ? fromJson(String(value)) : value]
    }),
  )
}

function memberOfFiles(hashes: Hashes): Member[] {
  return [...hashes].map(([sha256, { bytes }]) => ({ name: fileName(sha256), bytes, sha256 }))
}

function partOf({ name, bytes, sha256 }: Member, folder: string, files: FileStore): ZipPart {
  const table = copiedTables.find((table) => rowsName(table) === name)
  const open = () =>
    table
      ? createReadStream(join(folder, table))
      : Readable.from(unchanged(files.stream(sha256), sha256), { objectMode: false })
  return { name, bytes, open }
}

/** Corrupted bytes must not go into a copy as if they were good. */
async function* unchanged(stream: NodeJS.ReadableStream, sha256: string) {
  const hash = createHash('sha256')
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw new BadCopy(`The stored file ${sha256} is damaged.`)
}

function manifestPart(manifest: CopyManifest): ZipPart {
  const body = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`)
  return { name: manifestName, bytes: body.length, open: () => Readable.from([body], { objectMode: false }) }
}
