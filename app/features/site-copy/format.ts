import { z } from 'zod'
import { copiedTables, type CopiedTable } from './rows.ts'

/** The layout of a site copy in its zip file. */

export const formatName = 'iaps-site-copy'
export const formatVersion = 5

/** The format in which a table came; copies of earlier formats do not have it. */
const addedIn: Partial<Record<CopiedTable, number>> = {
  former_person_slug: 2,
  rulebook: 3,
  rulebook_version: 3,
  academy_rule: 3,
  body: 4,
  body_term: 4,
  certificate_key: 5,
}

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
  return table in addedIn ? count.default(0) : count
}

/** Read first, because a newer format may have other fields. */
export const formatSchema = z.object({ format: z.literal(formatName), version: z.int() })

export const manifestSchema = z.strictObject({
  format: z.literal(formatName),
  version: z.literal([1, 2, 3, 4, formatVersion]),
  rows: z.strictObject(tableCounts),
  members: z.array(member).max(limits.members),
})

export type CopyManifest = z.infer<typeof manifestSchema>
export type Member = z.infer<typeof member>

/** The tables of a copy; earlier formats have fewer. */
export function tablesOf({ version }: Pick<CopyManifest, 'version'>): CopiedTable[] {
  return copiedTables.filter((table) => (addedIn[table] ?? 1) <= version)
}

/** What is wrong with a copy, in a sentence for the person who provided it. */
export class BadCopy extends Error {}
