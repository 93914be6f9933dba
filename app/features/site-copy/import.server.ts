import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lockWork } from '#db/lock.server.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { FileStore } from '#server/files.server.ts'
import { checkRows } from './check.server.ts'
import { BadCopy, fileName, type Manifest } from './format.ts'
import { writeRows } from './write-rows.server.ts'
import { openCopy, type OpenCopy } from './zip-in.server.ts'

export type Imported = { ok: true; rows: Manifest['rows'] } | { ok: false; problem: string }

/**
 * Brings a copy of a site into an empty place: all of it or nothing. Everything is looked at before the first byte is
 * written, and files are safe on the disk before a row names them.
 */
export async function importSite(
  db: Db,
  files: FileStore,
  path: string,
  workFolder: string,
  actor: Actor,
  now: Date,
): Promise<Imported> {
  let copy: OpenCopy | undefined
  try {
    await refuseUnlessEmpty(db)
    copy = await openCopy(path)
    await checkRows(copy, now)
    await bringIn(db, files, copy, workFolder, actor, now)
    return { ok: true, rows: copy.manifest.rows }
  } catch (error) {
    if (error instanceof BadCopy) return { ok: false, problem: error.message }
    throw error
  } finally {
    copy?.close()
  }
}

async function bringIn(
  db: Db,
  files: FileStore,
  copy: OpenCopy,
  workFolder: string,
  actor: Actor,
  now: Date,
) {
  const added: string[] = []
  try {
    await keepFiles(files, copy, workFolder, added)
    await inTransaction(db, async (db) => {
      await lockWork(db, 'starter')
      await lockWork(db, 'files')
      // Another process may have filled the place since.
      await refuseUnlessEmpty(db)
      await writeRows(db, copy, actor, now)
    })
  } catch (error) {
    for (const sha256 of added) await files.remove(sha256)
    throw error
  }
}

async function refuseUnlessEmpty(db: Db) {
  for (const table of ['entry', 'person', 'file'] as const) {
    const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst()
    if (row)
      throw new BadCopy(
        'This place is not empty. A copy can only be brought into one that has no entries, people or files: set DATA_DIR or DATABASE_URL to a new one.',
      )
  }
}

async function keepFiles(files: FileStore, copy: OpenCopy, workFolder: string, added: string[]) {
  const folder = await mkdtemp(join(workFolder, '.site-copy-'))
  const draft = join(folder, 'file')
  try {
    for (const { name, sha256 } of copy.manifest.members) {
      if (name !== fileName(sha256) || (await files.has(sha256))) continue
      await unpack(copy.stream(name), draft, sha256)
      added.push(sha256)
      await files.putFile(draft, sha256)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The copy may have been changed on the disk since it was looked through. */
async function unpack(stream: AsyncIterable<Buffer>, path: string, sha256: string) {
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of stream) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(hashed, createWriteStream(path, { mode: 0o600 }))
  if (hash.digest('hex') !== sha256) throw new BadCopy('The copy was changed while it was read.')
}
