import { createHash } from 'node:crypto'
import { migrations } from '#db/migrations/all.ts'
import { BadBackup } from './bad-backup.ts'
import { filePart, manifestSchema, readPartName, type BackupManifest, type BackupPart } from './manifest.ts'
import { readParts } from './parts.server.ts'

/**
 * Reads a whole backup without using it: every byte is verified, every table and file is what the manifest says, and
 * this site can read it.
 */
export async function checkBackup(path: string, key: string): Promise<BackupManifest> {
  const tables = new Map<string, { rows: number; sha256: string }>()
  const files = new Set<string>()
  const damaged: string[] = []
  const manifest = await eachPart(path, key, async (part, bytes) => {
    const { sha256, lines } = await digest(bytes)
    if (part.kind === 'rows') tables.set(part.table, { rows: lines, sha256 })
    if (part.kind === 'file') {
      files.add(filePart(part.folder, part.sha256))
      if (sha256 !== part.sha256) damaged.push(filePart(part.folder, part.sha256))
    }
  })
  refuseNewer(manifest)
  for (const [name, { rows, sha256 }] of Object.entries(manifest.tables)) {
    const found = tables.get(name)
    if (found?.rows !== rows || found.sha256 !== sha256)
      throw new BadBackup(`The table “${name}” of this backup differs from its manifest.`)
  }
  const expected = manifest.files + manifest.privateFiles
  const lost = new Set(manifest.lost)
  if (
    tables.size !== Object.keys(manifest.tables).length ||
    files.size + lostWithout(lost, files) !== expected
  )
    throw new BadBackup('This backup differs from its manifest.')
  const spoilt = damaged.find((name) => !lost.has(name))
  if (spoilt) throw new BadBackup(`The file “${spoilt}” of this backup is damaged.`)
  return manifest
}

/** Reads the parts one after another; `use` consumes the bytes of each. */
export async function eachPart(
  path: string,
  key: string,
  use: (part: BackupPart, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BackupManifest> {
  const end = await readParts(path, key, {
    part: async (name, bytes) => {
      const part = readPartName(name)
      if (!part)
        throw new BadBackup(`This backup has a part “${name.slice(0, 80)}” that this site does not know.`)
      await use(part, bytes)
    },
  })
  const manifest = manifestSchema.safeParse(JSON.parse(end))
  if (!manifest.success)
    throw new BadBackup('This backup was made by another version of the site. This version cannot read it.')
  return manifest.data
}

function refuseNewer({ steps, version }: BackupManifest) {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = steps.find((step) => !known.has(step))
  if (unknown !== undefined)
    throw new BadBackup(
      `This backup was made by a newer site (${version}, migration ${unknown}). Update this one first.`,
    )
}

function lostWithout(lost: Set<string>, files: Set<string>): number {
  return [...lost].filter((name) => !files.has(name)).length
}

async function digest(bytes: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let lines = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  }
  return { sha256: hash.digest('hex'), lines }
}
