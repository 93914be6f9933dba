import type { PlaceholderValuesOf, LetterDefinition } from '#features/letters/definition.ts'
import type { NominationKind } from '#features/nominations/form.ts'
import { nominationLetters } from '#features/nominations/letters.ts'
import { awardLetters } from './letters.ts'

export type NominationFacts = PlaceholderValuesOf<typeof nominationLetters> &
  PlaceholderValuesOf<typeof awardLetters>

export type NominationLetter = keyof typeof nominationLetters | keyof typeof awardLetters

const allAwardLetters = { ...nominationLetters, ...awardLetters }
const fellowshipLetters = { ...nominationLetters, given: nominationLetters.elected }

/** The letters of a nomination: those for an award speak of no election. */
export function lettersFor(kind: NominationKind): Record<NominationLetter, LetterDefinition> {
  return kind === 'award' ? allAwardLetters : fellowshipLetters
}
