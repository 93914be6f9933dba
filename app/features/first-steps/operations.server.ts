import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { sendLetter, type LetterTo } from '#features/letters/operations.server.tsx'
import { firstStepLetters } from './letters.ts'

/** Writes to the administrator who asks, to prove that email works. */
export function sendTestLetter(db: Db, actor: Actor, to: LetterTo, origin: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    const link = `${origin}/admin/dashboard`
    await sendLetter(db, to, firstStepLetters.test, { facts: {}, link }, now)
    await record(db, actor, 'mail.tested', 'mail', {}, now)
  })
}
