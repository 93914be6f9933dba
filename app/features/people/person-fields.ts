import type { NewPerson } from './register.ts'

/** Everything about a person in the register that staff write: the order and the words of the form, and its limits. */
export const personFields = {
  memberNo: { label: 'Member number', max: 20 },
  fellowNo: { label: 'Fellow number', max: 20 },
  title: { label: 'Title', max: 30 },
  givenName: { label: 'Given names', max: 100 },
  familyName: { label: 'Family name', max: 100 },
  category: { label: 'Category', max: 30 },
  since: { label: 'Year of joining', max: 4 },
  grade: { label: 'Grade', max: 30 },
  electedYear: { label: 'Year of election', max: 4 },
  discipline: { label: 'Discipline', max: 60 },
  specialisation: { label: 'Specialisation', max: 150 },
  institution: { label: 'Institution', max: 200 },
  city: { label: 'City', max: 80 },
  state: { label: 'State', max: 80 },
  country: { label: 'Country', max: 60 },
  citation: { label: 'Citation', max: 1000 },
  webPage: { label: 'Web page', max: 300 },
  diedYear: { label: 'Year of death', max: 4 },
  listed: { label: 'In the public directory', max: 3 },
} as const satisfies Record<Exclude<keyof NewPerson, 'sample'>, { label: string; max: number }>

export const maxReasonLength = 300

/** What only an admission, or an administrator with a reason, may change. */
export const gradeFields = ['grade', 'fellowNo', 'electedYear'] as const

export type PersonField = keyof typeof personFields
export type PersonValues = Record<PersonField, string>

/** A person as the fields of the form show them. */
export function toValues(person: NewPerson): PersonValues {
  const shown = (Object.keys(personFields) as PersonField[]).map((field): [PersonField, string] => {
    const value = person[field]
    return [field, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '')]
  })
  return Object.fromEntries(shown) as PersonValues
}

export const emptyValues: PersonValues = toValues({
  memberNo: '',
  givenName: '',
  familyName: '',
  category: 'life',
  since: 0,
  discipline: '',
  country: 'India',
  listed: false,
})
emptyValues.since = ''
