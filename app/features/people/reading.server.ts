import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { findRecord, listRegister, listRegisterChoices } from './register-queries.server.ts'
import type { RegisterQuery } from './register-query.ts'

/**
 * What staff read of the register. It includes people who never agreed to be in the public lists, so each reading is
 * recorded in the trail.
 */

/** A page of the matching people, and the filters of the list. */
export function readRegister(db: Db, actor: Actor, query: RegisterQuery, now: Date) {
  return inTransaction(db, async (db) => {
    const found = await listRegister(db, query)
    const choices = await listRegisterChoices(db)
    await record(db, actor, 'people.read', 'people', { ...query, shown: found.people.length }, now)
    return { ...found, ...choices }
  })
}

export function readPerson(db: Db, actor: Actor, id: string, now: Date) {
  return inTransaction(db, async (db) => {
    const person = await findRecord(db, id)
    if (person) await record(db, actor, 'person.read', `person:${person.id}`, {}, now)
    return person
  })
}
