import { fromJson } from '#db/engine/json.ts'
import { readDayInWords } from '#features/forms/days.ts'
import { nameInLetter } from '#features/letters/names.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { gradeNames, gradeOf, peopleOf } from './case-types.ts'
import type { NominationKind } from './form.ts'
import type { NominationFacts } from './awards/letters-for.ts'
import { endings } from './notices.ts'
import type { NominationMove } from './workflow.ts'

/** What every letter about a nomination may contain. */
export function factsOf(kind: NominationKind, reference: string, answers: Answers): NominationFacts {
  const { proposer, nominee } = peopleOf(answers)
  const proposed = gradeOf(kind, answers)
  const grade = proposed ? gradeNames[proposed] : ''
  const award = textOf(answers, 'awardTitle')
  return {
    reference,
    grade,
    award,
    nominee: nameInLetter(nominee.name),
    proposer: nameInLetter(proposer.name),
  }
}

const again =
  'To submit it again, open “Track an application” on our site: there you can start a new form with the same answers.'

const againAfterDecline =
  'If the email address was wrong, or the nominee changes their mind, open “Track an application” on our site: there you can start a new form with the same answers.'

/** What a letter about a move may contain, as recorded last in the case. */
export function movedFacts(move: NominationMove, facts: string): NominationFacts {
  const {
    reason,
    rule,
    due = '',
    fellowNo,
    embargo,
    message = '',
  } = fromJson<Record<string, string | undefined>>(facts)
  return {
    reason: endings[move] ?? rule ?? reason ?? '',
    message,
    again: move === 'decline' ? againAfterDecline : again,
    due: readDayInWords(due),
    number: fellowNo ?? '',
    announced: `the Academy has announced it${embargo ? `, not before ${readDayInWords(embargo)}` : ''}`,
  }
}
