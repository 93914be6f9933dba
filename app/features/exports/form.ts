import { z } from 'zod'
import { tableFormats, type TableFormat } from '#server/tables/table.ts'

const format = z.enum(Object.keys(tableFormats) as TableFormat[], 'Choose CSV, XLSX or JSON.')

/** A list of what visitors can read, or of the texts and files behind it. */
export const openExportForm = z.strictObject({ format })

/** A list of people leaves the site only with a reason, which the audit trail records. */
export const exportForm = z.strictObject({
  format,
  reason: z
    .string()
    .trim()
    .min(3, 'Enter why you export the list.')
    .max(500, 'Shorten the reason to 500 characters.'),
})

export type ExportAnswers = z.infer<typeof exportForm>
export type OpenExportAnswers = z.infer<typeof openExportForm>
