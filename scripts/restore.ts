import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BadBackup } from '#features/backups/bad-backup.ts'
import { countRows } from '#features/backups/manifest.ts'
import { restoreBackup, type RestoreResult } from '#features/backups/restore.server.ts'
import { erasureListName } from '#features/erasures/erasure-list.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { explainDatabase } from '#server/http/start-errors.server.ts'

/** Restores a backup into the empty site that DATA_DIR, and DATABASE_URL if set, name. */
async function main() {
  const [given] = process.argv.slice(2)
  if (!given) throw new ConfigError('Name the backup: npm run restore -- FILE')
  // Reading the configuration creates a secret if there is none; that one is removed again.
  const secret = join(resolve(process.env['DATA_DIR'] || 'data'), 'secret')
  const hadSecret = existsSync(secret)
  const config = configureProcess(process.env)
  if (!hadSecret) rmSync(secret, { force: true })
  const key = config.backupKey ?? keyBeside(config.dataDir)
  try {
    const restored = await restoreBackup(config, resolve(given), key, personalData, new Date())
    const { manifest } = restored
    const files = manifest.files + manifest.privateFiles - manifest.lost.length
    console.log(
      [
        `Restored ${countRows(manifest)} rows and ${files} files as of ${new Date(manifest.madeAt).toISOString()}.`,
        ...erasedWords(restored),
        'This copy sends no email until an administrator turns email on, on the page “System”.',
      ].join('\n'),
    )
  } catch (error) {
    throw explainDatabase(error, config)
  }
}

function erasedWords({ manifest, erasureList, repeated }: RestoreResult): string[] {
  const made = new Date(manifest.madeAt).toISOString()
  if (!erasureList)
    return [
      '*** THE LIST OF DELETED DATA IS MISSING ***',
      `Data that was deleted on request after ${made} is back on this site. Do not open it to the public yet.`,
      `Look for ${erasureListName} in the DATA_DIR and the BACKUP_DIR of the site that made the backup, put it next to`,
      'the backup and restore again into an empty folder. If it is lost, delete the data of these people again on the page',
      '“Personal data”, and remove everyone from the newsletter list who has unsubscribed since.',
    ]
  return [
    `Deleted again: ${repeated} of the ${erasureList.erasures.length} deletions listed in ${erasureList.paths.join(' and ')}.`,
    `The list is complete up to ${erasureList.asOf.toISOString()}. If the site ran after that, look for a newer list.`,
    ...(erasureList.unreadable > 0
      ? [`${erasureList.unreadable} lines of it are damaged and were skipped.`]
      : []),
  ]
}

function keyBeside(dataDir: string): string {
  const file = join(dataDir, 'backup-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new ConfigError(`Set BACKUP_KEY to the key of the backup, or put the key file at "${file}".`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof BadBackup ? error.message : error)
  process.exitCode = 1
}
