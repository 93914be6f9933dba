import { titles } from '#features/forms/pieces.ts'
import type { Answers } from '#features/forms/questions.ts'
import { applicationCategories } from './form.ts'

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
  listed: boolean
}

/** What the form for a renewal starts with. */
export function renewalAnswers(
  { category, memberNo, title, givenName, familyName, listed }: Member,
  email: string,
): Answers {
  const titleKey = Object.entries(titles).find(([, label]) => plain(label) === plain(title ?? ''))?.[0]
  return {
    ...{ reason: 'renewal', memberNo, firstName: givenName, lastName: familyName, email },
    ...(renewableCategories.includes(category) && { category }),
    ...(titleKey && { title: titleKey }),
    // Without it the renewal would end the entry in the directory.
    ...(listed && { listed: 'yes' }),
  }
}

function plain(title: string): string {
  return title.replace('.', '').toLowerCase()
}
