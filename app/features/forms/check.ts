import { formats } from './formats.ts'
import {
  applicableParts,
  isApplicable,
  rowsOf,
  textOf,
  ticksOf,
  type Answers,
  type AttachedFile,
  type Count,
  type Day,
  type FileQuestion,
  type Form,
  type LineField,
  type FormPart,
  type PlainQuestion,
  type Question,
  type Repeat,
  type AnswerRow,
  type WordsField,
} from './questions.ts'
import { printProblem } from '#features/people/printable-text.ts'
import { countWords } from './count-words.ts'
import { isDay } from './days.ts'

/** What needs correcting, by field name: a sentence that says what to do. */
export type FieldErrors = Record<string, string>

/** What no single question can check: answers that contradict each other. */
export type CrossRule = (answers: Answers, today: string) => FieldErrors

/** The errors of a whole form, by part; parts without errors are left out. */
export function checkForm(
  form: Form,
  answers: Answers,
  files: AttachedFile[],
  today: string,
  rules: CrossRule[] = [],
): Record<string, FieldErrors> {
  const byPart: Record<string, FieldErrors> = {}
  const crossed = rules.reduce<FieldErrors>((all, rule) => ({ ...rule(answers, today), ...all }), {})
  for (const part of applicableParts(form, answers)) {
    const own = Object.entries(crossed).filter(([field]) => belongsTo(part, field))
    const faults = { ...Object.fromEntries(own), ...checkPart(part, answers, files, today) }
    if (Object.keys(faults).length > 0) byPart[part.name] = faults
  }
  return byPart
}

export function checkPart(
  part: FormPart,
  answers: Answers,
  files: AttachedFile[],
  today: string,
): FieldErrors {
  const faults: FieldErrors = {}
  for (const question of part.questions.filter((one) => isApplicable(one, answers)))
    Object.assign(faults, checkQuestion(question, answers, files, today))
  return faults
}

/** A row's field is named after its question: `degrees-0-year` belongs to `degrees`. */
function belongsTo(part: FormPart, field: string): boolean {
  return part.questions.some(({ name }) => field === name || field.startsWith(`${name}-`))
}

function checkQuestion(
  question: Question,
  answers: Answers,
  files: AttachedFile[],
  today: string,
): FieldErrors {
  const { name } = question
  if (question.kind === 'file') return faultAt(name, checkFiles(question, files))
  if (question.kind === 'repeat') return checkRows(question, rowsOf(answers, name), today)
  if (question.kind === 'ticks') {
    const isMissing = !question.optional && ticksOf(answers, name).length === 0
    return faultAt(name, isMissing ? `${question.label}: tick at least one box.` : undefined)
  }
  const isNeeded = question.kind === 'words' && isNeededByAge(question, answers, today)
  const applicable = isNeeded ? withoutOptional(question) : question
  return faultAt(name, checkPlain(applicable, textOf(answers, name), today))
}

function isNeededByAge({ neededOver }: WordsField, answers: Answers, today: string): boolean {
  const born = neededOver ? textOf(answers, neededOver.day) : ''
  return neededOver !== undefined && isDay(born) && born <= yearsBefore(today, neededOver.years + 1)
}

function withoutOptional({ optional: _, ...question }: WordsField): WordsField {
  return question
}

function faultAt(name: string, sentence: string | undefined): FieldErrors {
  return sentence === undefined ? {} : { [name]: sentence }
}

function checkRows(
  { name, label, one, min, max, questions }: Repeat,
  rows: AnswerRow[],
  today: string,
): FieldErrors {
  if (rows.length < min) return { [name]: `${label}: enter at least ${min === 1 ? `one ${one}` : `${min}`}.` }
  if (rows.length > max) return { [name]: `${label}: enter at most ${max}.` }
  const faults: FieldErrors = {}
  rows.forEach((row, at) => {
    for (const question of questions) {
      const text = row[question.name] ?? ''
      const isSpared = text === '' && question.unless !== undefined && Boolean(row[question.unless])
      const sentence = isSpared ? undefined : checkPlain(question, text, today)
      Object.assign(faults, faultAt(`${name}-${at}-${question.name}`, sentence))
    }
  })
  return faults
}

/** What is wrong with one text, or undefined. */
export function checkPlain(question: PlainQuestion, text: string, today: string): string | undefined {
  if (text === '') return question.optional ? undefined : missing(question)
  switch (question.kind) {
    case 'line':
      return checkLine(question, text)
    case 'words':
      return checkWords(question, text)
    case 'choice':
      return Object.hasOwn(question.choices, text) ? undefined : missing(question)
    case 'tick':
      return text === 'yes' ? undefined : missing(question)
    case 'day':
      return checkDay(question, text, today)
    case 'count':
      return checkCount(question, text, today)
  }
}

function missing({ kind, label }: PlainQuestion): string {
  if (kind === 'choice') return `${label}: choose an option.`
  if (kind === 'tick') return `Tick this box to continue: ${label}`
  return `${label}: this field is required.`
}

function checkLine({ label, maxLength, format, printed }: LineField, text: string): string | undefined {
  if (text.length > maxLength) return `${label}: shorten it to ${maxLength} characters.`
  if (format && !formats[format].fits(text)) return formats[format].sentence(label)
  return printed && printProblem(label, text)
}

function checkWords(
  { label, min = 0, max = Infinity, maxLength, printed }: WordsField,
  text: string,
): string | undefined {
  const words = countWords(text)
  if (words > max) return `${label}: shorten your text to ${max} words. It has ${words} words.`
  if (words < min) return `${label}: write at least ${min} words. Your text has ${words}.`
  if (text.length > maxLength) return `${label}: shorten it to ${maxLength} characters.`
  return printed && printProblem(label, text)
}

function checkDay({ label, yearsBack, ahead }: Day, text: string, today: string): string | undefined {
  if (!isDay(text)) return `${label}: enter a real date, such as 4 12 1994.`
  if (text < '1900-01-01' || text > '2199-12-31') return `${label}: check the year.`
  if (ahead && text <= today) return `${label}: enter a date after today.`
  if (yearsBack === undefined) return undefined
  if (text <= yearsBefore(today, yearsBack)) return undefined
  return yearsBack === 0
    ? `${label}: enter a date that is not in the future.`
    : `${label}: enter a date at least ${yearsBack} years ago.`
}

function checkCount({ label, min, max, money }: Count, text: string, today: string): string | undefined {
  const top = max === 'this-year' ? Number(today.slice(0, 4)) : max
  const isNumber = (money ? /^\d{1,9}(\.\d{1,2})?$/ : /^\d{1,9}$/).test(text)
  if (isNumber && Number(text) >= min && Number(text) <= top) return undefined
  return `${label}: enter a${money ? 'n amount' : ' whole number'} from ${min} to ${top}.`
}

function checkFiles({ name, label, optional, max }: FileQuestion, files: AttachedFile[]) {
  const count = files.filter((file) => file.question === name).length
  if (count === 0 && !optional) return `${label}: choose a file.`
  return count > max ? `${label}: upload at most ${max}.` : undefined
}

/** Someone born on 29 February is a year older on 1 March. */
function yearsBefore(today: string, years: number): string {
  return `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`
}
