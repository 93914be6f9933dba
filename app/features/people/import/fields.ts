import { plainText } from '#db/search/words.ts'
import { contactFields, type ContactField } from '#features/people/contacts/contact-fields.ts'
import { personFields, type PersonField } from '#features/people/person-fields.ts'

/** What a column of a file can hold: a field of the register, how to reach someone, or a whole name that is then split. */
export type ImportField = PersonField | ContactField | 'name'

export const importFields: Record<ImportField, string> = {
  memberNo: personFields.memberNo.label,
  name: 'Full name',
  title: personFields.title.label,
  givenName: personFields.givenName.label,
  familyName: personFields.familyName.label,
  category: personFields.category.label,
  since: personFields.since.label,
  grade: personFields.grade.label,
  fellowNo: personFields.fellowNo.label,
  electedYear: personFields.electedYear.label,
  discipline: personFields.discipline.label,
  specialisation: personFields.specialisation.label,
  institution: personFields.institution.label,
  city: personFields.city.label,
  state: personFields.state.label,
  country: personFields.country.label,
  citation: personFields.citation.label,
  webPage: personFields.webPage.label,
  diedYear: personFields.diedYear.label,
  listed: personFields.listed.label,
  email: contactFields.email.label,
  phone: contactFields.phone.label,
  postalAddress: contactFields.postalAddress.label,
}

export function isContactField(field: string): field is ContactField {
  return Object.hasOwn(contactFields, field)
}

/** The fields that someone may import: only administrators and the office use contacts. */
export function fieldsFor(mayUseContacts: boolean): ImportField[] {
  const all = Object.keys(importFields) as ImportField[]
  return mayUseContacts ? all : all.filter((field) => !isContactField(field))
}

export function hasContactColumns({ columns }: Mapping): boolean {
  return Object.keys(columns).some(isContactField)
}

/** What new people get if the file has no column for it, or an empty cell. */
export const defaultFields = ['category', 'since', 'discipline', 'country', 'listed'] as const

export type DefaultField = (typeof defaultFields)[number]

/** Which column holds what, by its position in the file, and the defaults for empty cells. */
export interface Mapping {
  columns: Partial<Record<ImportField, number>>
  defaults: Record<DefaultField, string>
  /** What values of the file mean, where it is not obvious: the value as written, then the key of ours. */
  meanings?: Partial<Record<MeaningField, Record<string, string>>> | undefined
}

export const meaningFields = ['category', 'grade'] as const

export type MeaningField = (typeof meaningFields)[number]

/** The same mapping, which also knows what these values mean. */
export function withMeanings(mapping: Mapping, meanings: NonNullable<Mapping['meanings']>): Mapping {
  const { category, grade } = mapping.meanings ?? {}
  return {
    ...mapping,
    meanings: {
      category: { ...category, ...meanings.category },
      grade: { ...grade, ...meanings.grade },
    },
  }
}

export const usualDefaults: Record<DefaultField, string> = {
  category: 'life',
  since: '',
  discipline: 'Other',
  country: 'India',
  // Nobody is in a public list without having agreed.
  listed: 'no',
}

/** Headings seen in lists, in lower case without punctuation. */
const knownHeadings: Record<ImportField, string[]> = {
  memberNo: [
    'member number',
    'member no',
    'membership number',
    'membership no',
    'member id',
    'membership id',
    'no',
    'number',
    'm no',
    'l m no',
    'lm no',
    'reg no',
    'registration no',
    'mitgliedsnummer',
    'सदस्य संख्या',
  ],
  name: ['whole name', 'name', 'full name', 'name of member', 'member name', 'name of the member', 'नाम'],
  title: ['title', 'salutation', 'prefix', 'titel'],
  givenName: [
    'given names',
    'given name',
    'first name',
    'firstname',
    'forename',
    'vorname',
    'first and middle name',
  ],
  familyName: ['family name', 'last name', 'lastname', 'surname', 'nachname', 'उपनाम'],
  category: [
    'category',
    'membership',
    'membership type',
    'type of membership',
    'class',
    'member type',
    'type',
  ],
  since: [
    'year of joining',
    'since',
    'joined',
    'year',
    'joining year',
    'member since',
    'date of joining',
    'year of membership',
  ],
  grade: ['grade', 'fellowship', 'fellow grade'],
  fellowNo: ['fellow number', 'fellow no', 'fellowship no', 'fellowship number'],
  electedYear: ['year of election', 'elected', 'elected year', 'year elected', 'date of election'],
  discipline: ['discipline', 'subject', 'field', 'section', 'branch', 'fach', 'विषय'],
  specialisation: [
    'specialisation',
    'specialization',
    'area',
    'field of specialisation',
    'research area',
    'area of research',
  ],
  institution: [
    'institution',
    'institute',
    'affiliation',
    'university',
    'organisation',
    'organization',
    'college',
    'institution address',
    'संस्था',
    'संस्थान',
  ],
  city: ['city', 'place', 'town', 'ort', 'शहर'],
  state: ['state', 'province', 'region', 'राज्य'],
  country: ['country', 'nation', 'land', 'देश'],
  citation: ['citation'],
  webPage: ['web page', 'website', 'web site', 'homepage', 'home page', 'profile page', 'url'],
  diedYear: ['year of death', 'died', 'deceased', 'date of death'],
  listed: [
    'in the public directory',
    'in the public lists',
    'listed',
    'public',
    'consent',
    'directory consent',
    'directory',
  ],
  email: ['email address', 'email', 'e mail', 'e mail address', 'email id', 'e mail id', 'mail', 'ईमेल'],
  phone: [
    'phone',
    'phone number',
    'phone no',
    'telephone',
    'telephone no',
    'mobile',
    'mobile no',
    'mobile number',
    'contact no',
    'contact number',
    'telefon',
    'फोन',
  ],
  postalAddress: [
    'postal address',
    'address',
    'mailing address',
    'correspondence address',
    'address for correspondence',
    'communication address',
    'residential address',
    'home address',
    'anschrift',
    'पता',
  ],
}

/** Guesses by the headings; an earlier mapping of the same headings takes precedence. */
export function guessMapping(
  headings: string[],
  earlier?: { headings: string[]; mapping: Mapping },
): Mapping {
  const plain = headings.map(plainHeading)
  const columns: Mapping['columns'] = {}
  const isFree = (column: number) => column >= 0 && !Object.values(columns).includes(column)
  const take = (field: ImportField, column: number) => {
    if (columns[field] === undefined && isFree(column)) columns[field] = column
  }
  for (const [field, column] of Object.entries(earlier?.mapping.columns ?? {})) {
    const heading = plainHeading(earlier?.headings[column] ?? '')
    if (heading !== '') take(field as ImportField, plain.indexOf(heading))
  }
  for (const [field, known] of Object.entries(knownHeadings))
    for (const heading of known) take(field as ImportField, plain.indexOf(heading))
  if (columns.familyName !== undefined) delete columns.name
  return {
    columns,
    defaults: { ...usualDefaults, ...earlier?.mapping.defaults },
    ...(earlier?.mapping.meanings && { meanings: earlier.mapping.meanings }),
  }
}

function plainHeading(heading: string): string {
  return (plainText(heading).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')
}
