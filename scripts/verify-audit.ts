import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/engine/engine.server.ts'
import { anchorKey } from '#features/audit/anchor-signatures.server.ts'
import { anchorFile } from '#features/audit/anchors.server.ts'
import { verifyTrail, type TrailVerdict } from '#features/audit/verify-trail.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { explainDatabase, requireDatabase } from '#server/http/start-errors.server.ts'

/** Checks the audit trail that DATA_DIR or DATABASE_URL names, also while the site is running. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { anchors: { type: 'string' }, until: { type: 'string' } } })
  if (values.anchors !== undefined && !existsSync(values.anchors))
    throw new ConfigError(`There is no anchor file at "${values.anchors}".`)
  const until = values.until === undefined ? new Date() : new Date(values.until)
  if (Number.isNaN(until.getTime()))
    throw new ConfigError('--until must be a time such as 2026-11-16T10:00Z, when the site last ran.')
  const config = configureProcess(process.env)
  requireDatabase(config)
  const file = values.anchors ?? anchorFile(config.dataDir)
  const start = performance.now()
  try {
    const db = openDatabase(config.database)
    const verdict = await verifyTrail(db, file, anchorKey(config.secret), until)
    await db.destroy()
    const seconds = ((performance.now() - start) / 1000).toFixed(2)
    console.log(sentenceOf(verdict, seconds))
    return verdict.ok
  } catch (error) {
    throw explainDatabase(error, config)
  }
}

function sentenceOf(verdict: TrailVerdict, seconds: string): string {
  const anchors = verdict.anchors === 1 ? '1 anchor' : `${verdict.anchors} anchors`
  const effort = `${anchors}, ${seconds} s`
  if (verdict.ok)
    return `The audit trail is intact: ${verdict.entries} entries, ${effort}, head ${verdict.head || 'none'}.`
  return 'witness' in verdict
    ? `The anchors of the audit trail are broken: ${verdict.witness} (${effort})`
    : `The audit trail is broken at entry ${verdict.seq}: ${verdict.why} (${effort})`
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
