import { toCanonicalJson } from '#db/engine/json.ts'
import type { Answers } from '#features/forms/questions.ts'

/**
 * How two pages' saves to one draft are merged, question by question. A page reports what it showed (`base`), so that a
 * question untouched there takes the newer answer. If both were touched, the later answer goes into the field and the
 * other one is stored beside it until someone chooses.
 */

export type Answer = Answers[string]

/** Which page wrote an answer last. */
export interface Stamp {
  page: string
  step: number
  at: number
}

/** An answer that is no longer in the field and that nobody has discarded. */
export interface OtherAnswer {
  id: string
  answer: Answer
  at: number
}

export interface StampedAnswers {
  answers: Answers
  stamps: Record<string, Stamp>
  others: Record<string, OtherAnswer[]>
}

export interface PageSaved {
  answers: Answers
  base: Answers
  /** Identifies the page; empty if the page did not say. */
  page: string
  /** Counts a page's saves, so that one overtaken by a later one changes nothing. */
  step: number
}

export interface MergedAnswers extends StampedAnswers {
  /** Questions that the page did not touch and that have a new answer by now. */
  newer: string[]
  /** Questions that have just got a second answer beside the field. */
  conflicts: string[]
}

export function mergePage(
  draft: StampedAnswers,
  saved: PageSaved,
  at: number,
  nextId: () => string,
): MergedAnswers {
  const merged: MergedAnswers = {
    ...{ answers: { ...draft.answers }, stamps: { ...draft.stamps }, others: { ...draft.others } },
    ...{ newer: [], conflicts: [] },
  }
  for (const name of Object.keys(saved.answers)) mergeAnswer(merged, name, saved, at, nextId)
  return merged
}

function mergeAnswer(
  merged: MergedAnswers,
  name: string,
  saved: PageSaved,
  at: number,
  nextId: () => string,
) {
  const [mine, base, held] = [own(saved.answers, name), own(saved.base, name), own(merged.answers, name)]
  if (isSame(mine, held)) return
  const stamp = ownOf(merged.stamps, name)
  const isSamePage = saved.page !== '' && stamp?.page === saved.page
  const isOvertaken = isSamePage && saved.step < stamp.step
  // An emptied field has nothing to lose, so a text written meanwhile stays in it.
  const isUntouched = isSame(mine, base) || (isEmpty(mine) && !isSamePage && !isSame(held, base))
  if (isOvertaken || isUntouched) return void merged.newer.push(name)
  const others = (ownOf(merged.others, name) ?? []).filter(
    ({ answer }) => !isSame(answer, mine) && !isSame(answer, base),
  )
  const wasSeen = isSamePage || isSame(held, base) || isEmpty(held)
  if (!wasSeen) {
    others.push({ id: nextId(), answer: held ?? '', at: stamp?.at ?? at })
    merged.conflicts.push(name)
  }
  merged.answers[name] = mine ?? ''
  merged.stamps[name] = { page: saved.page, step: saved.step, at }
  setOthers(merged.others, name, others)
}

/** Someone's decision about an answer beside the field. */
export interface AnswerChoice {
  question: string
  id: string
  /** Puts it into the field, or discards it. */
  use: boolean
}

/**
 * After the page was merged. A choice never discards an answer that the page did not show: if another page wrote into
 * the field meanwhile, that answer stays beside it.
 */
export function chooseAnswer(
  draft: StampedAnswers,
  { question, id, use }: AnswerChoice,
  saved: PageSaved,
  at: number,
  nextId: () => string,
): StampedAnswers {
  const others = ownOf(draft.others, question) ?? []
  const chosen = others.find((one) => one.id === id)
  if (!chosen) return draft
  const next = { answers: { ...draft.answers }, stamps: { ...draft.stamps }, others: { ...draft.others } }
  const left = others.filter((one) => one !== chosen)
  if (use) {
    const held = own(draft.answers, question)
    if (!isEmpty(held) && !isSame(held, own(saved.answers, question)))
      left.push({ id: nextId(), answer: held ?? '', at: ownOf(draft.stamps, question)?.at ?? at })
    next.answers[question] = chosen.answer
    next.stamps[question] = { page: saved.page, step: saved.step, at }
  }
  setOthers(next.others, question, left)
  return next
}

function setOthers(others: StampedAnswers['others'], name: string, left: OtherAnswer[]) {
  if (left.length > 0) others[name] = left
  else delete others[name]
}

function isEmpty(answer: Answer | undefined): boolean {
  return answer === undefined || answer.length === 0
}

export function isSame(one: Answer | undefined, other: Answer | undefined): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  return toCanonicalJson(one) === toCanonicalJson(other)
}

function own(answers: Answers, name: string): Answer | undefined {
  return ownOf(answers, name)
}

function ownOf<T>(all: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined
}
