import { openStores } from '#server/files/stores.server.ts'
import { openBackupStore } from '#features/backups/backup-store.server.ts'
import type { PointAnswer, PointRequest } from './point-process.server.ts'
import { takePoint } from './take.server.ts'

/** The process that takes one recovery point and ends. It reads the database file directly: see `readPages`. */

process.once('message', (request: PointRequest) => {
  void take(request).then((answer) => process.send?.(answer, () => process.disconnect?.()))
})
// What is half done is done again by the next one.
process.once('disconnect', () => process.exit())

async function take(request: PointRequest): Promise<PointAnswer> {
  try {
    const source = { ...request, ...openStores(request), store: openBackupStore(request) }
    return { ok: true, taken: await takePoint(source, () => new Date()) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
