import type { FieldErrors } from '#features/forms/check.ts'
import type { OtherAnswer } from './merge.ts'
import { applicableParts, type Answers, type Form, type Question } from '#features/forms/questions.ts'

/** Questions with a second answer beside the field, by part. They must be decided before the form can be submitted. */
export function undecidedIn(
  form: Form,
  { answers, others }: { answers: Answers; others: Record<string, OtherAnswer[]> },
): Record<string, FieldErrors> {
  const parts = applicableParts(form, answers).map(({ name, questions }) => {
    const undecided = questions.filter((one) => Object.hasOwn(others, one.name))
    return [name, Object.fromEntries(undecided.map((one) => [one.name, undecidedSentence(one)]))] as const
  })
  return Object.fromEntries(parts.filter(([, faults]) => Object.keys(faults).length > 0))
}

export function undecidedSentence({ label }: Pick<Question, 'label'>): string {
  return `${label}: there are two different saved answers. Choose one of them.`
}
