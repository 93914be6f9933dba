import { rowsOf, type Answers } from '#features/forms/questions.ts'
import type { PersonRole } from '#features/erasures/personal-data.ts'
import type { CaseType, OthersAnswers } from './case-type.ts'
import { addressKey } from './people.ts'

/** Which answers of a case belong to whom: a data request covers the person's own part and nobody else's. */

/** The roles in which a case names an address. */
export function rolesOf(
  { namedIn }: Pick<CaseType, 'namedIn'>,
  answers: Answers,
  subjectKey: string,
  address: string,
): PersonRole[] {
  const own = namedIn(answers).filter(({ emails }) => emails.includes(addressKey(address)))
  const roles = own.map(({ part }) => (part === 'nominee' || part === 'applicant' ? 'subject' : part))
  return [...new Set(subjectKey === address ? ['subject' as const, ...roles] : roles)]
}

/** The answers that are about the person in this role, or that they wrote. */
export function ownAnswers(
  others: OthersAnswers,
  role: PersonRole,
  answers: Answers,
  email: string,
): Answers {
  if (role === 'expert') return expertRows(others, answers, (address) => address === addressKey(email))
  const isOwn = (name: string) =>
    role === 'subject' ? !isOfOthers(others, name) : others[role].includes(name)
  return Object.fromEntries(Object.entries(answers).filter(([name]) => isOwn(name)))
}

/** The answers without the part of a person whom the case is not about. */
export function withoutOwn(
  others: OthersAnswers,
  role: Exclude<PersonRole, 'subject'>,
  answers: Answers,
  email: string,
): Answers {
  if (role === 'expert') {
    const left = expertRows(others, answers, (address) => address !== addressKey(email))
    return { ...answers, ...left }
  }
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !others[role].includes(name)))
}

function expertRows(
  { expert }: OthersAnswers,
  answers: Answers,
  fits: (address: string) => boolean,
): Answers {
  const rowsIn = (name: string) => rowsOf(answers, name).filter((row) => fits(addressKey(row['email'] ?? '')))
  return Object.fromEntries(expert.map((name) => [name, rowsIn(name)]))
}

function isOfOthers({ proposer, seconder, expert, unaddressed }: OthersAnswers, name: string): boolean {
  return [...proposer, ...seconder, ...expert, ...unaddressed].includes(name)
}
