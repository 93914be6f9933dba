import { openDatabase } from '#db/engine/engine.server.ts'
import { runSome } from '#features/people/import/run.server.ts'
import { undoSome } from '#features/people/import/undo.server.ts'

/** Imports the rows of an import, or undoes them, a few at a time and reports it, until it is killed or done. */
const [address = '', id = '', what = ''] = process.argv.slice(2)
const db = openDatabase(address)
const some = what === 'undo' ? undoSome : runSome
while (await some(db, id, new Date())) console.log('some')
console.log('done')
await db.destroy()
