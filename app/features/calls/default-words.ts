import type { CallSubject } from '#features/content/kinds/call.ts'
import type { Call } from './call.ts'

type CallWords = Pick<Call, 'summary' | 'eligibility' | 'nominators'>

/**
 * What we can say about a call whose entry does not say it: for Fellows the clause of the constitution, for the rest
 * only what the forms of this site ask for.
 */
export const defaultWords: Record<CallSubject, CallWords> = {
  fellow: {
    summary: 'Nominate a member as a Fellow of the Academy.',
    eligibility: 'Members of the Academy who have distinction in any area of the physical sciences.',
    nominators: 'A proposer and a seconder. The form asks both for their fellow number.',
  },
  'associate-fellow': {
    summary: 'Nominate an Associate Fellow of the Academy.',
    nominators: 'A Fellow, or the head of an institution or department.',
  },
  award: {},
  membership: {},
}
