import type { Migration } from './migration.ts'

/** Sealed files are looked up by name when unused ones are cleared. */
export const privateFiles: Migration = {
  name: '014-private-files',
  sql: `create index attachments_by_sha256 on attachment (sha256);`,
}
