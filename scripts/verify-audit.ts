import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isPostgresUrl, openDatabase } from '#db/engine.server.ts'
import { anchorFile, readAnchors } from '#features/audit/anchors.server.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { ConfigError } from '#server/config-error.ts'
import { readConfig } from '#server/config.server.ts'
import { explainDatabase } from '#server/start-errors.server.ts'

/** Checks the audit trail that DATA_DIR or DATABASE_URL names, also while the site is open. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { anchors: { type: 'string' } } })
  if (values.anchors !== undefined && !existsSync(values.anchors))
    throw new ConfigError(`There is no file of anchors at "${values.anchors}".`)
  const config = readConfig(process.env)
  if (!isPostgresUrl(config.database) && !existsSync(config.database))
    throw new ConfigError(`DATA_DIR holds no database yet: there is none at "${config.database}".`)
  const anchors = await readAnchors(values.anchors ?? anchorFile(config.dataDir))
  const start = performance.now()
  try {
    const db = openDatabase(config.database)
    const verdict = await verifyChain(db, anchors)
    await db.destroy()
    const seconds = ((performance.now() - start) / 1000).toFixed(2)
    console.log(
      verdict.ok
        ? `The audit trail is whole: ${verdict.entries} entries, ${anchors.length} anchors, ${seconds} s, head ${verdict.head || 'none'}.`
        : `The audit trail is broken at entry ${verdict.seq}: ${verdict.why} (${anchors.length} anchors, ${seconds} s)`,
    )
    return verdict.ok
  } catch (error) {
    throw explainDatabase(error, config)
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
