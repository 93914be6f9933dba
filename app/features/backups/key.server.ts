import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createOnce } from '#server/files/create-once.server.ts'

export interface BackupKey {
  key: string
  /** Its file, unless the environment provides the key. */
  file: string | undefined
  isNew: boolean
}

/** The key from the environment, or one that is created once and stored beside the data. */
export function openBackupKey({
  dataDir,
  backupKey,
}: {
  dataDir: string
  backupKey: string | undefined
}): BackupKey {
  if (backupKey !== undefined) return { key: backupKey, file: undefined, isNew: false }
  const file = join(dataDir, 'backup-key')
  const isNew = !existsSync(file)
  const key = createOnce(file, () => randomBytes(32).toString('base64url')).trim()
  return { key, file, isNew }
}

/** Says which key it is and does not reveal it. */
export function keyFingerprint(key: string): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'backup key fingerprint', 8)).toString('hex')
}

/** Warns once: without the key a backup is worthless, and a key beside the data is lost with them. */
export function newKeyWords(file: string): string {
  return [
    '*** NEW BACKUP KEY ***',
    `The key for your backups is in ${file}. Without it, nobody can restore a backup.`,
    'Copy it NOW to a safe place, not on this machine and not next to the backups,',
    'or set BACKUP_KEY yourself. To restore a backup, set BACKUP_KEY to this key.',
  ].join('\n')
}
