import type { KeyObject } from 'node:crypto'
import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/schema/tables.ts'
import { hashOfText, signAnchor } from './anchor-signatures.server.ts'

/** The end of the trail in an hour, stored outside the database so that a rewritten trail is detected. */
export interface Anchor {
  day: string
  /** In UTC, like the day; older lines cover a whole day. */
  hour?: number
  seq: number
  hash: string
}

/** An anchor as stored in its file. Lines from before anchors were signed have neither hash nor signature. */
export interface AnchorLine {
  anchor: Anchor
  before?: string | undefined
  signature?: string | undefined
  textBefore: string
}

const fileName = 'audit-heads.jsonl'

export function anchorFile(folder: string): string {
  return join(folder, fileName)
}

/**
 * Writes the end of the trail, signed, once an hour if it has grown and at least once a day. Returns what was written.
 */
export async function writeAnchor(
  db: Db,
  folder: string,
  key: KeyObject,
  now: Date,
): Promise<Anchor | undefined> {
  const day = now.toISOString().slice(0, 10)
  const head = await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
  if (head.seq === 0) return undefined
  const anchor = { day, hour: now.getUTCHours(), seq: head.seq, hash: head.hash }
  return (await append(folder, anchor, key)) ? anchor : undefined
}

/** The anchors of a file, oldest first; none if there is no file. */
export async function readAnchors(file: string): Promise<Anchor[]> {
  return (await readAnchorFile(file)).map(({ anchor }) => anchor)
}

/** The same with the evidence for each. */
export async function readAnchorFile(file: string): Promise<AnchorLine[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  let at = 0
  return wholeLines(text).map((line, index) => {
    const textBefore = text.slice(0, at)
    at += line.length + 1
    return { ...readLine(line, index), textBefore }
  })
}

async function append(folder: string, anchor: Anchor, key: KeyObject): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const file = await open(anchorFile(folder), 'a+')
  try {
    const text = await file.readFile('utf8')
    const lines = wholeLines(text)
    const last = lines.length === 0 ? undefined : readLine(lines.at(-1) ?? '', lines.length - 1).anchor
    if (last?.day === anchor.day && (last.hour === anchor.hour || last.seq === anchor.seq)) return false
    // A line that a power cut left half written never counted as an anchor.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole !== text) await file.truncate(Buffer.byteLength(whole))
    await file.appendFile(signedLine(anchor, whole, key))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
  return true
}

/** How an anchor is appended to the existing file. */
export function signedLine(anchor: Anchor, textBefore: string, key: KeyObject): string {
  const signed = { ...anchor, before: hashOfText(textBefore) }
  return `${JSON.stringify({ ...signed, signature: signAnchor(key, signed) })}\n`
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

/** Text after the last line end was never finished. */
function wholeLines(text: string): string[] {
  return text.split('\n').slice(0, -1)
}

function readLine(line: string, index: number): Omit<AnchorLine, 'textBefore'> {
  try {
    const { day, hour, seq, hash, before, signature } = JSON.parse(line) as Partial<Anchor & AnchorLine>
    const isWhen = /^\d{4}-\d\d-\d\d$/.test(day ?? '') && (hour === undefined || Number.isSafeInteger(hour))
    if (isWhen && Number.isSafeInteger(seq) && /^[\da-f]{64}$/.test(hash ?? ''))
      return {
        anchor: { day, ...(hour !== undefined && { hour }), seq, hash } as Anchor,
        before: typeof before === 'string' ? before : undefined,
        signature: typeof signature === 'string' ? signature : undefined,
      }
  } catch {
    // Reported below, with the line number.
  }
  throw new Error(`Line ${index + 1} of the audit anchors is not an anchor.`)
}
