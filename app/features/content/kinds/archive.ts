import { z } from 'zod'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'
import { yearField } from '#server/input/list-query.ts'
import { archiveTypes } from './archive-labels.ts'

const archiveForm = z.strictObject({
  type: z.enum(archiveTypes, 'The type in the address is not one the archive has.').optional(),
  year: yearField,
})

export type ArchiveQuery = z.infer<typeof archiveForm>

/** The query of the archive's address. */
export function readArchiveQuery(params: URLSearchParams): QueryRead<ArchiveQuery> {
  return readQuery(params, archiveForm)
}
