import { z } from 'zod'
import { shownHashField } from '#server/input/shown-hash.ts'
import { declaredSettings } from './declared.ts'
import { settingPageNames, settingsOf, type SettingPage } from './pages.ts'
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

/** The settings of one page as its form sends them. */
type SettingForm = z.ZodType<Partial<Settings> & { shownHash: string }>

function formOf(page: SettingPage): SettingForm {
  const fields = Object.fromEntries(settingsOf(page).map((name) => [name, typed(name)])) as {
    [Name in keyof Settings]?: z.ZodType<Settings[Name]>
  }
  return z
    .strictObject({ ...fields, shownHash: shownHashField })
    .superRefine(checkCycles) as unknown as SettingForm
}

function checkCycles(answers: Record<string, unknown>, context: z.RefinementCtx) {
  for (const cycle of ['fellow', 'associateFellow'] as const) {
    const [opens, closes] = [answers[`${cycle}OpensAt`], answers[`${cycle}ClosesAt`]].map(String)
    if (answers[`${cycle}OpensAt`] && answers[`${cycle}ClosesAt`] && closes! <= opens!)
      context.addIssue({
        code: 'custom',
        path: [`${cycle}ClosesAt`],
        message: 'Nominations must close after they open.',
      })
  }
}

export const settingForms = Object.fromEntries(
  settingPageNames.map((page) => [page, formOf(page)]),
) as Record<SettingPage, SettingForm>
