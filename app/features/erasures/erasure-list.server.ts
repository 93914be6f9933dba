import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { dayMs } from '#office-time.ts'
import { makeDurableFolder, syncFolder } from '#db/engine/sync-folder.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Erasure } from './operations.server.ts'

/**
 * The list of erasures: an append-only file beside the data and one beside the backups. Each line is an erasure, or
 * says up to when the list is complete.
 */

export const erasureListName = 'erasures.jsonl'

const erasureLine = z.strictObject({
  id: z.string().min(1),
  at: z.int(),
  kind: z.enum(['address', 'case', 'enquiry', 'subscriber', 'person']),
  key: z.string().min(1),
  state: z.string().nullable(),
  ended_at: z.int().nullable(),
  site: z.string().optional(),
})
const asOfLine = z.strictObject({ asOf: z.int(), site: z.string().optional() })

export interface ErasureList {
  /** The files it was read from. */
  paths: string[]
  erasures: Erasure[]
  /** Later erasures are not in it. */
  asOf: Date
  /** Damaged lines. */
  unreadable: number
}

/** Brings the list in each folder up to date, and notes once a day that it is complete. */
export async function writeErasureList(db: Db, folders: string[], now: Date): Promise<void> {
  const erasures = await db.selectFrom('erasure').selectAll().orderBy('at').orderBy('id').execute()
  const site = await siteOf(db)
  for (const folder of new Set(folders)) await append(folder, site, erasures, now)
}

/** The hash of the first entry of the audit trail: no two sites have the same, and a restored one keeps it. */
export async function siteOf(db: Db): Promise<string | undefined> {
  const first = await db.selectFrom('audit_entry').select('hash').orderBy('seq').limit(1).executeTakeFirst()
  return first?.hash
}

async function append(
  folder: string,
  site: string | undefined,
  erasures: Erasure[],
  now: Date,
): Promise<void> {
  const path = join(folder, erasureListName)
  const text = await readText(path)
  const { known, asOf } = readLines(text ?? '', site)
  const lines: object[] = erasures.filter(({ id }) => !known.has(id))
  if (lines.length > 0 || now.getTime() - asOf > dayMs) lines.push({ asOf: now.getTime() })
  if (lines.length === 0) return
  await makeDurableFolder(folder, 0o700)
  const file = await open(path, 'a', 0o600)
  try {
    // A line that a power cut left half written stays a separate line.
    const begin = text === undefined || text === '' || text.endsWith('\n') ? '' : '\n'
    await file.appendFile(`${begin}${lines.map((line) => `${JSON.stringify({ ...line, site })}\n`).join('')}`)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
}

/** Everything about this site in the lists of these folders; undefined if there is none. */
export async function readErasureList(folders: string[], site?: string): Promise<ErasureList | undefined> {
  const erasureList: ErasureList = { paths: [], erasures: [], asOf: new Date(0), unreadable: 0 }
  const known = new Map<string, Erasure>()
  for (const folder of new Set(folders)) {
    const path = join(folder, erasureListName)
    const text = await readText(path)
    if (text === undefined) continue
    const read = readLines(text, site)
    if (read.known.size === 0 && read.asOf === 0 && read.unreadable === 0) continue
    for (const [id, erasure] of read.known) known.set(id, erasure)
    erasureList.paths.push(path)
    erasureList.unreadable += read.unreadable
    if (read.asOf > erasureList.asOf.getTime()) erasureList.asOf = new Date(read.asOf)
  }
  erasureList.erasures = [...known.values()]
  return erasureList.paths.length > 0 ? erasureList : undefined
}

/** Several sites may keep their backups in one folder. Lines from before sites had names count for each. */
function readLines(text: string, site: string | undefined) {
  const isOurs = (line: { site?: string | undefined }) =>
    site === undefined || line.site === undefined || line.site === site
  const known = new Map<string, Erasure>()
  let asOf = 0
  let unreadable = 0
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const value = parse(line)
    const erasure = erasureLine.safeParse(value)
    const mark = asOfLine.safeParse(value)
    if (erasure.success) {
      const { site: _, ...erased } = erasure.data
      if (isOurs(erasure.data)) known.set(erased.id, erased)
    } else if (mark.success) {
      if (isOurs(mark.data)) asOf = Math.max(asOf, mark.data.asOf)
    } else unreadable++
  }
  return { known, asOf, unreadable }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
