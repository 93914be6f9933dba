import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openDatabase } from '#db/engine/engine.server.ts'
import { system } from '#features/audit/actor.ts'
import { exportSite } from '#features/site-copy/export.server.ts'
import { BadCopy } from '#features/site-copy/format.ts'
import { noteCopy } from '#features/site-copy/operations.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { explainDatabase, requireDatabase } from '#server/http/start-errors.server.ts'

/** Writes the site that DATA_DIR or DATABASE_URL names into one file, also while it is running. */
async function main() {
  const [given] = process.argv.slice(2)
  if (!given) throw new ConfigError('Name the file to write: npm run site:export -- FILE')
  const path = resolve(given)
  if (existsSync(path)) throw new ConfigError(`There is already a file at "${path}".`)
  const config = configureProcess(process.env)
  requireDatabase(config)
  try {
    const db = openDatabase(config.database)
    await noteCopy(db, system, 'archive', new Date())
    await db.destroy()
    const { rows, files } = await exportSite(config.database, openStores(config).files, path)
    console.log(
      `Exported ${rows.entry} entries in ${rows.entry_version} versions, ${rows.person} people and ${files} stored files to ${path}.`,
    )
  } catch (error) {
    throw explainDatabase(error, config)
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof BadCopy ? error.message : error)
  process.exitCode = 1
}
