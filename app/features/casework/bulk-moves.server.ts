import type { Db } from '#db/schema/tables.ts'
import { moveCase, sentenceOf, type Staff, type StaffMove } from './casework.server.ts'
import { previewMove, type PreviewedLetter } from './preview.server.ts'
import { recordDecision } from './recording.server.ts'

/** The same move for several cases. */

export interface BulkMoved {
  moved: number
  left: { reference: string; sentence: string }[]
}

interface BulkLine {
  reference: string
  seen: number
}

type BulkMove = Pick<StaffMove, 'move' | 'typed'> & { grave?: boolean }

/** Moves them one by one, and reports why any of them stayed. Grave decisions are recorded and wait for release. */
export async function moveCases(
  db: Db,
  actor: Staff,
  origin: string,
  lines: BulkLine[],
  { move, typed, grave = false }: BulkMove,
  now: Date,
): Promise<BulkMoved> {
  const left: BulkMoved['left'] = []
  for (const { reference, seen } of lines) {
    const moving = { reference, move, typed, seen }
    const outcome = grave
      ? await recordDecision(db, actor, origin, moving, now)
      : await moveCase(db, actor, origin, moving, now)
    if (!outcome.ok) left.push({ reference, sentence: sentenceOf(outcome) })
  }
  return { moved: lines.length - left.length, left }
}

export interface BulkPreview {
  reference: string
  /** Why it would stay as it is. */
  sentence?: string
  letters: PreviewedLetter[]
}

/** What the move would do to each of them. */
export async function previewMoves(
  db: Db,
  actor: Staff,
  origin: string,
  lines: BulkLine[],
  { move, typed }: BulkMove,
  now: Date,
): Promise<BulkPreview[]> {
  const previews: BulkPreview[] = []
  for (const { reference, seen } of lines) {
    const { outcome, letters } = await previewMove(db, actor, origin, { reference, move, typed, seen }, now)
    previews.push({ reference, letters, ...(!outcome.ok && { sentence: sentenceOf(outcome) }) })
  }
  return previews
}
