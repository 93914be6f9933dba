import { openDatabase } from '#db/engine/engine.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'

/** Tries one account many times in parallel and reports how often it was allowed. */
const [address = '', times = '', at = ''] = process.argv.slice(2)
const db = openDatabase(address)
console.log('started')
const tries = Array.from({ length: Number(times) }, () =>
  claimTry(db, staffLimits.account, 'a@example.org', new Date(at)),
)
console.log(`admitted ${(await Promise.all(tries)).filter((tried) => tried.ok).length}`)
await db.destroy()
