import type { StaffActor } from '#features/audit/actor.ts'
import { inTransaction, tryPart } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { assignCase } from '#features/cases/operations.server.ts'
import { caseRefusals, moveCase, sentenceOf, type StaffMove } from './casework.server.ts'
import { previewMove, type PreviewedLetter } from './preview.server.ts'
import { recordDecision } from '#features/casework/deciding/recording.server.ts'

/** The same act for several cases, in one transaction. */

export interface BulkMoved {
  moved: number
  left: { reference: string; sentence: string }[]
}

interface BulkLine {
  reference: string
  seen: number
}

type BulkMove = Pick<StaffMove, 'move' | 'typed'> & { grave?: boolean }

/** Moves them, and reports why any of them stayed. Grave decisions are recorded and wait for release. */
export function moveCases(
  db: Db,
  actor: StaffActor,
  origin: string,
  lines: BulkLine[],
  { move, typed, grave = false }: BulkMove,
  now: Date,
): Promise<BulkMoved> {
  return inTransaction(db, async (db) => {
    const left: BulkMoved['left'] = []
    for (const { reference, seen } of lines) {
      const moving = { reference, move, typed, seen }
      const outcome = await tryPart(db, async () =>
        grave ? recordDecision(db, actor, origin, moving, now) : moveCase(db, actor, origin, moving, now),
      )
      if (!outcome.ok) left.push({ reference, sentence: sentenceOf(outcome) })
    }
    return { moved: lines.length - left.length, left }
  })
}

/** Assigns them to a member of staff, or to nobody. */
export function assignCases(
  db: Db,
  actor: StaffActor,
  references: string[],
  staffId: string | null,
  now: Date,
): Promise<BulkMoved> {
  return inTransaction(db, async (db) => {
    const left: BulkMoved['left'] = []
    for (const reference of references) {
      const outcome = await assignCase(db, actor, reference, { to: staffId }, now)
      if (!outcome.ok) left.push({ reference, sentence: assignRefusals[outcome.reason] })
    }
    return { moved: references.length - left.length, left }
  })
}

const assignRefusals = {
  'not-found': caseRefusals['not-found'],
  conflict: caseRefusals['seen-old'],
  'no-such-staff': 'This person does not work on this case. Choose someone else.',
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
  actor: StaffActor,
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
