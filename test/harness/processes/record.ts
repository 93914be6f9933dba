import { openDatabase } from '#db/engine/engine.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { thingChanged } from '#test/makers/any-action.ts'

/** Appends to the audit trail, many times, as a second process does. */
const [address = '', times = ''] = process.argv.slice(2)
const db = openDatabase(address)
console.log('started')
for (let time = 0; time < Number(times); time++)
  await inTransaction(db, (db) => record(db, system, thingChanged, 'thing:2', { time }, new Date(time)))
await db.destroy()
