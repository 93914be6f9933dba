import { dayInWords, officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { PlaceholderValues, LetterDefinition } from '#features/letters/definition.ts'
import type { NominationKind } from './form.ts'
import { lettersFor, type NominationLetter } from './awards/letters-for.ts'
import { factsOf, movedFacts } from './facts.ts'

/** The letter that reminds someone who has not answered. */

export type ReminderPurpose = keyof typeof letters

const letters = {
  verify: 'received',
  consent: 'reminder',
  second: 'reminder',
  accept: 'acceptReminder',
  correct: 'correctReminder',
  renew: 'renewReminder',
} as const satisfies Record<string, NominationLetter>

interface Nomination {
  process: string
  reference: string
  answers: string
  state: string
  facts: string
  dueAt: number | null
}

export function reminderLetter(
  { process: caseType, reference, answers, state, facts, dueAt }: Nomination,
  purpose: ReminderPurpose,
): { letter: LetterDefinition; facts: PlaceholderValues } {
  // Someone whose form the office returned is notified again of the reason.
  const isReturned = purpose === 'correct' && state === 'returned'
  const kind = caseType as NominationKind
  const letter = lettersFor(kind)[isReturned ? 'returned' : letters[purpose]]
  const known = factsOf(kind, reference, fromJson<Answers>(answers))
  const day = dueAt === null ? '' : dayInWords(officeDay(new Date(dueAt)))
  return { letter, facts: { ...known, day, ...(isReturned && movedFacts('return', facts)) } }
}
