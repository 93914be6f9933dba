import { fromJson } from '#db/json.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { renewToken } from '#features/cases/confirmations.server.ts'
import { listOverdue, listUnanswered } from '#features/cases/due.server.ts'
import { dayInIndia } from '#features/cases/references.server.ts'
import { dayInWords } from '#features/forms/days.ts'
import type { Answers } from '#features/forms/questions.ts'
import { sendCaseLetter } from '#features/letters/operations.server.tsx'
import type { NominationKind } from './form.ts'
import { factsOf, moveNomination } from './operations.server.ts'

/** What happens to nominations when a time has come: reminders to people, and the end of what nobody answered. */
export async function moveDueNominations(db: Db, origin: string, now: Date): Promise<void> {
  for (const { reference } of await listOverdue(db, ['fellow', 'associate-fellow'], now))
    await moveNomination(db, system, origin, { reference, move: 'lapse', by: 'system', facts: {} }, now)
  for (const asked of await listUnanswered(db, ['consent', 'second', 'accept'], now))
    await remind(db, origin, asked, now)
}

type Unanswered = Awaited<ReturnType<typeof listUnanswered>>[number]

function remind(db: Db, origin: string, asked: Unanswered, now: Date) {
  return inTransaction(db, async (db) => {
    // The row decides, so that of several processes one reminds.
    const link = await renewToken(db, origin, asked.id, now)
    if (!link) return
    const answers = fromJson<Answers>(asked.answers)
    const last = asked.dueAt === null ? '' : dayInWords(dayInIndia(new Date(asked.dueAt)))
    const facts = { ...factsOf(asked.process as NominationKind, asked.reference, answers), day: last }
    const about = { facts, link, dossierId: asked.dossierId }
    const kind = asked.purpose === 'accept' ? 'nomination.accept-reminder' : 'nomination.reminder'
    await sendCaseLetter(db, asked, kind, about, now)
  })
}
