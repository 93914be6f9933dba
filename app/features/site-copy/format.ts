import { z } from 'zod'
import { copiedTables, type CopiedTable } from './rows.ts'

/** The layout of a site copy in its zip file. */

export const formatName = 'iaps-site-copy'
export const formatVersion = 2

/** Tables that copies of format 1 do not have. */
const newTables: readonly CopiedTable[] = ['former_person_slug']

export const manifestName = 'manifest.json'
export const rowsName = (table: CopiedTable) => `rows/${table}.jsonl`
export const fileName = (sha256: string) => `files/${sha256}`

export const limits = {
  members: 1_000_000,
  manifestBytes: 256 * 1024 * 1024,
  lineCharacters: 16 * 1024 * 1024,
}

const member = z.strictObject({ name: z.string(), bytes: z.int().min(0), sha256: z.string() })

const tableCounts = Object.fromEntries(copiedTables.map((table) => [table, countOf(table)])) as Record<
  CopiedTable,
  z.ZodInt
>

function countOf(table: CopiedTable) {
  const count = z.int().min(0)
  return newTables.includes(table) ? count.default(0) : count
}

/** Read first, because a newer format may have other fields. */
export const formatSchema = z.object({ format: z.literal(formatName), version: z.int() })

export const manifestSchema = z.strictObject({
  format: z.literal(formatName),
  version: z.literal([1, formatVersion]),
  rows: z.strictObject(tableCounts),
  members: z.array(member).max(limits.members),
})

export type CopyManifest = z.infer<typeof manifestSchema>
export type Member = z.infer<typeof member>

/** The tables of a copy; earlier formats have fewer. */
export function tablesOf({ version }: Pick<CopyManifest, 'version'>): CopiedTable[] {
  return version === 1 ? copiedTables.filter((table) => !newTables.includes(table)) : copiedTables
}

/** What is wrong with a copy, in a sentence for the person who provided it. */
export class BadCopy extends Error {}
