import { openDatabase } from '#db/engine/engine.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { explainDatabase, requireDatabase } from '#server/http/start-errors.server.ts'
import { system } from '#features/audit/actor.ts'
import { removeSamples } from '#features/samples/operations.server.ts'
import { upgrade } from '#features/search/upgrade.server.ts'

/** Removes the samples from the site that DATA_DIR or DATABASE_URL names, also while it is running. */
async function main() {
  const config = configureProcess(process.env)
  requireDatabase(config)
  const now = new Date()
  try {
    const db = openDatabase(config.database)
    await upgrade(db, now)
    const removed = await removeSamples(db, openStores(config).files, system, now)
    await db.destroy()
    console.log(
      `Removed ${removed.entries} sample entries, ${removed.people} sample people, ${removed.files} sample files and ${removed.addresses} sample addresses of social networks.`,
    )
  } catch (error) {
    throw explainDatabase(error, config)
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
