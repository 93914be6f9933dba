import { z } from 'zod'
import { listFields } from '#server/input/list-query.ts'
import { categories, grades, rollStates, type Category, type Grade } from './roll.ts'

export const rollSorts = ['name', 'number', 'since', 'changed'] as const

export type RollState = keyof typeof rollStates

const text = (what: string) =>
  z.string().max(80, `The ${what} in the address can have 80 characters at most.`).optional()

const filterFields = {
  q: text('words to look for'),
  category: z
    .enum(Object.keys(categories) as Category[], 'The category in the address is not one of the roll.')
    .optional(),
  grade: z
    .enum(['none', ...(Object.keys(grades) as Grade[])], 'The grade in the address is not one of the roll.')
    .optional(),
  discipline: text('discipline'),
  country: text('country'),
  listed: z.enum(['yes', 'no'], 'What the address says about lists must be “yes” or “no”.').optional(),
  state: z
    .enum(
      Object.keys(rollStates) as RollState[],
      'The state in the address must be “living”, “deceased” or “bin”.',
    )
    .optional(),
}

/** What the address of the staff's list of people may ask for. */
export const rollForm = z.strictObject({ ...filterFields, ...listFields(rollSorts) })

/** The same, with what the page has to tell after several people were moved. */
export const rollListForm = rollForm.extend({
  done: z
    .enum(['list', 'unlist', 'bin', 'restore'], 'The address tells of something that was never done.')
    .optional(),
  moved: z
    .string()
    .regex(/^\d{1,4}$/, 'The number in the address is none.')
    .transform(Number)
    .optional(),
})

export type RollQuery = z.infer<typeof rollForm>
export type RollFilter = Omit<RollQuery, 'page' | 'sort' | 'dir'>
