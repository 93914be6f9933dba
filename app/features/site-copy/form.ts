import { z } from 'zod'

export const copyForm = z.strictObject({
  kind: z.enum(['archive', 'static'], 'Choose what to export.'),
})

export const importForm = z.strictObject({ bring: z.literal('in') })
