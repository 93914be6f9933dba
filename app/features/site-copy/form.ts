import { z } from 'zod'

export const copyForm = z.strictObject({
  kind: z.enum(['archive', 'static'], 'Choose what to make.'),
})

export const importForm = z.strictObject({ bring: z.literal('in') })
