import { officeYear } from '#office-time.ts'
import { titles } from '#features/forms/pieces.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import type { NewPerson } from '#features/people/register.ts'

/** What a form says about a person, as the register stores it. An institution is stored under its own name. */
export function personFrom(answers: Answers, now: Date): Omit<NewPerson, 'category' | 'memberNo' | 'listed'> {
  const chosen = textOf(answers, 'title') as keyof typeof titles
  const organisation = textOf(answers, 'organisation')
  const given = [textOf(answers, 'firstName'), textOf(answers, 'middleName')].filter(Boolean).join(' ')
  const optional = (name: string) => textOf(answers, name) || null
  return {
    title: organisation || chosen === 'other' ? null : titles[chosen],
    givenName: organisation ? '' : given,
    familyName: organisation || textOf(answers, 'lastName'),
    since: officeYear(now),
    discipline: textOf(answers, 'discipline') || 'Other',
    specialisation: optional('specialisation'),
    institution: organisation || optional('institution'),
    city: optional('city'),
    state: optional('state'),
    country: textOf(answers, 'country'),
  }
}
