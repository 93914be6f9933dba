import { nameWordsOf, plainText, wordsOf } from '#db/search/words.ts'

/** The classes of the Academy's members, by the composition clause of its constitution. */
export const categories = {
  patron: 'Patron',
  benefactor: 'Benefactor',
  honorary: 'Honorary member',
  regular: 'Regular member',
  life: 'Life member',
  student: 'Student member',
  associate: 'Associate member',
  sessional: 'Sessional member',
  institutional: 'Institutional member',
} as const

export type Category = keyof typeof categories

/** Those in the public list of life members and associates. */
export const lifeListCategories = ['life', 'associate'] as const satisfies Category[]

export const grades = {
  'honorary-fellow': 'Honorary Fellow',
  fellow: 'Fellow',
  'associate-fellow': 'Associate Fellow',
} as const

export type Grade = keyof typeof grades

/** The Academy's fields as its founders named them; the list is open. */
export const disciplines = [
  'Physics',
  'Chemistry',
  'Mathematics',
  'Statistics',
  'Geology',
  'Geophysics',
  'Geography',
  'Computer Science',
  'Informatics',
  'Biochemistry',
  'Biophysics',
  'Other',
] as const

type Maybe<T> = T | null | undefined

/** What the register stores about a person. */
export interface NewPerson {
  memberNo: string
  fellowNo?: Maybe<string>
  title?: Maybe<string>
  givenName: string
  familyName: string
  category: Category
  grade?: Maybe<Grade>
  /** The year of joining. */
  since: number
  electedYear?: Maybe<number>
  discipline: string
  specialisation?: Maybe<string>
  institution?: Maybe<string>
  city?: Maybe<string>
  state?: Maybe<string>
  country: string
  citation?: Maybe<string>
  /** A page about the person elsewhere. */
  webPage?: Maybe<string>
  diedYear?: Maybe<number>
  /** Whether the person agreed to be shown in the public lists. */
  listed: boolean
  sample?: Maybe<boolean>
}

/** A page of the web, and nothing that a browser would run. */
export function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

interface Named {
  title?: Maybe<string>
  givenName: string
  familyName: string
}

/** As the lists print it, without the title: "Chandrasekhara Venkata Raman". */
export function fullName(person: Named): string {
  return `${person.givenName} ${person.familyName}`.trim()
}

/** As a page about the person prints it: "Prof. Chandrasekhara Venkata Raman". */
export function displayName(person: Named): string {
  return [person.title, fullName(person)].filter(Boolean).join(' ')
}

/**
 * By family name, then by given name, accents and case aside. The two spaces keep every plain "Kumar"
 * before the first "Kumar Das".
 */
export function sortName(person: Named): string {
  const key = [person.familyName, person.givenName].map((part) => sortWords(part)).filter(Boolean)
  return key.join('  ').slice(0, 120)
}

/** Letters and numbers only, the numbers padded: so LM-2 comes before LM-10 and is the same as "lm 2". */
export function numberKey(number: string): string {
  const runs = plainText(number).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  return runs
    .map((run) => (/\p{N}/u.test(run) ? run.padStart(8, '0') : run))
    .join(' ')
    .slice(0, 60)
}

/** As people write a fellow's number, with or without a hyphen. */
export function spellingsOfFellowNo(number: string): string[] {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})-?(\d{1,6})$/.exec(number.toUpperCase()) ?? []
  return [number, `${letters}-${digits}`, `${letters}${digits}`, `${letters} ${digits}`]
}

/** With another spelling or abbreviation, one word of the family name is still the same. */
export function areNamesAlike(familyName: string, name: string): boolean {
  const said = new Set(wordsOf(name))
  return wordsOf(familyName).some((word) => said.has(word))
}

/** Everything that staff search people by, as words between spaces. */
export function searchWords(
  person: Named & Pick<NewPerson, 'memberNo' | 'fellowNo' | 'institution'>,
): string {
  const others = [person.memberNo, person.fellowNo, person.institution].flatMap((text) => wordsOf(text ?? ''))
  const words = new Set([...nameWordsOf(fullName(person)), ...others])
  return ` ${[...words].join(' ').slice(0, 600)} `
}

function sortWords(text: string) {
  return (
    plainText(text)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  )
}

/** The status of a person in the register; without a filter everyone who is not removed is shown. */
export const registerStates = {
  living: 'Living',
  deceased: 'Deceased',
  removal: 'Removal proposed',
  bin: 'Removed',
} as const
