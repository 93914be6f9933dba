import { inWords, plainAnswer } from '#features/forms/shown.ts'
import type { PlainQuestion } from '#features/forms/questions.ts'

/** What is recorded with a move without being asked for by its form. */
const otherLabels = new Map([
  ['overrideReason', 'Reason for going ahead'],
  ['decidedBy', 'Decided by'],
])

/** What was typed for a move, in the words of its form. */
export function factsInWords(
  asks: readonly PlainQuestion[] | undefined,
  facts: Record<string, string>,
): { label: string; text: string }[] {
  return Object.entries(facts)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => {
      const ask = asks?.find((ask) => ask.name === name)
      return {
        label: ask?.label ?? otherLabels.get(name) ?? inWords(name),
        text: ask ? plainAnswer(ask, text) : text,
      }
    })
}
