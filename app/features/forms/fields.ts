import { readDay } from './days.ts'
import type { Answers, Form, FormPart, PlainQuestion, Question, AnswerRow } from './questions.ts'
import { isApplicable, rowsOf, textOf, ticksOf } from './questions.ts'

/**
 * A page of a form as flat fields: `citation`, `conflicts-relative`, `degrees-0-year`. The questions determine the
 * possible names, so incoming names are never parsed.
 */

export type TypedFields = Record<string, string>

export type PartRead =
  /** `cut` names the questions whose text was truncated. */
  { ok: true; answers: Answers; cut: string[] } | { ok: false; unknown: string }

export const maxCharacters = 20_000

/** What was typed into a part, as answers. Empty rows are dropped; too long a text is cut. */
export function readPart(part: FormPart, typed: TypedFields): PartRead {
  const known = new Set(part.questions.flatMap(namesOf))
  const unknown = Object.keys(typed).find((name) => !known.has(name))
  if (unknown !== undefined) return { ok: false, unknown }
  return { ok: true, answers: readKnown(part, typed), cut: part.questions.filter(isCut(typed)).map(nameOf) }
}

/** What a page showed, as answers; fields that the form no longer has are ignored. */
export function readKnown(part: FormPart, typed: TypedFields): Answers {
  const answers: Answers = {}
  for (const question of part.questions) {
    const answer = readQuestion(question, typed)
    if (answer !== undefined) answers[question.name] = answer
  }
  return answers
}

function isCut(typed: TypedFields) {
  return (question: Question) =>
    namesOf(question).some(
      (name) => name !== listName(question) && composed(typed[name]).length > maxCharacters,
    )
}

/** Whether a page sent anything for a question; unticked boxes send nothing. */
export function isSent(question: Question, typed: TypedFields): boolean {
  return namesOf(question).some((name) => Object.hasOwn(typed, name))
}

function nameOf({ name }: Question): string {
  return name
}

function readQuestion(question: Question, typed: TypedFields): Answers[string] | undefined {
  const { name } = question
  if (question.kind === 'file') return undefined
  if (question.kind === 'ticks')
    return Object.keys(question.choices).filter((choice) => typed[`${name}-${choice}`] === 'yes')
  if (question.kind === 'repeat') return readRows(name, question.questions, question.max, typed)
  return readPlain(question, typed[name])
}

function readRows(name: string, questions: PlainQuestion[], max: number, typed: TypedFields): AnswerRow[] {
  const rows = Array.from({ length: max }, (_, at) =>
    Object.fromEntries(
      questions
        .map((one) => [one.name, readPlain(one, typed[`${name}-${at}-${one.name}`])] as const)
        .filter(([, text]) => text !== ''),
    ),
  )
  return rows.filter((row) => Object.keys(row).length > 0)
}

/**
 * A single-line field becomes one line; a text box keeps its lines. Letters are composed, so that equal words are
 * equal.
 */
export function readPlain(question: PlainQuestion, text = ''): string {
  const clean = composed(text).slice(0, maxCharacters)
  if (question.kind === 'words') return clean.replaceAll(/\r\n?/g, '\n').trim()
  const line = clean.replaceAll(/\s+/g, ' ').trim()
  return question.kind === 'day' ? readDay(line) : line
}

function composed(text = ''): string {
  return text.normalize('NFC').replaceAll('\0', '')
}

/** The fields of a question on its page. */
export function namesOf(question: Question): string[] {
  const { name } = question
  if (question.kind === 'file') return []
  if (question.kind === 'ticks') return Object.keys(question.choices).map((choice) => `${name}-${choice}`)
  if (question.kind !== 'repeat') return [name]
  const rows = Array.from({ length: question.max }, (_, at) =>
    question.questions.map((one) => `${name}-${at}-${one.name}`),
  )
  return question.pasted ? [listName(question), ...rows.flat()] : rows.flat()
}

/** The box for a pasted list. Its text is no answer: it becomes rows. */
export function listName({ name }: { name: string }): string {
  return `${name}-list`
}

/** What a page of the form shows in its fields: the answers, by the names under which they are sent. */
export function fillIn(part: FormPart, answers: Answers): TypedFields {
  const typed: TypedFields = {}
  for (const question of part.questions) {
    const { name } = question
    if (question.kind === 'file') continue
    if (question.kind === 'ticks')
      for (const choice of ticksOf(answers, name)) typed[`${name}-${choice}`] = 'yes'
    else if (question.kind === 'repeat')
      rowsOf(answers, name).forEach((row, at) => {
        for (const [field, text] of Object.entries(row)) typed[`${name}-${at}-${field}`] = text
      })
    else typed[name] = textOf(answers, name)
  }
  return typed
}

/** Without what earlier answers no longer require, as it is finally submitted. */
export function onlyApplicable(parts: FormPart[], answers: Answers): Answers {
  const applicable = parts
    .filter((part) => isApplicable(part, answers))
    .flatMap(({ questions }) => questions.filter((one) => isApplicable(one, answers) && one.kind !== 'file'))
  return Object.fromEntries(
    applicable.flatMap(({ name }) => {
      const answer = answers[name]
      return answer === undefined || answer.length === 0 ? [] : [[name, answer]]
    }),
  )
}

/** What is submitted: the applicable answers, and those that the call gave. */
export function submittedAnswers({ parts, fixed = [] }: Form, answers: Answers): Answers {
  const given = Object.entries(answers).filter(([name]) => fixed.includes(name))
  return { ...onlyApplicable(parts, answers), ...Object.fromEntries(given) }
}
