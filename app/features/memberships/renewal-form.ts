import type { FormPart, Question } from '#features/forms/questions.ts'

const always = ['title', 'firstName', 'lastName', 'email']
const neverChanged = ['nativeName', 'birthDay', 'gender', 'nationality']

/** A renewal asks who it is for, and otherwise only for what has changed. */
export function renewalPart(you: FormPart): FormPart {
  return {
    ...you,
    title: 'Your details and what has changed',
    note: 'Enter your name and email address. Fill in the rest only if it has changed.',
    questions: [
      ...you.questions.filter(({ name }) => always.includes(name)),
      ...you.questions
        .filter(({ name }) => !always.includes(name) && !neverChanged.includes(name))
        .map(asOptional),
    ],
  }
}

function asOptional(question: Question): Question {
  const hint = question.name === 'officeAddress' ? { hint: 'Include the postal code.' } : {}
  return { ...question, ...hint, optional: true }
}
