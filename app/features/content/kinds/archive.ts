import { z } from 'zod'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'
import { archiveTypes } from './kinds.ts'

const yearSentence = 'The year in the address must be a number from 1900 to 2200.'

const archiveForm = z.strictObject({
  type: z.enum(archiveTypes, 'The type in the address is not one the archive has.').optional(),
  year: z
    .string()
    .regex(/^\d{4}$/, yearSentence)
    .transform(Number)
    .refine((year) => year >= 1900 && year <= 2200, yearSentence)
    .optional(),
})

export type ArchiveQuery = z.infer<typeof archiveForm>

/** The query of the archive's address. */
export function readArchiveQuery(params: URLSearchParams): QueryRead<ArchiveQuery> {
  return readQuery(params, archiveForm)
}
