import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#db/engine/engine.server.ts'
import { runHeavyWorker } from '#server/jobs/heavy-worker.server.ts'

/** A heavy worker whose jobs only take their time, and write into a file what they do. */

export interface TestSetup {
  database: string
  folder: string
}

const times = { idleMs: 2500, leaseMs: 3000 }

runHeavyWorker(({ database, folder }: TestSetup) => {
  const db = openDatabase(database)
  const note = (what: string) => appendFileSync(join(folder, 'notes'), `${process.pid} ${what}\n`)
  const slow = async ({ name, ms }: { name: string; ms: number }, _: boolean, signal: AbortSignal) => {
    note(`begins ${name}`)
    await sleep(ms, undefined, { signal })
    note(`ends ${name}`)
  }
  const hang = async ({ name }: { name: string }, isLastTry: boolean) => {
    note(`begins ${name}`)
    if (!isLastTry) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  return { db, groups: [{ slow }, { hang }], close: () => db.destroy() }
}, times)
