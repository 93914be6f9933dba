import type { CaseTypeName } from '#db/schema/tables.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { gradeNames, gradeOf } from '#features/nominations/case-types.ts'
import { areNamesAlike } from '#features/people/register.ts'

/** What a case claims and the register or the rules do not confirm. The site finds it; people judge it. */

/** That someone has a number in the register. */
export interface NumberClaim {
  of: 'nominee' | 'proposer' | 'seconder' | 'applicant'
  name: string
  number: string
  kind: 'member' | 'fellow'
}

/** Who has that number. */
export interface Holder {
  givenName: string
  familyName: string
  grade: string | null
  diedYear: number | null
}

export function claimsIn(caseType: CaseTypeName, answers: Answers): NumberClaim[] {
  const text = (name: string) => textOf(answers, name)
  const own = { name: text('organisation') || fullTitle(answers), number: text('memberNo') }
  const claims: NumberClaim[] =
    caseType === 'membership'
      ? [
          { of: 'applicant', kind: 'member', ...own },
          { of: 'proposer', kind: 'member', name: text('proposerName'), number: text('proposerNo') },
          { of: 'seconder', kind: 'member', name: text('seconderName'), number: text('seconderNo') },
        ]
      : [
          { of: 'nominee', kind: 'member', ...own },
          { of: 'proposer', kind: 'fellow', name: text('proposerName'), number: text('proposerFellowNo') },
          { of: 'seconder', kind: 'fellow', name: text('seconderName'), number: text('seconderFellowNo') },
        ]
  return claims.filter(({ number }) => number !== '')
}

const kindWords = { member: 'membership number', fellow: 'fellow number' }

/** What is odd about a claim, given who has the number. */
export function doubtsAbout(claim: NumberClaim, holder: Holder | undefined): string[] {
  const { of, name, number, kind } = claim
  if (!holder) return [`The ${of} gave the ${kindWords[kind]} ${number}, which is not in the register.`]
  const registeredName = `${holder.givenName} ${holder.familyName}`.trim()
  const doubts = []
  if (!areNamesAlike(holder.familyName, name))
    doubts.push(`In the register, ${number} belongs to ${registeredName}, not to the ${of} ${name}.`)
  if (holder.diedYear !== null)
    doubts.push(`${registeredName}, who has ${number}, died in ${holder.diedYear}.`)
  return doubts
}

/** A signature in another name than the person's own. */
export function doubtsAboutSignature(of: string, name: string, signature: string): string[] {
  if (name === '' || signature === '' || areNamesAlike(signature, name)) return []
  return [`The ${of} ${name} signed as “${signature}”.`]
}

interface Nominated {
  process: CaseTypeName
  answers: Answers
  /** Who has the nominee's number. */
  holder: Holder | undefined
  /** Whether the seconder knows the work; undefined before the seconder has answered. */
  seconderKnows: boolean | undefined
  maxAge: number
  /** The day it was received. */
  on: string
}

/** What contradicts the rules of nominations. */
export function doubtsAboutNomination(nominated: Nominated): string[] {
  const { process: caseType, answers, holder, seconderKnows, maxAge, on } = nominated
  if (caseType === 'membership') return []
  const grade = gradeOf(caseType, answers)
  const age = ageOn(textOf(answers, 'birthDay'), on)
  const isFellowship = grade === 'fellow' || grade === 'associate-fellow'
  const isNoMember = isFellowship && textOf(answers, 'isMember') === 'no'
  const nobodyKnows = textOf(answers, 'knowsWork') !== 'yes' && seconderKnows === false
  const isTooOld =
    caseType === 'associate-fellow' && maxAge > 0 && textOf(answers, 'birthDay') !== '' && age > maxAge
  return [
    isNoMember && 'The nominee is not a member yet. Only members can be elected as fellows.',
    grade !== undefined &&
      holder?.grade === grade &&
      `The register already lists the nominee as ${gradeNames[grade]}.`,
    nobodyKnows && 'Neither the proposer nor the seconder says that they know the work personally.',
    isTooOld &&
      `The nominee was ${age} years old when we received the nomination. The limit in the settings is ${maxAge}.`,
  ].filter((doubt) => doubt !== false)
}

/** In whole years. Someone born on 29 February is a year older on 1 March. */
export function ageOn(birthDay: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(birthDay.slice(0, 4))
  return on.slice(5) < birthDay.slice(5) ? years - 1 : years
}
