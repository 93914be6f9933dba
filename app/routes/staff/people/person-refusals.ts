import type { AddressRefusal } from '#features/people/addresses.server.ts'
import type { GradeRefusal } from '#features/people/grades.server.ts'

/** The messages when the address of a page cannot be changed. */
export const addressRefusals: Record<Exclude<AddressRefusal, 'not-found' | 'conflict'>, string> = {
  'no-address': 'This person has no page yet. List a fellow in the public directory first.',
  'not-a-slug': 'Use only lowercase letters, digits and single hyphens.',
  taken: 'Another person has or had this address. Choose a different one.',
}

/** The messages by field when a number is taken or a grade may not be written. */
export const personRefusals: Record<
  'number-taken' | 'fellow-number-taken' | GradeRefusal,
  Record<string, string>
> = {
  'number-taken': {
    memberNo:
      'Someone else already has this member number. People removed from the register keep theirs for 30 days.',
  },
  'fellow-number-taken': {
    fellowNo:
      'Someone else already has this fellow number. People removed from the register keep theirs for 30 days.',
  },
  'grade-by-administrators': {
    grade: 'Only an administrator can record a grade. After an election, we record it automatically.',
  },
  'grade-needs-reason': {
    gradeReason:
      'Enter why you record or correct the grade, such as “Elected in 1998, from the printed register”.',
  },
}
