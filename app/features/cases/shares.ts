import type { Answers, AttachedFile, Form } from '#features/forms/questions.ts'
import type { Settings } from '#features/settings/settings.ts'
import type { CaseType, FormShare } from './case-type.ts'

interface Submitted {
  answers: Answers
  files: AttachedFile[]
}

/** What someone who filled in a share of a form may read of the case: that share, and nothing that others gave. */
export function shareOf(
  { shares, formFor }: CaseType,
  settings: Settings,
  who: FormShare,
  { answers, files }: Submitted,
): Submitted & { form: Form } {
  const whole = { form: formFor(settings, answers), answers, files }
  const isDivided = Object.keys(answers).some((name) => !shares?.has(who, name, answers))
  if (!shares || !isDivided) return whole
  const form = formFor(settings, shares.start(who, answers))
  const own = new Set(form.parts.flatMap(({ questions }) => questions.map(({ name }) => name)))
  return {
    form,
    answers: Object.fromEntries(Object.entries(answers).filter(([name]) => own.has(name))),
    files: files.filter(({ question }) => own.has(question)),
  }
}
