import { z } from 'zod'
import { tableFormats, type TableFormat } from '#server/table-files/table.ts'

/** A list leaves the site only for a reason, which the trail keeps. */
export const exportForm = z.strictObject({
  format: z.enum(Object.keys(tableFormats) as TableFormat[], 'Choose CSV, XLSX or JSON.'),
  reason: z
    .string()
    .trim()
    .min(3, 'Say why you export the list.')
    .max(500, 'The reason can have 500 characters at most.'),
})

export type ExportAnswers = z.infer<typeof exportForm>
