import { writeFile } from 'node:fs/promises'
import type { KeyObject } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { anchorKey } from '#features/audit/anchor-signatures.server.ts'
import {
  anchorFile,
  readAnchorFile,
  signedLine,
  writeAnchor,
  type Anchor,
} from '#features/audit/anchors.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { verifyTrail } from '#features/audit/verify-trail.server.ts'
import { readTrail, withTrail, type Trail } from '#test/makers/audit-trail.ts'
import { rewriteWithout } from '#test/makers/audit-harms.ts'
import { thingChanged } from '#test/makers/any-action.ts'

/** What a forger does who can write the database and the file of anchors, and does not have the secret of the site. */

type Pick = (below: number) => number

const start = Date.UTC(1995, 0, 2)
const hour = 3_600_000
const days = 6
const hours = [9, 12, 15, 18]

/** The time at which the trail of `fillDays` is checked. */
export const afterDays = new Date(start + (days - 1) * 24 * hour + 20 * hour)

/** Six days of entries with four anchors each, through the site's own functions. */
export async function fillDays(db: Db, folder: string, key: KeyObject): Promise<void> {
  for (let day = 0; day < days; day++)
    for (const at of hours) {
      const now = new Date(start + (day * 24 + at) * hour)
      for (let time = 0; time < 2; time++)
        await inTransaction(db, (db) => record(db, system, thingChanged, `thing:${day}`, { at }, now))
      await writeAnchor(db, folder, key, new Date(now.getTime() + 60_000))
    }
}

/** Manipulates copies of the trail and of its anchors many times. Returns what was not detected. */
export async function tryAnchorHarms(db: Db, folder: string, key: KeyObject, times: number, pick: Pick) {
  const trail = await readTrail(db)
  const file = anchorFile(folder)
  const anchors = (await readAnchorFile(file)).map(({ anchor }) => anchor)
  const lines = rewritten(anchors, key)
  const tried: Record<string, number> = {}
  const missed: object[] = []
  const kinds = Object.keys(harms)
  for (let time = 0; time < times; time++) {
    const kind = kinds[pick(kinds.length)]!
    const trailFiles: TrailFiles = {
      trail: structuredClone(trail),
      anchors: structuredClone(anchors),
      lines: [...lines],
      key,
    }
    harms[kind]!(trailFiles, pick)
    await writeFile(file, trailFiles.lines.join(''))
    const verdict = await withTrail(db, trailFiles.trail, (db) => verifyTrail(db, file, key, afterDays))
    tried[kind] = (tried[kind] ?? 0) + 1
    if (verdict?.ok !== false) missed.push({ kind, verdict })
  }
  await writeFile(file, lines.join(''))
  return { tried, missed }
}

interface TrailFiles {
  trail: Trail
  anchors: Anchor[]
  lines: string[]
  /** Used only if the site itself continues writing. */
  key: KeyObject
}

const foreign = anchorKey('the secret of a forger, who made it up')

const harms: Record<string, (trailFiles: TrailFiles, pick: Pick) => void> = {
  'delete the file of anchors': (trailFiles) => {
    trailFiles.lines = []
  },
  'delete the anchors of the last two days': ({ lines }, pick) => {
    lines.length = pick(lines.length - 8)
  },
  'delete one anchor': ({ lines }, pick) => {
    lines.splice(pick(lines.length - 1), 1)
  },
  'change one anchor': ({ lines }, pick) => {
    const index = pick(lines.length)
    const change = [/"hour":\d/, /"seq":\d/, /"hash":"./, /"before":"./, /"signature":"./][pick(5)]!
    lines[index] = lines[index]!.replace(
      change,
      (text) => text.slice(0, -1) + (text.endsWith('7') ? '8' : '7'),
    )
  },
  'remove the signatures': (trailFiles) => {
    trailFiles.lines = trailFiles.anchors.map(unsigned)
  },
  'remove an entry and delete the anchors': (trailFiles, pick) => {
    rewriteWithout(trailFiles.trail, pick(trailFiles.trail.entries.length - 1))
    trailFiles.lines = []
  },
  'remove an entry and write anchors without signatures': (trailFiles, pick) => {
    trailFiles.lines = forged(trailFiles, pick).map(unsigned)
  },
  'remove an entry and sign anchors with another key': (trailFiles, pick) => {
    trailFiles.lines = rewritten(forged(trailFiles, pick), foreign)
  },
  'remove an entry and put the true signatures on forged anchors': (trailFiles, pick) => {
    const signatures = trailFiles.lines.map((line) => (JSON.parse(line) as { signature: string }).signature)
    trailFiles.lines = rewritten(forged(trailFiles, pick), foreign).map(
      (line, index) =>
        `${JSON.stringify({ ...(JSON.parse(line) as object), signature: signatures[index] })}\n`,
    )
  },
  'remove an entry, delete the anchors and let the site continue': (trailFiles, pick) => {
    trailFiles.lines = rewritten(forged(trailFiles, pick).slice(-1), trailFiles.key)
  },
}

/** The anchors that would match the trail without one of its entries. */
function forged({ trail, anchors }: TrailFiles, pick: Pick): Anchor[] {
  rewriteWithout(trail, pick(trail.entries.length - 1))
  return anchors.map((anchor) => {
    const seq = Math.min(anchor.seq, trail.entries.length)
    return { ...anchor, seq, hash: trail.entries[seq - 1]!.hash }
  })
}

function rewritten(anchors: Anchor[], key: KeyObject): string[] {
  const lines: string[] = []
  for (const anchor of anchors) lines.push(signedLine(anchor, lines.join(''), key))
  return lines
}

function unsigned({ day, hour, seq, hash }: Anchor): string {
  return `${JSON.stringify({ day, hour, seq, hash })}\n`
}
