import { fillIn, isSent, namesOf } from '#features/forms/fields.ts'
import {
  applicableParts,
  isApplicable,
  rowsOf,
  type Answers,
  type Form,
  type FormPart,
  type Question,
} from '#features/forms/questions.ts'

/** What follows from the answers to one part of a form, for the page that shows it. */

type Typed = Record<string, string>

/**
 * Without what was not on the page, because it was not asked when that was made or is not asked now: an earlier answer
 * to it may count again. What was typed is taken even where another page has changed the answer that asked for it.
 */
export function onlyOnPage(
  { questions }: FormPart,
  answers: Answers,
  { before, after, typed }: { before: Answers; after: Answers; typed: Typed },
): Answers {
  const onPage = questions.filter(
    (one) =>
      (isSent(one, typed) || (isApplicable(one, after) && isApplicable(one, before))) &&
      Object.hasOwn(answers, one.name),
  )
  return Object.fromEntries(onPage.map(({ name }) => [name, answers[name] ?? '']))
}

/** The page again after it was saved: as it was typed, and the newer answer where nobody touched the question. */
export function typedAgain(part: FormPart, typed: Typed, answers: Answers, newer: readonly string[]): Typed {
  const again = part.questions.map((question) => {
    const isAsTyped = isSent(question, typed) && !newer.includes(question.name)
    const own = { ...part, questions: [question] }
    return isAsTyped ? onlyFieldsOf(question, typed) : fillIn(own, answers)
  })
  return Object.assign({}, ...again) as Typed
}

/** What was typed, under the labels of its questions, to be copied by hand. */
export function textsByLabel({ questions }: FormPart, typed: Typed): [label: string, text: string][] {
  return questions.flatMap((question) =>
    Object.values(onlyFieldsOf(question, typed))
      .filter((text) => text !== '')
      .map((text): [string, string] => [question.label, text]),
  )
}

function onlyFieldsOf(question: Question, typed: Typed): Typed {
  const names = new Set(namesOf(question))
  return Object.fromEntries(Object.entries(typed).filter(([name]) => names.has(name)))
}

/** What has arrived of a form that was cut off, so that what is missing does not wipe out what was saved before. */
export function onlySent({ questions }: FormPart, typed: Typed, answers: Answers): Answers {
  const arrived = questions.filter(({ name }) =>
    Object.keys(typed).some((field) => field === name || field.startsWith(`${name}-`)),
  )
  return Object.fromEntries(arrived.map(({ name }) => [name, answers[name] ?? '']))
}

export function withoutRow(answers: Answers, { repeat, row }: { repeat: string; row: number }): Answers {
  if (!Object.hasOwn(answers, repeat)) return answers
  return { ...answers, [repeat]: rowsOf(answers, repeat).filter((_, at) => at !== row) }
}

/** How many rows of a question were on the page, empty ones included. */
export function rowsTyped(repeat: string, typed: Typed): number {
  const rows = Object.keys(typed).flatMap((field) => {
    const [, name, row] = /^(\w+)-(\d+)-\w+$/.exec(field) ?? []
    return name === repeat ? [Number(row) + 1] : []
  })
  return Math.max(0, ...rows)
}

/**
 * A question that an answer on this very page asks for, and that the page could not show without scripts before it
 * was sent. Its name, to lead there.
 */
export function newlyApplicable({ questions }: FormPart, before: Answers, after: Answers, typed: Typed) {
  return questions.find(
    (one) =>
      one.when !== undefined &&
      isApplicable(one, after) &&
      !isApplicable(one, before) &&
      !Object.hasOwn(typed, one.name),
  )?.name
}

export function nextPart(form: Form, answers: Answers, name: string): string | undefined {
  const parts = applicableParts(form, answers)
  return parts[parts.findIndex((part) => part.name === name) + 1]?.name
}
