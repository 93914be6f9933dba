import { join } from 'node:path'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'

/** Opens a site like the server at startup, with small pictures. */
const [address = '', dataDir = ''] = process.argv.slice(2)
const now = new Date('2026-11-15T06:30:00Z')
const db = openDatabase(address)
const steps = await migrate(db, now)
console.log(`migrated ${steps.length}`)
await loadStarterContent(db, openFileStore(join(dataDir, 'files')), now, (line) => console.log(line), 30)
await db.destroy()
console.log('open')
