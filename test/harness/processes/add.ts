import { openDatabase } from '#db/engine/engine.server.ts'
import { addOne } from '#test/makers/add-one.ts'

/** Adds one to the content version, many times, as a second process does. */
const [address = '', times = ''] = process.argv.slice(2)
const db = openDatabase(address)
console.log('started')
for (let time = 0; time < Number(times); time++) await addOne(db)
await db.destroy()
