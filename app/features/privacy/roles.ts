import { rowsOf, type Answers } from '#features/forms/questions.ts'
import type { CaseTypeName } from '#db/schema/tables.ts'

/** What belongs to whom in a case: each person named in it can see and erase their own part, and nobody else's. */

export type PersonRole = 'subject' | 'proposer' | 'seconder' | 'expert'

const proposerFields = [
  ...[
    'proposerName',
    'proposerFellowNo',
    'proposerInstitution',
    'proposerEmail',
    'proposerPhone',
    'proposesAs',
  ],
  ...['remarks', 'knowsWork', 'conflicts', 'conflictNote', 'declares', 'signature'],
]
const seconderFields = ['seconderName', 'seconderFellowNo', 'seconderInstitution', 'seconderEmail']
/** Who introduced an applicant, by name. */
const introducerFields = ['proposerName', 'proposerNo', 'seconderName', 'seconderNo']
/** Letters that others wrote in confidence. */
const confidentialFiles = ['support', 'forwarding']

/** The part of the answers that is about, or was written by, someone in this role. */
export function ownAnswers(
  caseType: CaseTypeName,
  role: PersonRole,
  answers: Answers,
  email: string,
): Answers {
  if (role === 'expert')
    return { experts: rowsOf(answers, 'experts').filter((row) => row['email']?.toLowerCase() === email) }
  const others = othersFields(caseType)
  const isOwn = (name: string) =>
    role === 'subject' ? !others.includes(name) : fieldsOf(role).includes(name)
  return Object.fromEntries(Object.entries(answers).filter(([name]) => isOwn(name)))
}

/** The same answers without that part. */
export function withoutOwn(role: PersonRole, answers: Answers, email: string): Answers {
  if (role === 'expert') {
    const others = rowsOf(answers, 'experts').filter((row) => row['email']?.toLowerCase() !== email)
    return { ...answers, experts: others }
  }
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !fieldsOf(role).includes(name)))
}

export function isOwnFile(role: PersonRole, question: string): boolean {
  return role === 'subject' && !confidentialFiles.includes(question)
}

function othersFields(caseType: CaseTypeName): string[] {
  return caseType === 'membership' ? introducerFields : ['experts', ...proposerFields, ...seconderFields]
}

function fieldsOf(role: PersonRole): string[] {
  return role === 'seconder' ? seconderFields : proposerFields
}
