import { z } from 'zod'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'
import { grades, lifeListCategories, type Grade } from './register.ts'

export const maxNameLength = 80

/** So many people are on one page to print: a few dozen sheets. */
export const peoplePerPrint = 1000

/** The choices that the directory offers, from listFilterOptions. */
export interface KnownChoices {
  disciplines: { value: string }[]
  countries: { value: string }[]
  states?: { value: string }[]
}

export type LifeListQuery = z.infer<ReturnType<typeof lifeListForm>>
export type FellowQuery = z.infer<ReturnType<typeof fellowForm>>

/** The query of the list of life members and associates. */
export function readLifeListQuery(params: URLSearchParams, known: KnownChoices): QueryRead<LifeListQuery> {
  return readQuery(params, lifeListForm(known))
}

/** The query of a list of fellows. */
export function readFellowQuery(params: URLSearchParams, known: KnownChoices): QueryRead<FellowQuery> {
  return readQuery(params, fellowForm(known))
}

function lifeListForm(known: KnownChoices) {
  const category = z.enum(lifeListCategories, 'The category in the address must be “life” or “associate”.')
  return z.strictObject({ ...sharedFields(known), category: category.optional() })
}

function fellowForm(known: KnownChoices) {
  const grade = z.enum(
    Object.keys(grades) as Grade[],
    'The grade in the address must be “honorary-fellow”, “fellow” or “associate-fellow”.',
  )
  const list = z.literal('deceased', 'The list in the address can only be “deceased”.')
  const state = oneOf(
    known.states ?? [],
    'The state in the address does not exist. Choose one in the filter.',
  )
  return z.strictObject({
    ...sharedFields(known),
    state: state.optional(),
    grade: grade.optional(),
    list: list.optional(),
  })
}

function sharedFields(known: KnownChoices) {
  return {
    name: z.string().max(maxNameLength, `Shorten the name to ${maxNameLength} characters.`).optional(),
    discipline: oneOf(
      known.disciplines,
      'The discipline in the address does not exist. Choose one in the filter.',
    ).optional(),
    country: oneOf(
      known.countries,
      'The country in the address does not exist. Choose one in the filter.',
    ).optional(),
    year: wholeNumber(1900, 2200, 'The year in the address must be a number from 1900 to 2200.').optional(),
    show: z.literal('all', 'The list in the address can only be shown as “all”.').optional(),
    page: wholeNumber(1, 4000, 'The page in the address must be a number from 1 to 4000.').default(1),
  }
}

function oneOf(choices: { value: string }[], error: string) {
  const values = new Set(choices.map((choice) => choice.value))
  return z.string().refine((value) => values.has(value), error)
}

function wholeNumber(min: number, max: number, error: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,3}$/, error)
    .transform(Number)
    .refine((number) => number >= min && number <= max, error)
}
