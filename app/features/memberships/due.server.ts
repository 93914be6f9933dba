import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { listOverdue, listUnanswered, remind } from '#features/cases/due.server.ts'
import { reminderLetter } from './reminder-letter.server.ts'
import { moveApplication } from './operations.server.ts'

/** Ends applications that nobody confirmed or answered, and sends reminders before that. */
export async function moveDueApplications(db: Db, origin: string, now: Date): Promise<void> {
  for (const { reference } of await listOverdue(db, ['membership'], now))
    await moveApplication(db, system, origin, { reference, move: 'lapse', by: 'system', facts: {} }, now)
  for (const confirmation of await listUnanswered(db, ['membership'], ['verify', 'answer'], now))
    await remind(
      db,
      origin,
      confirmation,
      reminderLetter(confirmation, confirmation.purpose as 'verify' | 'answer'),
      now,
    )
}
