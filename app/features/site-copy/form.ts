import { z } from 'zod'

export const copyForm = z.strictObject({
  kind: z.enum(['archive', 'static'], 'Choose what to export.'),
})

export const cancelForm = z.strictObject({ copy: z.uuid() })

export const importForm = z.strictObject({ bring: z.literal('in') })
