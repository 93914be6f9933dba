import { officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import { dayInWords } from '#features/forms/days.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { LetterKind } from '#features/letters/kinds.ts'
import type { Facts } from '#features/letters/operations.server.tsx'
import type { NominationKind } from './form.ts'
import { factsOf, movedFacts } from './operations.server.ts'
import type { NominationMove } from './workflow.ts'

/** The letters by which people who have not answered are written to once more. */

export type ReminderPurpose = keyof typeof letters

/** Whoever has a form to send is told once more what for; the others are reminded. */
const letters = {
  verify: { kind: 'nomination.received' },
  consent: { kind: 'nomination.reminder' },
  second: { kind: 'nomination.reminder' },
  accept: { kind: 'nomination.accept-reminder' },
  correct: { kind: 'nomination.returned', move: 'return' },
  renew: { kind: 'nomination.deferred', move: 'defer' },
} as const satisfies Record<string, { kind: LetterKind; move?: NominationMove }>

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
): { kind: LetterKind; facts: Facts } {
  const { kind, ...of } = letters[purpose]
  const known = factsOf(caseType as NominationKind, reference, fromJson<Answers>(answers))
  const day = dueAt === null ? '' : dayInWords(officeDay(new Date(dueAt)))
  return { kind, facts: { ...known, day, ...('move' in of && movedFacts(of.move, facts)) } }
}
