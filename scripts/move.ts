import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isPostgresUrl, openDatabase } from '#db/engine/engine.server.ts'
import { BadBackup } from '#features/backups/bad-backup.ts'
import { moveDatabase, readLastEntry } from '#features/backups/move.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { encryptedDatabase } from '#server/config/encrypted-connections.ts'
import { explainDatabase, requireDatabase } from '#server/http/start-errors.server.ts'

/** Copies the database that DATA_DIR or DATABASE_URL names to another one, on either engine. */
async function main() {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (!values.to)
    throw new ConfigError(
      'Name the new database: npm run move -- --to postgresql://… or --to /path/of/site.db',
    )
  const config = configureProcess(process.env)
  requireDatabase(config)
  const to = isPostgresUrl(values.to) ? encryptedDatabase('--to', values.to, process.env) : resolve(values.to)
  if (!isPostgresUrl(to) && !existsSync(dirname(to)))
    throw new ConfigError(`There is no folder "${dirname(to)}". Create it, or name another file with --to.`)
  const folder = await mkdtemp(join(isPostgresUrl(to) ? config.dataDir : dirname(to), '.moving-'))
  try {
    const moved = await moveDatabase(config.database, to, folder, new Date()).catch((error: unknown) => {
      throw explainDatabase(error, { ...config, database: to })
    })
    console.log(`Copied ${moved.rows} rows in ${moved.tables} tables; every table has the same hash.`)
    const db = openDatabase(config.database)
    const wasOpen = (await readLastEntry(db)) !== moved.lastEntry
    await db.destroy()
    if (wasOpen)
      console.log(
        'The old database changed during the move, and the new one does not have these changes. Stop the site and move again.',
      )
    console.log(
      isPostgresUrl(to)
        ? 'Stop the site and start it with DATABASE_URL set to the new address.'
        : `Stop the site and start it without DATABASE_URL, with ${to} as the site.db of its DATA_DIR.`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof BadBackup ? error.message : error)
  process.exitCode = 1
}
