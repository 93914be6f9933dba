import { textOf, type Answers, type Form } from '#features/forms/questions.ts'

/** The sender's declaration in the words of the form, and the name typed under it; undefined before it is given. */
export function declarationOf(form: Form, answers: Answers) {
  const question = form.parts.flatMap(({ questions }) => questions).find(({ name }) => name === 'declares')
  if (!question || textOf(answers, 'declares') !== 'yes') return undefined
  return { label: question.label, signature: textOf(answers, 'signature') }
}
