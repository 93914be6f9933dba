import { join } from 'node:path'
import { openDatabase } from '#db/engine/engine.server.ts'
import { startHeavyWork } from '#server/jobs/heavy-process.server.ts'

/** Has a heavy worker do jobs until it is killed. */
const [database = '', folder = ''] = process.argv.slice(2)
const entry = join(import.meta.dirname, 'heavy-worker.ts')
startHeavyWork({ db: openDatabase(database), kinds: ['slow'], entry, setup: { database, folder } }, 50)
setInterval(() => undefined, 1000)
