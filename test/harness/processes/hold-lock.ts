import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'

/** Takes SQLite's only write lock like a second process, for each turn such as "300/20": this long, then a pause. */
const [path = '', ...rounds] = process.argv.slice(2)
const db = new Sqlite(path, { timeout: 60_000 })
for (const round of rounds) {
  const [holdMs, restMs] = round.split('/').map(Number)
  db.exec('begin immediate')
  await sleep(holdMs)
  db.exec('rollback')
  await sleep(restMs)
}
db.close()
