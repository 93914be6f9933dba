import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { listOverdue, listUnanswered, remind } from '#features/cases/due.server.ts'
import { reminderLetter, type ReminderPurpose } from './reminder-letter.server.ts'
import { moveNomination } from './operations.server.ts'

const kinds = ['fellow', 'associate-fellow', 'award'] as const

/** What happens to nominations at a due time: reminders, and the end of those nobody answered. */
export async function moveDueNominations(db: Db, origin: string, now: Date): Promise<void> {
  for (const { reference } of await listOverdue(db, kinds, now))
    await moveNomination(db, system, origin, { reference, move: 'lapse', by: 'system', facts: {} }, now)
  for (const confirmation of await listUnanswered(
    db,
    kinds,
    ['verify', 'consent', 'second', 'accept', 'correct', 'renew'],
    now,
  ))
    await remind(
      db,
      origin,
      confirmation,
      reminderLetter(confirmation, confirmation.purpose as ReminderPurpose),
      now,
    )
}
