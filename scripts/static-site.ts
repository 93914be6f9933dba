import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { system } from '#features/audit/actor.ts'
import { noteCopy } from '#features/site-copy/operations.server.ts'
import { makeStaticCopy } from '#features/site-copy/static.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { explainDatabase, requireDatabase } from '#server/http/start-errors.server.ts'
import type { openSite } from '#site.ts'

/**
 * Writes the public pages of the site that DATA_DIR or DATABASE_URL names as static files, also while it is running.
 */
async function main() {
  const [given] = process.argv.slice(2)
  if (!given) throw new ConfigError('Name the file to write: npm run site:static -- FILE.zip')
  const path = resolve(given)
  if (existsSync(path)) throw new ConfigError(`There is already a file at "${path}".`)
  const config = configureProcess(process.env)
  requireDatabase(config)
  process.env['NODE_ENV'] ??= 'production'
  const built = (await import(resolve('build/server/index.js'))) as { openSite: typeof openSite }
  try {
    const site = await built.openSite(config)
    await noteCopy(site.db, system, 'static', new Date())
    const { pages, others } = await makeStaticCopy(site.ask, config.origin, path)
    await site.close()
    console.log(
      `Wrote ${pages} pages and ${others} pictures and other files to ${path}. Unpack the file and open index.html.`,
    )
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
