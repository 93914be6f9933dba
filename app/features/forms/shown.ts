import {
  applicableParts,
  rowsOf,
  textOf,
  ticksOf,
  type Answers,
  type AttachedFile,
  type Form,
  type PlainQuestion,
  type Question,
} from './questions.ts'
import { readDayInWords } from './days.ts'

/** The answers in the words of the form, for people to read. */

export interface ShownPart {
  name: string
  title: string
  items: ShownItem[]
}

export interface ShownItem {
  name: string
  label: string
  shown: ShownValue
}

export type ShownValue =
  | { kind: 'text'; text: string }
  | { kind: 'lines'; lines: string[] }
  | { kind: 'rows'; headings: string[]; rows: string[][] }
  | { kind: 'files'; files: AttachedFile[] }

interface Options {
  /** Names of questions that this reader does not see. */
  without?: readonly string[]
  /** The text for unanswered questions; without it they are left out. */
  unanswered?: string
}

/**
 * Part by part, as the form is now. Answers to questions that it no longer asks come in a separate part at the end,
 * under their stored names.
 */
export function shownParts(
  form: Form,
  answers: Answers,
  files: AttachedFile[],
  { without = [], unanswered }: Options = {},
): ShownPart[] {
  const parts = applicableParts(form, answers)
  const applicable = new Set([
    ...parts.flatMap(({ questions }) => questions.map(({ name }) => name)),
    ...without,
  ])
  const known = parts.map(({ name, title, questions }) => ({
    name,
    title,
    items: questions
      .filter((question) => !without.includes(question.name))
      .flatMap((question) => shownItem(question, answers, files, unanswered)),
  }))
  const earlier = {
    name: 'earlier',
    title: 'Answers to questions that are no longer in the form',
    items: [...inapplicableAnswers(answers, applicable), ...inapplicableFiles(files, applicable)],
  }
  return [...known, earlier].filter(({ items }) => items.length > 0)
}

function shownItem(
  question: Question,
  answers: Answers,
  files: AttachedFile[],
  unanswered: string | undefined,
): ShownItem[] {
  const { name, label } = question
  const shown = shownAnswer(question, answers, files)
  if (shown) return [{ name, label, shown }]
  return unanswered === undefined ? [] : [{ name, label, shown: { kind: 'text', text: unanswered } }]
}

/** One answer; undefined if there is none. */
export function shownAnswer(
  question: Question,
  answers: Answers,
  files: AttachedFile[],
): ShownValue | undefined {
  const { name } = question
  if (question.kind === 'file') {
    const own = files.filter((file) => file.question === name)
    return own.length === 0 ? undefined : { kind: 'files', files: own.map(withoutKeys) }
  }
  if (question.kind === 'ticks') {
    const lines = ticksOf(answers, name).map((one) => labelOf(question.choices, one))
    return lines.length === 0 ? undefined : { kind: 'lines', lines }
  }
  if (question.kind === 'repeat') {
    const rows = rowsOf(answers, name)
    if (rows.length === 0) return undefined
    const columns = question.questions.filter((one) => rows.some((row) => row[one.name]))
    const cells = rows.map((row) => columns.map((one) => plainAnswer(one, row[one.name] ?? '')))
    return { kind: 'rows', headings: columns.map(({ label }) => label), rows: cells }
  }
  const text = textOf(answers, name)
  return text === '' ? undefined : { kind: 'text', text: plainAnswer(question, text) }
}

/** One answer for reading: a choice by its label, a tick as Yes, a day with the name of its month. */
export function plainAnswer(question: PlainQuestion, text: string): string {
  if (question.kind === 'choice') return labelOf(question.choices, text)
  if (question.kind === 'day') return readDayInWords(text)
  return question.kind === 'tick' && text === 'yes' ? 'Yes' : text
}

function labelOf(choices: Record<string, string>, chosen: string): string {
  return (Object.hasOwn(choices, chosen) ? choices[chosen] : undefined) ?? chosen
}

function inapplicableAnswers(answers: Answers, applicable: Set<string>): ShownItem[] {
  return Object.entries(answers)
    .filter(([name]) => !applicable.has(name))
    .map(([name, answer]) => ({ name, label: inWords(name), shown: shownRaw(answer) }))
}

function inapplicableFiles(files: AttachedFile[], applicable: Set<string>): ShownItem[] {
  const byQuestion = Map.groupBy(
    files.filter(({ question }) => !applicable.has(question)),
    ({ question }) => question,
  )
  return [...byQuestion].map(([name, own]) => ({
    name,
    label: inWords(name),
    shown: { kind: 'files', files: own.map(withoutKeys) },
  }))
}

function shownRaw(answer: Answers[string]): ShownValue {
  if (!Array.isArray(answer)) return { kind: 'text', text: answer }
  const rows = answer.filter((one) => typeof one !== 'string')
  if (rows.length === 0) return { kind: 'lines', lines: answer.filter((one) => typeof one === 'string') }
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return {
    kind: 'rows',
    headings: names.map(inWords),
    rows: rows.map((row) => names.map((name) => row[name] ?? '')),
  }
}

function withoutKeys({ id, question, name, mediaType, bytes }: AttachedFile): AttachedFile {
  return { id, question, name, mediaType, bytes }
}

/** `otherEmail` reads "Other email". */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
