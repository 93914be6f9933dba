import { createHash, hash } from 'node:crypto'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { keyFingerprint } from '#features/backups/key.server.ts'
import { filePart, fileTables, type FileFolder } from '#features/backups/manifest.ts'
import { writeParts } from '#features/backups/parts.server.ts'
import { pointFilesPrefix } from './point.ts'
import type { PointSource } from './take.server.ts'

/**
 * Stores every file that a row names and that is not stored yet. One that is missing must not block the others. Returns
 * a hash of the names; where it is the one before, nothing is asked of the store.
 */
export async function copyFiles(source: PointSource, before: string | undefined): Promise<string> {
  const named = await listNamedFiles(source.database)
  const names = hash(
    'sha256',
    named
      .map(({ folder, sha256 }) => filePart(folder, sha256))
      .toSorted()
      .join('\n'),
  )
  if (names === before) return names
  const stored = new Set(await source.store.list(filesPrefix(source.key)))
  for (const { folder, sha256 } of named) {
    const name = storedName(source.key, folder, sha256)
    if (stored.has(name)) continue
    const from = folder === 'files' ? source.files : source.privateFiles
    if (await from.has(sha256)) await copyFile(source, from, folder, sha256)
  }
  return names
}

/** What is sealed with another key is of no use to this one. */
function filesPrefix(key: string): string {
  return `${pointFilesPrefix}${keyFingerprint(key)}/`
}

export function storedName(key: string, folder: FileFolder, sha256: string): string {
  return `${filesPrefix(key)}${filePart(folder, sha256)}`
}

export async function listNamedFiles(database: string): Promise<{ folder: FileFolder; sha256: string }[]> {
  const db = openDatabase(database)
  try {
    return await namedFilesOf(db)
  } finally {
    await db.destroy()
  }
}

export async function namedFilesOf(db: Db): Promise<{ folder: FileFolder; sha256: string }[]> {
  const found = new Map<string, { folder: FileFolder; sha256: string }>()
  for (const folder of Object.keys(fileTables) as FileFolder[])
    for (const table of fileTables[folder])
      for (const { sha256 } of await db.selectFrom(table).select('sha256').execute())
        found.set(filePart(folder, sha256), { folder, sha256 })
  return [...found.values()]
}

async function copyFile({ store, key }: PointSource, from: FileStore, folder: FileFolder, sha256: string) {
  await store.put(storedName(key, folder, sha256), (path) =>
    writeParts(path, key, async (writer) => {
      const sum = createHash('sha256')
      await writer.begin(filePart(folder, sha256))
      for await (const chunk of from.stream(sha256)) {
        sum.update(chunk)
        await writer.write(Buffer.from(chunk))
      }
      return JSON.stringify({ kind: 'file', isWhole: sum.digest('hex') === sha256 })
    }),
  )
}
