import type { FieldErrors } from '#features/forms/check.ts'
import type { Answers, AttachedFile, FormPart } from '#features/forms/questions.ts'

export type PartState = 'not-started' | 'started' | 'done'

/**
 * The progress of a part: it is done if it has no errors and was written in or saved. The answers that a new form starts
 * with are nobody's writing.
 */
export function stateOfPart(
  part: FormPart,
  draft: { answers: Answers; files: readonly AttachedFile[]; done: readonly string[] },
  faults: FieldErrors | undefined,
  startsWith: Answers = {},
): PartState {
  const isTouched = draft.done.includes(part.name) || hasAnything(part, draft, startsWith)
  if (!isTouched) return 'not-started'
  return faults ? 'started' : 'done'
}

function hasAnything(
  { questions }: FormPart,
  { answers, files }: { answers: Answers; files: readonly AttachedFile[] },
  startsWith: Answers,
): boolean {
  return questions.some(({ kind, name }) =>
    kind === 'file'
      ? files.some(({ question }) => question === name)
      : (answers[name]?.length ?? 0) > 0 && answers[name] !== startsWith[name],
  )
}
