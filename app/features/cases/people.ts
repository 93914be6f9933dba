import type { CaseTypeName } from '#db/schema/tables.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import { rowsOf, textOf, type Answers } from '#features/forms/questions.ts'

export type PartIn = 'nominee' | 'proposer' | 'seconder' | 'expert' | 'applicant'

/** Someone a case names, with all addresses that it gives for them. */
export interface Named {
  part: PartIn
  name: string
  emails: string[]
  institution: string
}

/** Everyone who takes part in a case and so may not decide it. */
export function namedIn(caseType: CaseTypeName, answers: Answers): Named[] {
  const about = caseType === 'membership' ? 'applicant' : 'nominee'
  const person = named(about, fullTitle(answers), textOf(answers, 'institution'), [
    textOf(answers, 'email'),
    textOf(answers, 'otherEmail'),
  ])
  if (caseType === 'membership') return [person]
  const experts = rowsOf(answers, 'experts').map((row) =>
    named('expert', row['name'] ?? '', row['institution'] ?? '', [row['email'] ?? '']),
  )
  return [person, supporter('proposer', answers), supporter('seconder', answers), ...experts].filter(
    ({ name, emails }) => name !== '' || emails.length > 0,
  )
}

function supporter(part: 'proposer' | 'seconder', answers: Answers): Named {
  return named(part, textOf(answers, `${part}Name`), textOf(answers, `${part}Institution`), [
    textOf(answers, `${part}Email`),
  ])
}

function named(part: PartIn, name: string, institution: string, emails: string[]): Named {
  return { part, name, institution, emails: emails.map(addressKey).filter(Boolean) }
}

/** An address as compared: people write it in upper and lower case. */
export function addressKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}
