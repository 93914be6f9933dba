import { officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import { dayInWords } from '#features/forms/days.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { Facts, LetterDefinition } from '#features/letters/definition.ts'
import type { NominationKind } from './form.ts'
import { nominationLetters } from './letters.ts'
import { factsOf, movedFacts } from './facts.ts'
import type { NominationMove } from './workflow.ts'

/** The letters that remind people who have not answered. */

export type ReminderPurpose = keyof typeof letters

/** People with a form to submit are told again what it is for; the others are reminded. */
const letters = {
  verify: { letter: nominationLetters.received },
  consent: { letter: nominationLetters.reminder },
  second: { letter: nominationLetters.reminder },
  accept: { letter: nominationLetters.acceptReminder },
  correct: { letter: nominationLetters.returned, move: 'return' },
  renew: { letter: nominationLetters.deferred, move: 'defer' },
} as const satisfies Record<string, { letter: LetterDefinition; move?: NominationMove }>

interface Nomination {
  process: string
  reference: string
  answers: string
  facts: string
  dueAt: number | null
}

export function letterAgain(
  { process: caseType, reference, answers, facts, dueAt }: Nomination,
  purpose: ReminderPurpose,
): { letter: LetterDefinition; facts: Facts } {
  const { letter, ...of } = letters[purpose]
  const known = factsOf(caseType as NominationKind, reference, fromJson<Answers>(answers))
  const day = dueAt === null ? '' : dayInWords(officeDay(new Date(dueAt)))
  return { letter, facts: { ...known, day, ...('move' in of && movedFacts(of.move, facts)) } }
}
