import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { renewToken } from '#features/cases/confirmations.server.ts'
import { listOverdue, listUnanswered } from '#features/cases/due.server.ts'
import { sendCaseLetter } from '#features/letters/operations.server.tsx'
import { letterAgain } from './again.server.ts'
import { moveApplication } from './operations.server.ts'

/** The end of applications that nobody confirmed or answered, and reminders before it. */
export async function moveDueApplications(db: Db, origin: string, now: Date): Promise<void> {
  for (const { reference } of await listOverdue(db, ['membership'], now))
    await moveApplication(db, system, origin, { reference, move: 'lapse', by: 'system', facts: {} }, now)
  for (const asked of await listUnanswered(db, ['membership'], ['verify'], now))
    await remind(db, origin, asked, now)
}

type Unanswered = Awaited<ReturnType<typeof listUnanswered>>[number]

function remind(db: Db, origin: string, asked: Unanswered, now: Date) {
  return inTransaction(db, async (db) => {
    const link = await renewToken(db, origin, asked.id, now)
    if (!link) return
    const { kind, facts } = letterAgain(asked, 'verify')
    await sendCaseLetter(db, asked, kind, { facts, link, dossierId: asked.dossierId }, now)
  })
}
