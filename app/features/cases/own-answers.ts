import { rowsOf, textOf, type Answers } from '#features/forms/questions.ts'
import type { PersonRole } from '#features/erasures/personal-data.ts'
import type { OthersAnswers } from './case-type.ts'

/** Which answers of a case belong to whom: a data request covers the person's own part and nobody else's. */

/** The roles in which a case names an address. */
export function rolesOf(
  others: OthersAnswers,
  answers: Answers,
  subjectKey: string,
  address: string,
): PersonRole[] {
  const is = (name: string) => textOf(answers, name).toLowerCase() === address
  const isExpert = rowsOf(answers, 'experts').some((row) => row['email']?.toLowerCase() === address)
  return [
    ...(subjectKey === address || is('otherEmail') ? (['subject'] as const) : []),
    ...(others.proposer.includes('proposerEmail') && is('proposerEmail') ? (['proposer'] as const) : []),
    ...(others.seconder.includes('seconderEmail') && is('seconderEmail') ? (['seconder'] as const) : []),
    ...(isExpert ? (['expert'] as const) : []),
  ]
}

/** The answers that are about the person in this role, or that they wrote. */
export function ownAnswers(
  others: OthersAnswers,
  role: PersonRole,
  answers: Answers,
  email: string,
): Answers {
  if (role === 'expert')
    return { experts: rowsOf(answers, 'experts').filter((row) => row['email']?.toLowerCase() === email) }
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
    const experts = rowsOf(answers, 'experts').filter((row) => row['email']?.toLowerCase() !== email)
    return { ...answers, experts }
  }
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !others[role].includes(name)))
}

function isOfOthers({ proposer, seconder, unaddressed }: OthersAnswers, name: string): boolean {
  return name === 'experts' || [...proposer, ...seconder, ...unaddressed].includes(name)
}
