import { askedParts, isAsked, rowsOf, type Answers, type Form, type Part } from '#features/forms/questions.ts'

/** What follows from the answers to one part of a form, for the page that shows it. */

type Typed = Record<string, string>

/**
 * Without what is not asked, or was not asked when the page was made and so was not on it: an earlier answer to it may
 * count again.
 */
export function onlyOnPage(
  { questions }: Part,
  answers: Answers,
  { before, after, typed }: { before: Answers; after: Answers; typed: Typed },
): Answers {
  const asked = questions.filter(
    (one) =>
      isAsked(one, after) &&
      (isAsked(one, before) || Object.hasOwn(typed, one.name)) &&
      Object.hasOwn(answers, one.name),
  )
  return Object.fromEntries(asked.map(({ name }) => [name, answers[name] ?? '']))
}

/** What has arrived of a form that was cut off, so that what is missing does not wipe out what was saved before. */
export function onlySent({ questions }: Part, typed: Typed, answers: Answers): Answers {
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
export function newlyAsked({ questions }: Part, before: Answers, after: Answers, typed: Typed) {
  return questions.find(
    (one) =>
      one.when !== undefined &&
      isAsked(one, after) &&
      !isAsked(one, before) &&
      !Object.hasOwn(typed, one.name),
  )?.name
}

export function nextPart(form: Form, answers: Answers, name: string): string | undefined {
  const parts = askedParts(form, answers)
  return parts[parts.findIndex((part) => part.name === name) + 1]?.name
}
