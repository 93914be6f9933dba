import { existsSync } from 'node:fs'
import { isPostgresUrl } from '#db/engine/engine.server.ts'
import { NewerDatabase } from '#db/engine/migrate.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { Config } from '#server/config/config.server.ts'

/** Says in one sentence which setting is wrong, where the system only gives a code. Other errors stay as they are. */

/** For commands about a site that exists: opening a file of SQLite creates it, so a wrong DATA_DIR would be a new site. */
export function requireDatabase({ database }: Config): void {
  if (isPostgresUrl(database) || existsSync(database)) return
  throw new ConfigError(`There is no database yet at "${database}". Check DATA_DIR.`)
}

export function explainDatabase(error: unknown, { database }: Config): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof NewerDatabase) return new ConfigError(error.message, { cause: error })
  const code = 'code' in error ? String(error.code) : error.message
  if (isPostgresUrl(database)) {
    if (!unreachable.test(code)) return error
    return new ConfigError(`DATABASE_URL names a database that does not answer: ${reason(error)}.`, {
      cause: error,
    })
  }
  if (!unusableFile.test(code)) return error
  return new ConfigError(`DATA_DIR has a database that cannot be used: ${database}: ${reason(error)}.`, {
    cause: error,
  })
}

// Refused by the network, by the password check or because there is no such database.
const unreachable =
  /^(ECONN|EAI_|ENOTFOUND|ENOENT|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EACCES|25006|28|3D000|57P03|timeout)/
const unusableFile = /^SQLITE_(CANTOPEN|NOTADB|READONLY|CORRUPT|PERM|IOERR|FULL|BUSY)/

/** A host with several addresses fails with one error for each and no message. */
function reason(error: Error): string {
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error
  return first.message.replace(/\.$/, '')
}
