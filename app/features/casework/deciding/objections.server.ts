import type { Db } from '#db/schema/tables.ts'
import type { CaseView } from '#features/casework/case-view.ts'
import type { StaffMove } from '#features/casework/casework.server.ts'
import type { ReadCase } from '#features/casework/reading.server.ts'
import { doubtsAboutAdmission } from '#features/nominations/nominee/queries.server.ts'
import { objectionsTo } from './objections.ts'

/** Objections to a grave move as it was typed. An officer who goes ahead must say why. */
export async function findObjections(
  db: Db,
  { move, typed }: Pick<StaffMove, 'move' | 'typed'>,
  read: ReadCase,
  view: Pick<CaseView, 'conflicts' | 'doubts'>,
): Promise<string[]> {
  if (move !== 'admit' || read.caseRow.process === 'membership') return objectionsTo(move, read, view)
  return doubtsAboutAdmission(db, read.answers, typed['memberNo'] ?? '')
}
