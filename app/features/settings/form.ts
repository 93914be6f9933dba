import { z } from 'zod'
import { markField } from '#server/input/mark.ts'
import { declaredSettings } from './declared.ts'
import { settingsSchema, type Settings } from './settings.ts'

/** The settings as the office fills them in: every answer is text, and yes or no is chosen. */
const yesNo = z.enum(['yes', 'no'], 'Choose yes or no.').transform((answer) => answer === 'yes')

/** A number as typed; anything else fails the same check as one that is too large. */
const numberTyped = z
  .string()
  .trim()
  .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN))

function typed(name: keyof Settings): z.ZodType {
  const { kind } = declaredSettings[name]
  if (kind === 'yes-no') return yesNo
  const check = settingsSchema.shape[name]
  return kind === 'count' ? numberTyped.pipe(check as z.ZodType<number, number>) : check
}

const fields = Object.fromEntries(
  Object.keys(declaredSettings).map((name) => [name, typed(name as keyof Settings)]),
) as { [Name in keyof Settings]: z.ZodType<Settings[Name]> }

export const settingsForm = z.strictObject({ ...fields, mark: markField }).superRefine((answers, context) => {
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
