// Stores a file in each way the site does, in an empty folder, and is killed immediately.
import { hash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDurableFolder } from '#db/engine/sync-folder.server.ts'
import { writeParts } from '#features/backups/parts.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { createOnce } from '#server/files/create-once.server.ts'
import { openChunkStore } from '#server/files/chunks.server.ts'

const [folder = ''] = process.argv.slice(2)
const bytes = randomBytes(5000)
const copied = randomBytes(5000)
const elsewhere = join(folder, 'given')
await writeFile(elsewhere, copied)

await openFileStore(join(folder, 'files')).put(bytes)
await openFileStore(join(folder, 'private')).putFile(elsewhere, hash('sha256', copied))
await openChunkStore({ dataDir: folder, objects: undefined }).write('upload', 0, 9000, pieces())
createOnce(join(folder, 'secret'), () => 'made once')
await makeDurableFolder(join(folder, 'backups'))
await writeParts(join(folder, 'backups', 'one'), 'a key of thirty-two letters or more', async () => 'the end')
process.kill(process.pid, 'SIGKILL')

async function* pieces() {
  yield bytes.subarray(0, 2000)
  yield bytes.subarray(2000)
}
