import { addPublications } from '#features/forms/publications/add-publications.server.ts'
import type { FieldErrors } from '#features/forms/check.ts'
import { fillIn, listName, namesOf, type TypedFields } from '#features/forms/fields.ts'
import { rowsOf, type Answers, type FormPart, type Repeat } from '#features/forms/questions.ts'

/** What a page sent, after the lists pasted on it became rows. */
export interface ListsRead {
  answers: Answers
  /** The answers with the new rows, and the text that stays in the boxes. */
  typed: TypedFields
  faults: FieldErrors
  /** The questions with a list, and how many rows each got. */
  added: { question: Repeat; count: number }[]
}

export async function readLists(part: FormPart, answers: Answers, typed: TypedFields): Promise<ListsRead> {
  const read = noLists(answers, typed)
  for (const question of listsOn(part, typed)) {
    const { name } = question
    const box = listName(question)
    const { rows, added, left, sentence } = await addPublications(
      question,
      rowsOf(answers, name),
      typed[box] ?? '',
    )
    read.answers = { ...read.answers, [name]: rows }
    const own = new Set(namesOf(question))
    const others = Object.entries(read.typed).filter(([field]) => !own.has(field))
    const filled = fillIn({ ...part, questions: [question] }, read.answers)
    read.typed = { ...Object.fromEntries(others), ...filled, [box]: left }
    if (sentence !== undefined) read.faults[box] = sentence
    read.added.push({ question, count: added })
  }
  return read
}

export function noLists(answers: Answers, typed: TypedFields): ListsRead {
  return { answers, typed, faults: {}, added: [] }
}

/** The fields of these questions, for a page that still shows them as sent. */
export function listFields({ typed, added }: ListsRead): Record<string, TypedFields> {
  return Object.fromEntries(
    added.map(({ question }) => {
      const own = new Set(namesOf(question))
      return [question.name, Object.fromEntries(Object.entries(typed).filter(([field]) => own.has(field)))]
    }),
  )
}

/** A list is not saved while someone types, because it would turn into rows under their hands. */
export function listWarning(part: FormPart, typed: TypedFields): string | undefined {
  const [question] = listsOn(part, typed)
  return question && `The list is only on this page until you add the ${question.one}s from it.`
}

function listsOn({ questions }: FormPart, typed: TypedFields): Repeat[] {
  return questions.filter(
    (one): one is Repeat =>
      one.kind === 'repeat' && one.pasted !== undefined && (typed[listName(one)] ?? '').trim() !== '',
  )
}
