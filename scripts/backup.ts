import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openDatabase } from '#db/engine/engine.server.ts'
import { countRows } from '#features/backups/manifest.ts'
import { newKeyWords, openBackupKey } from '#features/backups/key.server.ts'
import { backupPath } from '#features/backups/backup-store.server.ts'
import { makeBackup } from '#features/backups/operations.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { explainDatabase, requireDatabase } from '#server/http/start-errors.server.ts'

/** Writes the site that DATA_DIR or DATABASE_URL names into one sealed file, also while it is running. */
async function main() {
  const [given] = process.argv.slice(2)
  const config = configureProcess(process.env)
  const path = given ? resolve(given) : backupPath(config, new Date())
  if (existsSync(path)) throw new ConfigError(`There is already a file at "${path}".`)
  requireDatabase(config)
  const { isNew, file } = openBackupKey(config)
  if (isNew && file) console.log(newKeyWords(file))
  const db = openDatabase(config.database)
  try {
    const { files, privateFiles } = openStores(config)
    const made = await makeBackup({ ...config, db, files, privateFiles }, { path }, () => new Date())
    if (!made.ok) throw new ConfigError('The backup failed. See the line above for the reason.')
    const { manifest, bytes } = made
    const stored = manifest.files + manifest.privateFiles - manifest.lost.length
    console.log(`Backed up ${countRows(manifest)} rows and ${stored} files to ${path}, ${bytes} bytes.`)
    for (const name of manifest.lost) console.error(`Missing or damaged in the store: ${name}`)
  } catch (error) {
    throw explainDatabase(error, config)
  } finally {
    await db.destroy()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
