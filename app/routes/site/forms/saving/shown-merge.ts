import { officeDayInWords, officeTimeInWords } from '#office-time.ts'
import { fillIn, type TypedFields } from '#features/forms/fields.ts'
import type { OtherAnswer } from '#features/forms/drafts/merge.ts'
import type { Answers, FormPart } from '#features/forms/questions.ts'
import { shownAnswer, type ShownValue } from '#features/forms/shown.ts'

/** What a page learns from a save: when, what others wrote into untouched questions, and what to decide. */
export interface ShownMerge {
  savedAt: string
  /** The fields of each question whose answer is newer than what the page shows. */
  newer: Record<string, TypedFields>
  others: ShownOthers
}

export type ShownOthers = Record<string, ShownOther[]>

/** An answer beside the field, to read and choose. */
export interface ShownOther {
  id: string
  savedAt: string
  shown: ShownValue
}

interface ShownDraft {
  answers: Answers
  others: Record<string, OtherAnswer[]>
}

export function shownMerge(part: FormPart, saved: ShownDraft & { newer: string[] }, now: Date): ShownMerge {
  const newer = part.questions
    .filter(({ name }) => saved.newer.includes(name))
    .map((question) => [question.name, fillIn({ ...part, questions: [question] }, saved.answers)] as const)
  return {
    savedAt: savedText(now, now),
    newer: Object.fromEntries(newer),
    others: shownOthers(part, saved, now),
  }
}

export function shownOthers(
  { questions }: FormPart,
  { others }: Pick<ShownDraft, 'others'>,
  now: Date,
): ShownOthers {
  const shown = questions.flatMap((question) => {
    const own = Object.hasOwn(others, question.name) ? (others[question.name] ?? []) : []
    const list = own.map(({ id, answer, at }) => ({
      id,
      savedAt: savedText(new Date(at), now),
      shown: shownAnswer(question, { [question.name]: answer }, []) ?? nothing,
    }))
    return list.length > 0 ? [[question.name, list] as const] : []
  })
  return Object.fromEntries(shown)
}

const nothing: ShownValue = { kind: 'text', text: 'No answer' }

/** `Saved 11:25 IST`; with the day if it was not today. */
export function savedText(at: Date, now: Date): string {
  const [day, time] = officeTimeInWords(at).split(', ')
  return day === officeDayInWords(now) ? `Saved ${time}` : `Saved ${day}, ${time}`
}
