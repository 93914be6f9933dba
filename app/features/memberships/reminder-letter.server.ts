import { dayInWords, officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { PlaceholderValues, LetterDefinition } from '#features/letters/definition.ts'
import { membershipLetters } from './letters.ts'
import { factsOf, movedFacts } from './operations.server.ts'

interface Application {
  reference: string
  answers: string
  facts: string
  dueAt: number | null
}

/** The letter that reminds an applicant who has not answered. */
export function reminderLetter(
  { reference, answers, facts, dueAt }: Application,
  purpose: 'verify' | 'answer',
): { letter: LetterDefinition; facts: PlaceholderValues } {
  const known = factsOf(reference, fromJson<Answers>(answers))
  if (purpose === 'answer')
    return { letter: membershipLetters.infoNeeded, facts: { ...known, ...movedFacts('ask', facts) } }
  const day = dueAt === null ? '' : dayInWords(officeDay(new Date(dueAt)))
  return { letter: membershipLetters.reminder, facts: { ...known, day } }
}
