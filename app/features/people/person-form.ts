import { z } from 'zod'
import { printProblem } from './printable-text.ts'
import { undoHash } from '#server/input/shown-hash.ts'
import { maxSlugLength } from '#server/input/slug.ts'
import { maxReasonLength, personFields, type PersonField } from './person-fields.ts'
import { categories, grades, isWebAddress, type Category, type Grade, type NewPerson } from './register.ts'

const earliestYear = 1900
const numberForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ./-]*$/u

/** What staff typed about a person, as it can be stored; years are not in the future. */
export function personForm(thisYear: number): ReturnType<typeof makeForm> {
  const form = forms.get(thisYear) ?? makeForm(thisYear)
  forms.set(thisYear, form)
  return form
}

// An import calls it fifty thousand times.
const forms = new Map<number, ReturnType<typeof makeForm>>()

function makeForm(thisYear: number) {
  const year = yearUpTo(thisYear)
  return z
    .strictObject({
      memberNo: required('memberNo').refine(
        (text) => numberForm.test(text),
        'Use only letters, digits, dots, dashes and slashes in the member number.',
      ),
      fellowNo: optional('fellowNo').refine(
        (text) => text === null || numberForm.test(text),
        'Use only letters, digits, dots, dashes and slashes in the fellow number.',
      ),
      title: optional('title'),
      givenName: optional('givenName').transform((text) => text ?? ''),
      familyName: required('familyName').refine(
        (text) => /[\p{L}\p{N}]/u.test(text),
        'Enter a family name with at least one letter.',
      ),
      category: z.enum(Object.keys(categories) as Category[], 'Choose a category.'),
      since: year('since').transform((value, context) => {
        if (value !== null) return value
        context.addIssue({ code: 'custom', message: 'Enter the year of joining.' })
        return z.NEVER
      }),
      grade: z
        .enum(['', ...(Object.keys(grades) as Grade[])], 'Choose a grade, or none.')
        .transform((grade) => grade || null),
      electedYear: year('electedYear'),
      discipline: required('discipline'),
      specialisation: optional('specialisation'),
      institution: optional('institution'),
      city: optional('city'),
      state: optional('state'),
      country: required('country'),
      citation: optional('citation'),
      webPage: optional('webPage').refine(
        (text) => text === null || isWebAddress(text),
        'Enter a whole web address, such as https://example.org/people/raman.',
      ),
      diedYear: year('diedYear'),
      listed: z
        .enum(['', 'no', 'yes'], 'Choose whether to list the person in the public directory.')
        .transform((value) => value === 'yes'),
    })
    .superRefine(checkYears)
}

const gradeReason = z
  .string()
  .trim()
  .max(maxReasonLength, `Shorten the reason to ${maxReasonLength} characters.`)

/** Files and copies may contain others from before; those stay, and no certificate is issued by hand with them. */
const printedCitation = optional('citation').superRefine((text, context) => {
  const message = printProblem(personFields.citation.label, text ?? '')
  if (message) context.addIssue({ code: 'custom', message })
})

/** What staff send to add someone; a grade needs a reason. */
export function newPersonForm(thisYear: number) {
  return personForm(thisYear).safeExtend({ citation: printedCitation, gradeReason })
}

/** The same for someone in the register, with the version that the form was filled from. */
export function changeForm(thisYear: number) {
  const version = z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'We could not read this form. Reload the page and try again.')
    .transform(Number)
  return personForm(thisYear).safeExtend({ version, citation: printedCitation, gradeReason })
}

/** The address of a person's page, as staff type it. */
export const addressForm = z.strictObject({
  slug: z
    .string()
    .trim()
    .min(1, 'Enter the end of the address.')
    .max(maxSlugLength, `Shorten the address to ${maxSlugLength} characters.`),
  ...undoHash,
})

function checkYears(person: z.core.output<z.ZodObject> & Partial<NewPerson>, context: z.core.$RefinementCtx) {
  const { grade, electedYear, diedYear, since } = person
  if (electedYear != null && !grade)
    context.addIssue({
      code: 'custom',
      path: ['electedYear'],
      message: 'Only people with a grade have a year of election. Choose a grade, or leave the year empty.',
    })
  if (diedYear != null && since !== undefined && diedYear < since)
    context.addIssue({
      code: 'custom',
      path: ['diedYear'],
      message: 'The year of death is before the year of joining. Correct one of them.',
    })
}

function required(field: PersonField) {
  const { label } = personFields[field]
  return clean(field).refine((text) => text !== '', `Enter the ${label.toLowerCase()}.`)
}

function optional(field: PersonField) {
  return clean(field).transform((text) => text || null)
}

/** One line without odd spaces, in the composed form of Unicode. */
function clean(field: PersonField) {
  const { label, max } = personFields[field]
  return z
    .string()
    .transform((text) => tidy(text))
    .pipe(z.string().max(max, `Shorten the ${label.toLowerCase()} to ${max} characters.`))
}

export function tidy(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zs}\u200b\ufeff]+/gu, ' ')
    .trim()
}

function yearUpTo(thisYear: number) {
  return (field: PersonField) => {
    const label = personFields[field].label.toLowerCase()
    const error = `Enter the ${label} as a number from ${earliestYear} to ${thisYear}.`
    return z
      .string()
      .transform((text) => tidy(text))
      .pipe(z.string().regex(/^(\d{4})?$/, error))
      .transform((text) => (text === '' ? null : Number(text)))
      .refine((year) => year === null || (year >= earliestYear && year <= thisYear), error)
  }
}
