import { z } from 'zod'
import { periods, type Period } from './periods.ts'

export const visitsQuery = z.strictObject({
  days: z.enum(Object.keys(periods) as [Period, ...Period[]], 'Choose a period from the list.').default('30'),
})
