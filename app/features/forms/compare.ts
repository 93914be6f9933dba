import { toCanonicalJson } from '#db/engine/json.ts'
import type { Answers, Form } from './questions.ts'
import { inWords } from './shown.ts'

/** The questions whose answers changed, by their labels. */
export function changedLabels(form: Form, before: Answers, now: Answers): string[] {
  const labels = new Map(
    form.parts.flatMap(({ questions }) => questions.map(({ name, label }) => [name, label])),
  )
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => toCanonicalJson(before[name] ?? '') !== toCanonicalJson(now[name] ?? ''))
    .map((name) => labels.get(name) ?? inWords(name))
}
