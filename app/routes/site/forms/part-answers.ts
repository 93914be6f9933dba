import { fillIn, isSent, listName, namesOf } from '#features/forms/fields.ts'
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
 * Without questions that were not on the page, because they were not asked when it was made or are not asked now: an
 * earlier answer may count again. What was typed is accepted even if another page has changed the answer that led to
 * the question.
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

/** The page again after saving: as typed, with newer answers to untouched questions. */
export function typedAgain(part: FormPart, typed: Typed, answers: Answers, newer: readonly string[]): Typed {
  const again = part.questions.map((question) => {
    const isAsTyped = isSent(question, typed) && !newer.includes(question.name)
    const own = { ...part, questions: [question] }
    return isAsTyped ? onlyFieldsOf(question, typed) : fillIn(own, answers)
  })
  return Object.assign({}, ...again) as Typed
}

/** What was typed, under the labels of its questions, for copying by hand. */
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

/** With questions that the page still had and the form no longer asks: what was typed there is saved as well. */
export function withSent(part: FormPart, whole: FormPart | undefined, typed: Typed): FormPart {
  const known = new Set(part.questions.map(({ name }) => name))
  const former = whole?.questions.filter((one) => !known.has(one.name) && isSent(one, typed)) ?? []
  return former.length === 0 ? part : { ...part, questions: [...part.questions, ...former] }
}

/** What has arrived of a truncated form, so that what is missing does not erase what was saved before. */
export function onlySent({ questions }: FormPart, typed: Typed, answers: Answers): Answers {
  const arrived = questions.filter(({ name }) =>
    Object.keys(typed).some(
      (field) => field === name || (field.startsWith(`${name}-`) && field !== listName({ name })),
    ),
  )
  return Object.fromEntries(arrived.map(({ name }) => [name, answers[name] ?? '']))
}

export function withoutRow(answers: Answers, { repeat, row }: { repeat: string; row: number }): Answers {
  if (!Object.hasOwn(answers, repeat)) return answers
  return { ...answers, [repeat]: rowsOf(answers, repeat).filter((_, at) => at !== row) }
}

/** How many rows of a question were on the page, including empty ones. */
export function rowsTyped(repeat: string, typed: Typed): number {
  const rows = Object.keys(typed).flatMap((field) => {
    const [, name, row] = /^(\w+)-(\d+)-\w+$/.exec(field) ?? []
    return name === repeat ? [Number(row) + 1] : []
  })
  return Math.max(0, ...rows)
}

/**
 * A question that depends on an answer of this very page, and that the page could not show without scripts. Its name,
 * to lead there.
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
