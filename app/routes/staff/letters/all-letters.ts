import { caseLetters } from '#features/cases/letters.ts'
import { entryReviewLetters } from '#features/entry-reviews/letters.ts'
import { enquiryLetters } from '#features/enquiries/letters.ts'
import { firstStepLetters } from '#features/first-steps/letters.ts'
import { formLetters } from '#features/forms/letters.ts'
import type { LetterDefinition } from '#features/letters/definition.ts'
import { membershipLetters } from '#features/memberships/letters.ts'
import { newsletterLetters } from '#features/newsletter/letters.ts'
import { awardLetters } from '#features/nominations/awards/letters.ts'
import { nominationLetters } from '#features/nominations/letters.ts'
import { helperLetters } from '#features/own-pages/helpers/letters.ts'
import { ownPageLetters } from '#features/own-pages/letters.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { alarmLetters, auditTrailLetters } from '#features/watching/letters.ts'

interface LetterGroup {
  title: string
  letters: readonly LetterDefinition[]
}

/** The letters of all features, as staff look for them. */
export const letterGroups: readonly LetterGroup[] = [
  { title: 'Forms', letters: [...Object.values(formLetters), ...Object.values(caseLetters)] },
  { title: 'Nominations', letters: Object.values(nominationLetters) },
  { title: 'Nominations for awards', letters: Object.values(awardLetters) },
  { title: 'Memberships', letters: Object.values(membershipLetters) },
  { title: 'Enquiries', letters: Object.values(enquiryLetters) },
  { title: 'Newsletter', letters: Object.values(newsletterLetters) },
  { title: 'My page', letters: [...Object.values(ownPageLetters), ...Object.values(helperLetters)] },
  { title: 'Reviews of entries', letters: Object.values(entryReviewLetters) },
  { title: 'Staff accounts', letters: Object.values(staffLetters) },
  { title: 'Audit trail', letters: Object.values(auditTrailLetters) },
  {
    title: 'Running the site',
    letters: [...Object.values(alarmLetters), ...Object.values(firstStepLetters)],
  },
]

export const allLetters: readonly LetterDefinition[] = letterGroups.flatMap(({ letters }) => letters)

/** Letters whose link only the recipient may see. */
export const privateKinds = allLetters.filter(({ isPrivate }) => isPrivate).map(({ key }) => key)

export function findLetter(key: string): LetterDefinition | undefined {
  return allLetters.find((letter) => letter.key === key)
}
