import { z } from 'zod'
import { copiedTables, type CopiedTable } from './rows.ts'

/** The layout of a site copy in its zip file. */

export const formatName = 'iaps-site-copy'
export const formatVersion = 1

export const manifestName = 'manifest.json'
export const rowsName = (table: CopiedTable) => `rows/${table}.jsonl`
export const fileName = (sha256: string) => `files/${sha256}`

export const limits = {
  members: 1_000_000,
  manifestBytes: 256 * 1024 * 1024,
  lineCharacters: 16 * 1024 * 1024,
}

const member = z.strictObject({ name: z.string(), bytes: z.int().min(0), sha256: z.string() })

const tableCounts = Object.fromEntries(copiedTables.map((table) => [table, z.int().min(0)])) as Record<
  CopiedTable,
  z.ZodInt
>

/** Read first, because a newer format may have other fields. */
export const formatSchema = z.object({ format: z.literal(formatName), version: z.int() })

export const manifestSchema = z.strictObject({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  rows: z.strictObject(tableCounts),
  members: z.array(member).max(limits.members),
})

export type CopyManifest = z.infer<typeof manifestSchema>
export type Member = z.infer<typeof member>

/** What is wrong with a copy, in a sentence for the person who provided it. */
export class BadCopy extends Error {}
