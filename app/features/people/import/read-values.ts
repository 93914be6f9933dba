import { plainText } from '#db/search/words.ts'
import type { PersonValues } from '#features/people/person-fields.ts'
import { tidy } from '#features/people/person-form.ts'
import { categories, grades } from '#features/people/register.ts'
import { countryOf } from './countries.ts'
import type { ContactValues } from '#features/people/contacts/contact-fields.ts'
import { isContactField, type ImportField, type Mapping } from './fields.ts'

/** What a row says about someone: only what it says, each value as the register's form would have it. */
export function valuesOf(cells: string[], { columns, meanings }: Mapping): Partial<PersonValues> {
  const values: Partial<PersonValues> = {}
  for (const [field, column] of Object.entries(columns)) {
    const cell = tidy(cells[column] ?? '')
    if (cell === '' || isContactField(field)) continue
    if (field === 'name') Object.assign(values, withoutEmpty(splitName(cell)), values)
    else
      values[field as keyof PersonValues] =
        meaningOf(meanings, field, cell) ?? read(field as Exclude<ImportField, 'name'>, cell)
  }
  return values
}

/** How to reach someone, as far as the row says it. */
export function contactIn(cells: string[], { columns }: Mapping): Partial<ContactValues> {
  const at = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
  return withoutEmpty({
    email: tidy(at(columns.email))
      .replace(/^mailto:/i, '')
      .toLowerCase(),
    phone: tidy(at(columns.phone)),
    postalAddress: at(columns.postalAddress).split('\n').map(tidy).filter(Boolean).join('\n'),
  })
}

/** What staff said that a value of the file means. */
function meaningOf(meanings: Mapping['meanings'], field: string, cell: string): string | undefined {
  if (field !== 'category' && field !== 'grade') return undefined
  const known = meanings?.[field] ?? {}
  return Object.hasOwn(known, cell) ? known[cell] : undefined
}

function read(field: Exclude<ImportField, 'name'>, cell: string): string {
  switch (field) {
    case 'category':
      return categoryOf(cell)
    case 'grade':
      return gradeOf(cell)
    case 'since':
    case 'electedYear':
    case 'diedYear':
      return yearOf(cell)
    case 'listed':
      return listedOf(cell)
    case 'country':
      return countryOf(cell)
    default:
      return cell
  }
}

const title =
  /^(?:(?:prof(?:essor)?|dr|mr|mrs|ms|miss|mx|shri|sri|smt|km|kum|er|sir|acad|academician|pandit|hon|ing|rev|col|प्रो|प्रोफेसर|डॉ|श्री|श्रीमती)\b\.?|(?:प्रो|प्रोफेसर|डॉ|श्री|श्रीमती)\.?(?=\s))\s*/iu

/** Splits "Prof. C. V. Raman" and "Raman, C. V.". The last word counts as the family name. */
export function splitName(name: string): { title: string; givenName: string; familyName: string } {
  const [titles, rest] = takeTitles(name)
  const comma = rest.indexOf(',')
  if (comma > 0) {
    const [more, given] = takeTitles(rest.slice(comma + 1).trim())
    return {
      title: [titles, more].filter(Boolean).join(' '),
      givenName: given,
      familyName: rest.slice(0, comma).trim(),
    }
  }
  // Initials may be joined to the next word, as in "C.V.Raman".
  const words = rest
    .replaceAll(/(\p{L})\.(?=\p{L})/gu, '$1. ')
    .split(' ')
    .filter(Boolean)
  return { title: titles, givenName: words.slice(0, -1).join(' '), familyName: words.at(-1) ?? '' }
}

function takeTitles(name: string): [titles: string, rest: string] {
  const titles: string[] = []
  let rest = name.trim()
  for (let found = title.exec(rest); found && found[0].length < rest.length; found = title.exec(rest)) {
    titles.push(found[0].trim())
    rest = rest.slice(found[0].length)
  }
  return [titles.join(' '), rest]
}

/** What cannot be parsed stays as it is, for the form's own error message. */
function categoryOf(cell: string): string {
  const sought = letters(cell)
  const found = Object.entries(categories).find(([key, label]) => {
    const names = [key, label, label.replace(' member', ''), `${key.charAt(0)}m`]
    return names.some((name) => letters(name) === sought)
  })
  return found?.[0] ?? shortCategory(sought) ?? cell
}

/** "Assoc. Member" and "Hon." are the beginnings of one category each. */
function shortCategory(sought: string): string | undefined {
  const start = sought.replace(/(member|membership|mem|memb)$/, '')
  if (start.length < 3) return undefined
  const found = Object.keys(categories).filter((key) => key.startsWith(start))
  return found.length === 1 ? found[0] : undefined
}

function gradeOf(cell: string): string {
  const sought = letters(cell)
    .replace(/^hon(?=fellow)/, 'honorary')
    .replace(/^assoc(?=fellow)/, 'associate')
  if (['none', 'no', 'na', 'member', ''].includes(sought)) return ''
  const found = Object.entries(grades).find(
    ([key, label]) => letters(key) === sought || letters(label) === sought || short[sought] === key,
  )
  return found?.[0] ?? cell
}

const short: Record<string, string> = { f: 'fellow', af: 'associate-fellow', hf: 'honorary-fellow' }

/** The year of a day, however the day is written. */
function yearOf(cell: string): string {
  const years = cell.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []
  if (years.length > 0) return years.length === 1 ? (years[0] ?? cell) : cell
  const short = shortYear.exec(cell)?.[1]
  return short === undefined ? cell : `${Number(short) < firstOfLastCentury ? '20' : '19'}${short}`
}

/** At the end of a day or a month: 05-Nov-98, 5.11.98, Nov ’98. */
const shortYear = /^(?:\d{1,2}[-/. ])?(?:\d{1,2}|[a-z]{3,9})[-/. ,]{1,2}['’]?(\d\d)$/i
/** The Academy is younger than this, and its oldest members joined no earlier. */
const firstOfLastCentury = 60

function listedOf(cell: string): string {
  const said = plainText(cell)
  if (/^(y|yes|true|1|x|ja|oui|si|✓|✔|हाँ|हां)$/u.test(said)) return 'yes'
  return /^(n|no|false|0|-|nein|non|नहीं)$/u.test(said) ? 'no' : cell
}

function letters(text: string): string {
  return (plainText(text).match(/[\p{L}\p{M}]+/gu) ?? []).join('')
}

function withoutEmpty<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>
}
