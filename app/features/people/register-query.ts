import { z } from 'zod'
import { listFields } from '#server/input/list-query.ts'
import { categories, grades, registerStates, type Category, type Grade } from './register.ts'

export const registerSorts = ['name', 'number', 'since', 'changed'] as const

export type RegisterState = keyof typeof registerStates

const text = (what: string) => z.string().max(80, `Shorten the ${what} to 80 characters.`).optional()

const filterFields = {
  q: text('search'),
  category: z
    .enum(
      Object.keys(categories) as Category[],
      'The category in the address does not exist. Choose one in the filter.',
    )
    .optional(),
  grade: z
    .enum(
      ['none', ...(Object.keys(grades) as Grade[])],
      'The grade in the address does not exist. Choose one in the filter.',
    )
    .optional(),
  discipline: text('discipline'),
  country: text('country'),
  listed: z.enum(['yes', 'no'], 'The directory filter in the address must be “yes” or “no”.').optional(),
  state: z
    .enum(
      Object.keys(registerStates) as RegisterState[],
      'The status in the address must be “living”, “deceased”, “removal” or “bin”.',
    )
    .optional(),
}

/** The query of the staff's list of people. */
export const registerForm = z.strictObject({ ...filterFields, ...listFields(registerSorts) })

export type RegisterQuery = z.infer<typeof registerForm>
export type RegisterFilter = Omit<RegisterQuery, 'page' | 'sort' | 'dir'>
