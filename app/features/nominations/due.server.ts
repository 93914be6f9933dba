import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { renewToken } from '#features/cases/confirmations.server.ts'
import { listOverdue, listUnanswered } from '#features/cases/due.server.ts'
import { sendCaseLetter } from '#features/letters/operations.server.tsx'
import { letterAgain, type AskedAgain } from './again.server.ts'
import { moveNomination } from './operations.server.ts'

const kinds = ['fellow', 'associate-fellow'] as const

/** What happens to nominations when a time has come: reminders to people, and the end of what nobody answered. */
export async function moveDueNominations(db: Db, origin: string, now: Date): Promise<void> {
  for (const { reference } of await listOverdue(db, kinds, now))
    await moveNomination(db, system, origin, { reference, move: 'lapse', by: 'system', facts: {} }, now)
  for (const asked of await listUnanswered(db, kinds, ['verify', 'consent', 'second', 'accept'], now))
    await remind(db, origin, asked, now)
}

type Unanswered = Awaited<ReturnType<typeof listUnanswered>>[number]

function remind(db: Db, origin: string, asked: Unanswered, now: Date) {
  return inTransaction(db, async (db) => {
    // The row decides, so that of several processes one reminds.
    const link = await renewToken(db, origin, asked.id, now)
    if (!link) return
    const { kind, facts } = letterAgain(asked, asked.purpose as AskedAgain)
    await sendCaseLetter(db, asked, kind, { facts, link, dossierId: asked.dossierId }, now)
  })
}
