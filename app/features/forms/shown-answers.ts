import {
  isAsked,
  rowsOf,
  textOf,
  ticksOf,
  type Answers,
  type AttachedFile,
  type Form,
  type Part,
  type Plain,
  type Question,
} from './questions.ts'

/** What somebody answered, in words: for the page on which it is checked and for the copy that is kept. */

export interface ShownPart {
  name: string
  title: string
  answers: ShownAnswer[]
}

export interface ShownAnswer {
  question: string
  label: string
  /** Empty where nothing was answered. */
  text: string
  /** In place of a text: what was answered to each question of a row. */
  rows?: { label: string; text: string }[][]
  one?: string
  files?: { name: string; bytes: number }[]
}

export function showAnswers(form: Form, answers: Answers, files: readonly AttachedFile[]): ShownPart[] {
  return form.parts
    .filter((part) => isAsked(part, answers))
    .map((part) => ({ name: part.name, title: part.title, answers: showPart(part, answers, files) }))
}

function showPart({ questions }: Part, answers: Answers, files: readonly AttachedFile[]): ShownAnswer[] {
  return questions.filter((one) => isAsked(one, answers)).map((one) => showQuestion(one, answers, files))
}

function showQuestion(question: Question, answers: Answers, files: readonly AttachedFile[]): ShownAnswer {
  const { name, label } = question
  const shown = { question: name, label, text: '' }
  switch (question.kind) {
    case 'file': {
      const own = files.filter((file) => file.question === name)
      return { ...shown, files: own.map(({ name, bytes }) => ({ name, bytes })) }
    }
    case 'repeat': {
      const rows = rowsOf(answers, name).map((row) =>
        question.questions.map((one) => ({ label: one.label, text: plainText(one, row[one.name] ?? '') })),
      )
      return { ...shown, rows, one: question.one }
    }
    case 'ticks': {
      const { choices } = question
      return {
        ...shown,
        text: ticksOf(answers, name)
          .map((one) => choices[one] ?? one)
          .join('; '),
      }
    }
    default:
      return { ...shown, text: plainText(question, textOf(answers, name)) }
  }
}

function plainText(question: Plain, text: string): string {
  if (question.kind === 'choice')
    return Object.hasOwn(question.choices, text) ? (question.choices[text] ?? '') : text
  if (question.kind === 'tick') return text === 'yes' ? 'Yes' : 'No'
  return question.kind === 'day' ? inWords(text) : text
}

/** `1994-12-04` as `4 December 1994`, so that a month and a day that changed places are seen. */
function inWords(text: string): string {
  const at = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at.getTime())) return text
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
