import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/tables.ts'

/** What the end of the trail was in an hour, kept outside of the database so that a rewritten trail is found. */
export interface Anchor {
  day: string
  /** By UTC, as the day is; older lines stand for a whole day. */
  hour?: number
  seq: number
  hash: string
}

const fileName = 'audit-heads.jsonl'

export function anchorFile(folder: string): string {
  return join(folder, fileName)
}

/**
 * Writes down the end of the trail, once an hour and only if it has grown, but once a day at least. Answers what was
 * written.
 */
export async function writeAnchor(db: Db, folder: string, now: Date): Promise<Anchor | undefined> {
  const day = now.toISOString().slice(0, 10)
  const head = await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
  if (head.seq === 0) return undefined
  const anchor = { day, hour: now.getUTCHours(), seq: head.seq, hash: head.hash }
  return (await append(folder, anchor)) ? anchor : undefined
}

/** The anchors of a file, the oldest first; of a file that is not there, none. */
export async function readAnchors(file: string): Promise<Anchor[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return wholeLines(text).map(readLine)
}

async function append(folder: string, anchor: Anchor): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const file = await open(anchorFile(folder), 'a+')
  try {
    const text = await file.readFile('utf8')
    const lines = wholeLines(text)
    const last = lines.length === 0 ? undefined : readLine(lines.at(-1) ?? '', lines.length - 1)
    if (last?.day === anchor.day && (last.hour === anchor.hour || last.seq === anchor.seq)) return false
    // A line that a power cut left half written was never an anchor.
    if (!text.endsWith('\n'))
      await file.truncate(Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)))
    await file.appendFile(`${JSON.stringify(anchor)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
  return true
}

/** Without this a new file's name could be lost although its content was not. Some systems cannot do it. */
async function syncFolder(folder: string) {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, 'r')
    await handle.sync()
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error
  } finally {
    await handle?.close()
  }
}

/** What follows the last line end was never finished. */
function wholeLines(text: string): string[] {
  return text.split('\n').slice(0, -1)
}

function readLine(line: string, index: number): Anchor {
  try {
    const { day, hour, seq, hash } = JSON.parse(line) as Partial<Anchor>
    const isWhen = /^\d{4}-\d\d-\d\d$/.test(day ?? '') && (hour === undefined || Number.isSafeInteger(hour))
    if (isWhen && Number.isSafeInteger(seq) && /^[\da-f]{64}$/.test(hash ?? ''))
      return { day, ...(hour !== undefined && { hour }), seq, hash } as Anchor
  } catch {
    // Said below, with the number of the line.
  }
  throw new Error(`Line ${index + 1} of the audit anchors is no anchor.`)
}
