import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { removeSampleSearchEntries } from '#db/search/search-index.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { insertPeople } from './editing.server.ts'
import { subject } from './person-row.server.ts'
import type { NewPerson } from './register.ts'

export async function enrolPerson(db: Db, person: NewPerson, now: Date): Promise<string> {
  const [id] = await enrolPeople(db, [person], now)
  if (id === undefined) throw new Error(`Adding ${person.memberNo} made no row.`)
  return id
}

/** Adds the people to the register, all or none, and returns their ids in the same order. */
export function enrolPeople(db: Db, people: NewPerson[], now: Date): Promise<string[]> {
  const numbered = people.map((person) => ({ id: newId(), person }))
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    await insertPeople(db, numbered, now)
    await raiseContentVersion(db, now)
    return numbered.map(({ id }) => id)
  })
}

/** Removes the sample people from the register; returns how many. */
export function removeSamplePeople(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    await removeSampleSearchEntries(db, subject)
    const removed = await db.deleteFrom('person').where('sample_at', 'is not', null).executeTakeFirst()
    await raiseContentVersion(db, now)
    return Number(removed.numDeletedRows)
  })
}
