import { useCallback, useState, type RefObject } from 'react'
import { isSent, listName, namesOf, type TypedFields } from '#features/forms/fields.ts'
import type { FormPart, Question } from '#features/forms/questions.ts'
import type { SeenFields } from './read-controls.ts'
import type { ShownMerge, ShownOthers } from './shown-merge.ts'

/** What a page of a form knows about the draft that it shares with other pages and devices. */
export interface SharedDraft {
  /** Sent with every save. */
  seen: SeenFields
  others: ShownOthers
  /** What each question shows, and how often a newer answer replaced it. */
  typed: TypedFields
  rounds: Record<string, number>
  /** Everything sent from now on comes after this. */
  step: () => void
  /** After a save: merges newer answers, and records what the page has shown by now. */
  take: (merge: ShownMerge, sent: TypedFields) => void
}

interface First {
  typed: TypedFields
  seen: SeenFields
  others: ShownOthers
}

export function useSharedDraft(
  form: RefObject<HTMLFormElement | null>,
  part: FormPart,
  first: First,
): SharedDraft {
  const [{ typed, seen, others, rounds }, setState] = useState<First & { rounds: Record<string, number> }>({
    ...first,
    rounds: {},
  })
  const step = useCallback(() => {
    setState((was) => ({ ...was, seen: { ...was.seen, step: was.seen.step + 1 } }))
  }, [])
  const take = useCallback(
    (merge: ShownMerge, sent: TypedFields) => {
      const now = form.current ? textsOf(form.current) : sent
      const taken = part.questions.filter(
        (one) => Object.hasOwn(merge.newer, one.name) && isLeftAlone(form.current, one, sent, now),
      )
      setState((was) => {
        const next = { ...was, others: merge.others }
        for (const question of part.questions) {
          const { name } = question
          const newer = merge.newer[name]
          if (newer ? !taken.includes(question) : !isSent(question, sent)) continue
          const fields = newer ? { ...listOf(question, now), ...newer } : onlyOf(question, sent)
          next.seen = { ...next.seen, fields: withFields(next.seen.fields, question, fields) }
          if (!newer) continue
          next.typed = withFields(next.typed, question, fields)
          next.rounds = { ...next.rounds, [name]: (next.rounds[name] ?? 0) + 1 }
        }
        return next
      })
    },
    [form, part],
  )
  return { seen, others, typed, rounds, step, take }
}

/** Whether a question is untouched since it was sent, and not being edited. */
function isLeftAlone(
  form: HTMLFormElement | null,
  question: Question,
  sent: TypedFields,
  now: TypedFields,
): boolean {
  const names = namesOf(question)
  const active = form?.ownerDocument.activeElement
  const isBeingTyped = form?.contains(active ?? null) && names.includes(active?.getAttribute('name') ?? '')
  return !isBeingTyped && names.every((name) => (sent[name] ?? '') === (now[name] ?? ''))
}

/** The answer as sent, without a pasted list. */
function onlyOf(question: Question, typed: TypedFields): TypedFields {
  const names = namesOf(question).filter((name) => name !== listName(question))
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(typed, name) ? [[name, typed[name] ?? '']] : [])),
  )
}

/** A pasted list that is still in its box: new rows from elsewhere must not remove it. */
function listOf(question: Question, typed: TypedFields): TypedFields {
  const name = listName(question)
  return Object.hasOwn(typed, name) ? { [name]: typed[name] ?? '' } : {}
}

function withFields(all: TypedFields, question: Question, fields: TypedFields): TypedFields {
  const names = new Set(namesOf(question))
  return { ...Object.fromEntries(Object.entries(all).filter(([name]) => !names.has(name))), ...fields }
}

/** The texts of a form, without buttons and files, which are sent separately. */
export function textsOf(form: HTMLFormElement): TypedFields {
  const texts = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[0] !== 'seen',
  )
  return Object.fromEntries(texts)
}
