import { isAboutOther } from '#db/search/hidden-cases.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { collectSender } from '#features/enquiries/person.server.ts'
import { idOfReader, listNamedIn } from './queries.server.ts'

export type SoughtPerson = Awaited<ReturnType<typeof seekPerson>>

/** What is stored about an address. The reader is recorded in the trail; the address is not. */
export function seekPerson(db: Db, actor: Actor, email: string, now: Date) {
  return inTransaction(db, async (db) => {
    const named = await listNamedIn(db, email, actor)
    const letters = await db
      .selectFrom('mail')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('recipient', '=', email)
      .where(isAboutOther(db, idOfReader(actor)))
      .executeTakeFirstOrThrow()
    const { enquiries, newsletter } = await collectSender(db, email)
    const account = await db
      .selectFrom('staff_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    await record(db, actor, 'person.data-sought', 'privacy', { cases: named.length }, now)
    return {
      email,
      cases: named.map(({ reference, process: caseType, roles, isEnded, isHeld }) => ({
        ...{ reference, process: caseType, roles, isEnded, isHeld },
      })),
      letters: letters.count,
      messages: enquiries.length,
      newsletter: newsletter && (newsletter.confirmed_at === null ? 'asked' : 'on-list'),
      hasAccount: account !== undefined,
    }
  })
}
