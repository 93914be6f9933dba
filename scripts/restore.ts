import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BadBackup } from '#features/backups/bad-backup.ts'
import { countRows } from '#features/backups/manifest.ts'
import { restoreBackup, type Restored } from '#features/backups/restore.server.ts'
import { ledgerName } from '#features/erasures/ledger.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { explainDatabase } from '#server/http/start-errors.server.ts'

/** Puts a backup into the empty place that DATA_DIR, and DATABASE_URL if set, name. */
async function main() {
  const [given] = process.argv.slice(2)
  if (!given) throw new ConfigError('Name the backup: npm run restore -- FILE')
  // Reading the configuration makes a secret where there is none; what it made goes again.
  const secret = join(resolve(process.env['DATA_DIR'] || 'data'), 'secret')
  const hadSecret = existsSync(secret)
  const config = configureProcess(process.env)
  if (!hadSecret) rmSync(secret, { force: true })
  const key = config.backupKey ?? keyBeside(config.dataDir)
  try {
    const restored = await restoreBackup(config, resolve(given), key, new Date())
    const { manifest } = restored
    const files = manifest.files + manifest.privateFiles - manifest.lost.length
    console.log(
      [
        `Restored ${countRows(manifest)} rows and ${files} files as of ${new Date(manifest.madeAt).toISOString()}.`,
        ...erasedWords(restored),
        'No letter leaves this copy until an administrator says so on the page “System”.',
      ].join('\n'),
    )
  } catch (error) {
    throw explainDatabase(error, config)
  }
}

function erasedWords({ manifest, ledger, repeated }: Restored): string[] {
  const made = new Date(manifest.madeAt).toISOString()
  if (!ledger)
    return [
      '*** THERE IS NO LIST OF ERASURES HERE ***',
      `Whoever was erased after ${made} is back on this site. Do not open it to others yet.`,
      `Look for ${ledgerName} in the DATA_DIR and the BACKUP_DIR of the site that made the backup, put it beside`,
      'the backup and restore once more into an empty place. If it is lost, erase those people anew on the page',
      '“Personal data”, and take those off the newsletter who have left it since.',
    ]
  return [
    `Erased again: ${repeated} of the ${ledger.erasures.length} erasures listed in ${ledger.paths.join(' and ')}.`,
    `The list is complete up to ${ledger.asOf.toISOString()}. If the site went on after that, look for a newer one.`,
    ...(ledger.unreadable > 0 ? [`${ledger.unreadable} lines of it are damaged and were passed over.`] : []),
  ]
}

function keyBeside(dataDir: string): string {
  const file = join(dataDir, 'backup-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new ConfigError(
    `Set BACKUP_KEY to the key that the backup was made with, or put its file at "${file}".`,
  )
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof BadBackup ? error.message : error)
  process.exitCode = 1
}
