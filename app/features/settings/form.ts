import { z } from 'zod'
import { markField } from '#server/input/mark.ts'
import { settingsSchema } from './settings.ts'

/** The settings as the office fills them in: every answer is text, and yes or no is chosen. */
const yesNo = z.enum(['yes', 'no'], 'Choose yes or no.').transform((answer) => answer === 'yes')

/** A number as typed; anything else fails the same check as one that is too large. */
const counted = (name: CountName) =>
  z
    .string()
    .trim()
    .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN))
    .pipe(settingsSchema.shape[name])

const countNames = [
  'retentionMonths',
  'backupEveryHours',
  'backupHour',
  'backupsKept',
  'graceMinutes',
  'mostPerProposer',
  'validCycles',
  'capFellows',
  'capHonoraryFellows',
] as const
type CountName = (typeof countNames)[number]

const counts = Object.fromEntries(countNames.map((name) => [name, counted(name)])) as Record<
  CountName,
  ReturnType<typeof counted>
>

export const settingsForm = settingsSchema
  .extend({
    neutralSignIn: yesNo,
    secondFactorForAdmins: yesNo,
    editorsPublish: yesNo,
    honoraryNominations: yesNo,
    tellNominee: yesNo,
    associateProofOfAge: yesNo,
    associateSeconder: yesNo,
    introducersNeeded: yesNo,
    ...counts,
    mark: markField,
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
