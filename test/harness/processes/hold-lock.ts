import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'

/** Takes SQLite's one write lock as a second process does, for each turn such as "300/20": so long, then a rest. */
const [path = '', ...turns] = process.argv.slice(2)
const db = new Sqlite(path, { timeout: 60_000 })
for (const turn of turns) {
  const [holdMs, restMs] = turn.split('/').map(Number)
  db.exec('begin immediate')
  await sleep(holdMs)
  db.exec('rollback')
  await sleep(restMs)
}
db.close()
