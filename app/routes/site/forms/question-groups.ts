import type { Form, FormPart, PlainQuestion, Question } from '#features/forms/questions.ts'
import type { SheetQuestion, QuestionGroup } from '#ui/form/question-sheet.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'

/** The questions of a form as a sheet of paper has them. */
export function questionGroups(form: Form): QuestionGroup[] {
  return form.parts.map((part) => ({
    title: part.title,
    ...noteOf(part),
    questions: part.questions.map(toSheet),
  }))
}

function noteOf({ note, when }: FormPart) {
  const all = [note, when && 'Only needed for some answers above.'].filter(Boolean)
  return all.length > 0 ? { note: all.join(' ') } : {}
}

function toSheet(question: Question): SheetQuestion {
  const hints = [question.hint, limitsOf(question), question.when && 'Only if it applies.']
  const hint = hints.filter(Boolean).join(' ')
  return {
    label: question.label,
    answer: answerOf(question),
    ...(hint && { hint }),
    ...(question.optional && { optional: true as const }),
    ...('choices' in question && { choices: Object.values(question.choices) }),
  }
}

function answerOf({ kind }: Question): SheetQuestion['answer'] {
  if (kind === 'words' || kind === 'repeat') return 'words'
  if (kind === 'choice' || kind === 'ticks' || kind === 'tick') return 'choice'
  return kind === 'file' ? 'file' : 'line'
}

function limitsOf(question: Question): string | undefined {
  if (question.kind === 'words' && question.max !== undefined)
    return question.min
      ? `${question.min} to ${formatNumber(question.max)} words.`
      : `At most ${formatNumber(question.max)} words.`
  if (question.kind !== 'repeat') return undefined
  const count = question.min === 0 ? `Up to ${question.max}` : `${question.min} to ${question.max}`
  return `${count}, each with: ${question.questions.map(inRow).join(', ')}.`
}

function inRow({ label, optional }: PlainQuestion): string {
  const inSentence = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return `${inSentence}${optional ? ' (optional)' : ''}`
}
