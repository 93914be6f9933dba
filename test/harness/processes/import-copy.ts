import { join } from 'node:path'
import { openDatabase } from '#db/engine/engine.server.ts'
import { system } from '#features/audit/actor.ts'
import { importSite } from '#features/site-copy/import.server.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { openFileStore } from '#server/files/files.server.ts'

/** Imports a copy and waits to be killed: while the files arrive, or when the rows are there and not committed. */
const [address = '', folder = '', copy = '', where = ''] = process.argv.slice(2)
const forever = () => new Promise<void>((resume) => setTimeout(resume, 3_600_000))
await importSite(
  openDatabase(address),
  openFileStore(join(folder, 'files')),
  copy,
  folder,
  system,
  new Date(),
  {
    obstacleWords,
    // Beyond half everything was checked, and is now used.
    onProgress(done, total) {
      if (where !== 'files' || done < total * 0.6) return
      console.log('here')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    },
    async finish() {
      console.log('here')
      await forever()
    },
  },
)
