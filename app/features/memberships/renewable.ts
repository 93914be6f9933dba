import { titles } from '#features/forms/pieces.ts'
import type { Answers } from '#features/forms/questions.ts'
import { applicationCategories, type bands } from './form.ts'

/** Memberships for which people apply and that are renewed: not for life, and not for one conference. */
export const renewableCategories = Object.keys(applicationCategories).filter(
  (name) => name !== 'life' && name !== 'sessional',
)

interface Member {
  category: string
  memberNo: string
  title?: string | null | undefined
  givenName: string
  familyName: string
  country?: string | null | undefined
  listed: boolean
}

/** The others of the South Asian Association for Regional Cooperation: https://www.saarc-sec.org */
const saarc = ['Afghanistan', 'Bangladesh', 'Bhutan', 'Maldives', 'Nepal', 'Pakistan', 'Sri Lanka']

/** Undefined if the register does not say where the member lives. */
export function bandOf(country: string | null | undefined): keyof typeof bands | undefined {
  const name = country?.trim().toLowerCase()
  if (!name) return undefined
  if (name === 'india') return 'india'
  return saarc.some((one) => one.toLowerCase() === name) ? 'saarc' : 'other'
}

/** What the form for a renewal starts with. */
export function renewalAnswers(
  { category, memberNo, title, givenName, familyName, country, listed }: Member,
  email: string,
): Answers {
  const titleKey = Object.entries(titles).find(([, label]) => plain(label) === plain(title ?? ''))?.[0]
  const band = bandOf(country)
  return {
    ...{ reason: 'renewal', memberNo, firstName: givenName, lastName: familyName, email },
    ...(renewableCategories.includes(category) && { category }),
    ...(titleKey && { title: titleKey }),
    ...(band && { band }),
    // Without it the renewal would end the entry in the directory.
    ...(listed && { listed: 'yes' }),
  }
}

function plain(title: string): string {
  return title.replace('.', '').toLowerCase()
}
