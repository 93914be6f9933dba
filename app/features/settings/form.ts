import { z } from 'zod'
import { settingsSchema } from './settings.ts'

/** The settings as the office fills them in: every answer is text, and yes or no is chosen. */
const yesNo = z.enum(['yes', 'no'], 'Choose yes or no.').transform((answer) => answer === 'yes')

export const settingsForm = settingsSchema
  .extend({
    neutralSignIn: yesNo,
    secondFactorForAdmins: yesNo,
    editorsPublish: yesNo,
    retentionMonths: z
      .string()
      .regex(/^\d{1,3}$/, 'The months must be a whole number.')
      .transform(Number)
      .pipe(settingsSchema.shape.retentionMonths),
  })
  .strict()
  .superRefine((answers, context) => {
    for (const cycle of ['fellow', 'associateFellow'] as const) {
      const [opens, closes] = [answers[`${cycle}OpensAt`], answers[`${cycle}ClosesAt`]]
      if (opens && closes && closes <= opens)
        context.addIssue({
          code: 'custom',
          path: [`${cycle}ClosesAt`],
          message: 'Nominations must close after they open.',
        })
    }
  })
