import { z } from 'zod'

/** The end of a backup: what it holds, and the migrations of its tables. */

const table = z.strictObject({ rows: z.int().min(0), sha256: z.string(), columns: z.array(z.string()) })

export const manifestSchema = z.strictObject({
  madeAt: z.int(),
  /** Of the site that made it. */
  version: z.string(),
  steps: z.array(z.string()),
  tables: z.record(z.string(), table),
  files: z.int().min(0),
  privateFiles: z.int().min(0),
  /** Files that rows name and that were missing or damaged when the backup was made. */
  lost: z.array(z.string()),
})

export type BackupManifest = z.infer<typeof manifestSchema>

export function countRows({ tables }: BackupManifest): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}

/** The folders of files in a backup, with the tables that name those files. */
export const fileTables = {
  files: ['file', 'earlier_file', 'picture_variant'],
  private: ['attachment', 'own_photograph'],
} as const

export type FileFolder = keyof typeof fileTables

/** Files beside the database that belong to it. */
export const dataFiles = ['secret', 'certificate-key', 'audit-heads.jsonl'] as const

export const rowsPart = (table: string) => `rows/${table}`
export const filePart = (folder: FileFolder, sha256: string) => `${folder}/${sha256}`
export const dataFilePart = (name: string) => `keep/${name}`

export type BackupPart =
  | { kind: 'rows'; table: string }
  | { kind: 'file'; folder: FileFolder; sha256: string }
  | { kind: 'data-file'; name: string }

/** Undefined if no backup has a part of that name. */
export function readPartName(name: string): BackupPart | undefined {
  const [folder = '', rest = ''] = name.split(/\/(.*)/s)
  if (folder === 'rows' && /^[a-z_]{1,60}$/.test(rest)) return { kind: 'rows', table: rest }
  if (folder === 'keep' && dataFiles.some((one) => one === rest)) return { kind: 'data-file', name: rest }
  if ((folder === 'files' || folder === 'private') && /^[0-9a-f]{64}$/.test(rest))
    return { kind: 'file', folder, sha256: rest }
  return undefined
}
