import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { officeDay } from '#office-time.ts'
import { findLastWish } from './declining.server.ts'

/** What the person who opened the form of a case again was asked to change, and by which day. */
export interface RequestedChange {
  text: string
  due: string | undefined
}

export async function findRequestedChange(db: Db, caseId: string): Promise<RequestedChange | undefined> {
  const caseRow = await db
    .selectFrom('dossier')
    .select(['state', 'facts', 'due_at'])
    .where('id', '=', caseId)
    .executeTakeFirst()
  const text = caseRow && (await textFor(db, caseId, caseRow))
  if (!text) return undefined
  return { text, due: caseRow.due_at === null ? undefined : officeDay(new Date(caseRow.due_at)) }
}

async function textFor(db: Db, caseId: string, { state, facts }: { state: string; facts: string }) {
  switch (state) {
    case 'submitted': {
      const wish = await findLastWish(db, caseId)
      return wish.of === 'nominee' ? wish.corrections : anotherSeconder
    }
    case 'returned':
    case 'info_needed':
      return fromJson<{ reason?: string }>(facts).reason
    default:
      return undefined
  }
}

const anotherSeconder =
  'The person you named as seconder does not second the nomination. Please name someone else.'
