import type { Format } from './formats.ts'

/**
 * A form as data: parts with questions. The pages that ask, the check, the paper sheet, the copy for people and the
 * page of the case all read it; nothing else defines what a form asks.
 */

export interface Form {
  /** Rises when a question changes its meaning, and is stored with the answers. */
  version: number
  parts: FormPart[]
  /** Answers that the call gives when the form is started; no page asks for them. */
  fixed?: readonly string[]
}

export interface FormPart {
  /** The last part of its address. */
  name: string
  title: string
  note?: string
  questions: Question[]
  /** Left out of the form unless an earlier answer requires it. */
  when?: Condition
}

/** True if the named question has one of these answers. */
export interface Condition {
  question: string
  is: readonly string[]
}

export type Question = PlainQuestion | TicksQuestion | FileQuestion | Repeat

/** Questions answered by one text. */
export type PlainQuestion = LineField | WordsField | ChoiceField | Day | Count | Tick

interface Common {
  name: string
  label: string
  hint?: string
  optional?: true
  when?: Condition
  /** In a row: not needed if this other field of the row is filled in. */
  unless?: string
}

export interface LineField extends Common {
  kind: 'line'
  maxLength: number
  format?: Format
  /** Its autocomplete value for the browser. */
  complete?: string
  /** Stands on the certificate, so it needs letters that can be printed. */
  printed?: true
  suggest?: readonly string[]
}

/** A text box: limited in words, or in characters if it is not prose. */
export interface WordsField extends Common {
  kind: 'words'
  min?: number
  max?: number
  maxLength: number
  complete?: string
  printed?: true
  /** Required, although optional, if the named day is more than this many whole years ago. */
  neededOver?: { day: string; years: number }
}

export interface ChoiceField extends Common {
  kind: 'choice'
  choices: Record<string, string>
}

export interface TicksQuestion extends Common {
  kind: 'ticks'
  choices: Record<string, string>
}

/** A checkbox; one that is not optional must be ticked. */
export interface Tick extends Common {
  kind: 'tick'
}

export interface Day extends Common {
  kind: 'day'
  complete?: string
  /** At least this many whole years ago; zero means that it must not be in the future. */
  yearsBack?: number
  ahead?: true
}

export interface Count extends Common {
  kind: 'count'
  min: number
  max: number | 'this-year'
  /** Whether cents may be given. */
  money?: true
}

export type FileType = 'pdf' | 'jpeg' | 'png'

export interface FileQuestion extends Common {
  kind: 'file'
  types: readonly FileType[]
  maxBytes: number
  max: number
  /** Of a picture, in pixels. */
  atLeast?: { width: number; height: number }
}

export interface Repeat extends Common {
  kind: 'repeat'
  /** What one row is called: "degree". */
  one: string
  min: number
  max: number
  questions: PlainQuestion[]
  /** What a list that someone pastes into a box is read as; each thing it names becomes a row. */
  pasted?: 'publications'
}

export type AnswerRow = Record<string, string>

/** What was typed so far: a text, the ticked boxes, or rows. Files are stored separately. */
export type Answers = Record<string, string | string[] | AnswerRow[]>

/** A file that was sent with a form, without its bytes. */
export interface AttachedFile {
  id: string
  question: string
  name: string
  mediaType: string
  bytes: number
}

export function textOf(answers: Answers, name: string): string {
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
  return typeof answer === 'string' ? answer : ''
}

export function ticksOf(answers: Answers, name: string): string[] {
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
  return Array.isArray(answer) ? answer.filter((one) => typeof one === 'string') : []
}

export function rowsOf(answers: Answers, name: string): AnswerRow[] {
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
  return Array.isArray(answer) ? answer.filter((one) => typeof one !== 'string') : []
}

export function isApplicable({ when }: { when?: Condition }, answers: Answers): boolean {
  return when === undefined || when.is.includes(textOf(answers, when.question))
}

/** The parts that these answers require, each with its questions. */
export function applicableParts(form: Form, answers: Answers): FormPart[] {
  return form.parts
    .filter((part) => isApplicable(part, answers))
    .map((part) => ({ ...part, questions: part.questions.filter((one) => isApplicable(one, answers)) }))
}
