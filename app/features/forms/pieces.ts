import { disciplines } from '#features/people/register.ts'
import {
  textOf,
  type Answers,
  type ChoiceField,
  type FileQuestion,
  type LineField,
  type Repeat,
} from './questions.ts'

/** Questions that several forms ask in the same words. */

export const titles = {
  prof: 'Prof.',
  dr: 'Dr',
  mr: 'Mr',
  ms: 'Ms',
  mx: 'Mx',
  other: 'Other',
} as const

export const disciplineChoices = Object.fromEntries(disciplines.map((one) => [one, one]))

export const title: ChoiceField = { kind: 'choice', name: 'title', label: 'Title', choices: titles }

export const genders = {
  female: 'Female',
  male: 'Male',
  other: 'Another',
  unsaid: 'Prefer not to say',
} as const

export const mb = 1024 * 1024

export function line(
  name: string,
  label: string,
  maxLength: number,
  more: Partial<LineField> = {},
): LineField {
  return { kind: 'line', name, label, maxLength, ...more }
}

export function pdf(
  name: string,
  label: string,
  megabytes: number,
  more: Partial<FileQuestion> = {},
): FileQuestion {
  return { kind: 'file', name, label, types: ['pdf'], maxBytes: megabytes * mb, max: 1, ...more }
}

/** Where someone works, as the directory shows it. */
export const locationQuestions: LineField[] = [
  line('city', 'City', 80, { complete: 'address-level2' }),
  line('state', 'State or province', 80, { complete: 'address-level1', optional: true }),
  line('country', 'Country', 60, { complete: 'country-name' }),
]

export const degrees: Repeat = {
  kind: 'repeat',
  name: 'degrees',
  label: 'Degrees',
  one: 'degree',
  min: 1,
  max: 8,
  questions: [
    line('degree', 'Degree', 60),
    line('subject', 'Subject', 120),
    line('university', 'University', 120),
    { kind: 'count', name: 'year', label: 'Year', min: 1900, max: 'this-year' },
  ],
}

export const photograph: FileQuestion = {
  kind: 'file',
  name: 'photograph',
  label: 'Photograph',
  hint: 'JPEG or PNG, at most 2 MB, at least 300 × 400 pixels.',
  types: ['jpeg', 'png'],
  maxBytes: 2 * mb,
  max: 1,
  atLeast: { width: 300, height: 400 },
}

/** A name in the form's parts: "Dr Ada M. Lovelace". */
export function fullTitle(answers: Answers): string {
  const chosen = textOf(answers, 'title') as keyof typeof titles
  const said = chosen === 'other' ? undefined : titles[chosen]
  const names = ['firstName', 'middleName', 'lastName'].map((name) => textOf(answers, name))
  return [said, ...names].filter(Boolean).join(' ')
}
