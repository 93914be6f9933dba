import { resolve } from 'node:path'
import { openDatabase } from '#db/engine/engine.server.ts'
import { system } from '#features/audit/actor.ts'
import { upgrade } from '#features/search/upgrade.server.ts'
import { importSite } from '#features/site-copy/import.server.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { explainDatabase } from '#server/http/start-errors.server.ts'

/** Imports a copy into the empty site that DATA_DIR or DATABASE_URL names. */
async function main() {
  const [given] = process.argv.slice(2)
  if (!given) throw new ConfigError('Name the file to import: npm run site:import -- FILE')
  const config = configureProcess(process.env)
  const now = new Date()
  try {
    const db = openDatabase(config.database)
    await upgrade(db, now)
    const files = openStores(config).files
    const outcome = await importSite(db, files, resolve(given), config.dataDir, system, now, {
      obstacleWords,
    })
    await db.destroy()
    if (!outcome.ok) throw new ConfigError(`Nothing was imported. ${outcome.problem}`)
    const { entry, entry_version, person, file } = outcome.rows
    console.log(`Imported ${entry} entries in ${entry_version} versions, ${person} people and ${file} files.`)
  } catch (error) {
    throw explainDatabase(error, config)
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
