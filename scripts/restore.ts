import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BadBackup } from '#features/backups/bad-backup.ts'
import { findBackup, openBackupStore, readBackup } from '#features/backups/backup-store.server.ts'
import { countRows } from '#features/backups/manifest.ts'
import { withErasureList } from '#features/backups/erasure-copy.server.ts'
import { restorePoint } from '#features/backups/points/restore-point.server.ts'
import { restoreBackup, type RestoreTarget } from '#features/backups/restore.server.ts'
import { erasureListName, type ErasureList } from '#features/erasures/erasure-list.server.ts'
import { officeTimeInWords, readOfficeTime } from '#office-time.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { Config } from '#server/config/config.server.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { explainDatabase } from '#server/http/start-errors.server.ts'

/** Restores a backup, or the site as of a moment, into the empty site that DATA_DIR, and DATABASE_URL if set, name. */
async function main() {
  const { file, moment } = readArguments()
  // Reading the configuration creates a secret if there is none; that one is removed again.
  const secret = join(resolve(process.env['DATA_DIR'] || 'data'), 'secret')
  const hadSecret = existsSync(secret)
  const config = configureProcess(process.env)
  if (!hadSecret) rmSync(secret, { force: true })
  const key = config.backupKey ?? keyBeside(config.dataDir)
  try {
    const words = await withErasureList(config, (fetchedDir) => {
      const target = { ...config, fetchedDir }
      return moment ? restoreTo(config, target, key, moment) : restoreFile(config, target, key, file)
    })
    console.log(
      [
        ...words,
        'This copy sends no email until an administrator turns email on, on the page “System”.',
      ].join('\n'),
    )
  } catch (error) {
    throw explainDatabase(error, config)
  }
}

function readArguments(): { file: string; moment: Date | undefined } {
  const { values, positionals } = readOptions()
  const [file, ...rest] = positionals
  if ((file === undefined) === (values.at === undefined) || rest.length > 0) throw new ConfigError(usage)
  return { file: file ?? '', moment: values.at === undefined ? undefined : readMoment(values.at) }
}

const usage =
  'Name the backup, or a moment: npm run restore -- FILE, or npm run restore -- --at "2026-11-15 14:02"'

function readOptions() {
  try {
    return parseArgs({ options: { at: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new ConfigError(usage)
  }
}

function readMoment(text: string): Date {
  const office = readOfficeTime(text)
  // With a zone, such as 2026-11-15T08:32:10Z.
  const zoned = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  const moment = office ?? zoned
  if (Number.isNaN(moment))
    throw new ConfigError(
      `"${text}" is not a moment such as "2026-11-15 14:02" (Indian Standard Time) or 2026-11-15T08:32:10Z.`,
    )
  return new Date(moment)
}

async function restoreFile(
  config: Config,
  target: RestoreTarget,
  key: string,
  file: string,
): Promise<string[]> {
  const restored = await readBackup(config, findBackup(config, file), (path) =>
    restoreBackup(target, path, key, personalData, new Date()),
  )
  const { manifest, erasureList } = restored
  const files = manifest.files + manifest.privateFiles - manifest.lost.length
  const madeAt = new Date(manifest.madeAt)
  return [
    `Restored ${countRows(manifest)} rows and ${files} files as of ${madeAt.toISOString()}.`,
    ...erasedWords(madeAt, erasureList, restored.repeated),
  ]
}

async function restoreTo(
  config: Config,
  target: RestoreTarget,
  key: string,
  moment: Date,
): Promise<string[]> {
  const store = openBackupStore(config)
  const restored = await restorePoint(target, { store, key, moment }, personalData, new Date())
  const at = new Date(restored.point.at)
  return [
    `Restored the site with ${restored.files} files as of ${officeTimeInWords(at)} (${at.toISOString()}).`,
    ...restored.lost.map((name) => `Missing among the stored files: ${name}`),
    ...erasedWords(at, restored.erasureList, restored.repeated),
  ]
}

function erasedWords(at: Date, erasureList: ErasureList | undefined, repeated: number): string[] {
  const made = at.toISOString()
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
