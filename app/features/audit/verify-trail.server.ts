import type { KeyObject } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { isSignedBy, hashOfText } from './anchor-signatures.server.ts'
import { readAnchorFile, type Anchor, type AnchorLine } from './anchors.server.ts'
import { readSiteAge } from './site-age.server.ts'
import { verifyChain, type AuditVerdict } from './verify.server.ts'

export type TrailVerdict =
  | (AuditVerdict & { anchors: number })
  /** The entries are consistent, but the anchors do not confirm them. */
  | { ok: false; anchors: number; witness: string }

const hour = 3_600_000
/** The site writes at least one a day, and checks once an hour whether it should. */
const maxGapMs = 26 * hour

/**
 * Checks the trail, that it is as old as the site, the anchors in a file, and that no anchor is missing that the site
 * must have written by then. A forger who has rewritten the trail would delete anchors to hide it.
 */
export async function verifyTrail(db: Db, file: string, key: KeyObject, until: Date): Promise<TrailVerdict> {
  const lines = await readAnchorFile(file)
  const anchors = lines.map(({ anchor }) => anchor)
  const chain = await verifyChain(db, anchors)
  const verdict = chain.ok ? ((await beginningProblem(db, until)) ?? chain) : chain
  if (!verdict.ok) return { ...verdict, anchors: anchors.length }
  const witness = signatureProblem(lines, key) ?? (await gapProblem(db, lines, until))
  return witness === undefined
    ? { ...verdict, anchors: anchors.length }
    : { ok: false, anchors: anchors.length, witness }
}

/** A trail whose older entries were removed, and the others renumbered, looks like that of a younger site. */
async function beginningProblem(db: Db, until: Date): Promise<AuditVerdict | undefined> {
  const startedAt = await readSiteAge(db)
  const firstAt = (await readFirstEntry(db))?.at ?? until.getTime()
  if (startedAt === undefined || firstAt - startedAt <= maxGapMs) return undefined
  const why = `Entries are missing at the start of the trail: the site has run since ${moment(startedAt)}.`
  return { ok: false, seq: 1, why }
}

function readFirstEntry(db: Db) {
  return db.selectFrom('audit_entry').select('at').orderBy('seq').limit(1).executeTakeFirst()
}

/** Lines from before anchors were signed are covered by the first signed one. */
function signatureProblem(lines: AnchorLine[], key: KeyObject): string | undefined {
  const first = lines.findIndex(({ signature }) => signature !== undefined)
  if (first < 0) return lines.length > 0 ? 'None of the anchors is signed.' : undefined
  for (const [index, { anchor, before, signature, textBefore }] of lines.entries()) {
    if (index < first) continue
    const line = `Line ${index + 1}, of ${anchor.day},`
    if (before === undefined || signature === undefined) return `${line} is not signed.`
    if (!isSignedBy(key, { ...anchor, before }, signature)) return `${line} was not signed by this site.`
    if (before !== hashOfText(textBefore)) return `A line before line ${index + 1} was changed or is missing.`
  }
}

/** If entries were written, the site ran and wrote anchors. */
async function gapProblem(db: Db, lines: AnchorLine[], until: Date): Promise<string | undefined> {
  const opened = await readFirstEntry(db)
  if (!opened) return undefined
  const times = lines.map(({ anchor }) => timesOf(anchor))
  const last = times.at(-1)?.to ?? opened.at
  if (until.getTime() - last > maxGapMs)
    return `An anchor is due and missing: there is none after ${moment(last)}. If the site has not run since then, give the time it last ran with --until.`
  let from = opened.at
  for (const time of times) {
    if (time.from - from > maxGapMs && (await hasEntries(db, from + maxGapMs, time.from - hour)))
      return `An anchor is due and missing: there is none between ${moment(from)} and ${moment(time.from)}, though the site ran.`
    from = Math.max(from, time.to)
  }
}

/** An anchor names its hour, or in older lines its day. */
function timesOf({ day, hour: hours }: Anchor): { from: number; to: number } {
  const from = Date.parse(`${day}T00:00:00Z`) + (hours ?? 0) * hour
  return { from, to: from + (hours === undefined ? 24 : 1) * hour }
}

async function hasEntries(db: Db, after: number, before: number): Promise<boolean> {
  const found = await db
    .selectFrom('audit_entry')
    .select('seq')
    .where('at', '>', after)
    .where('at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC`
}
