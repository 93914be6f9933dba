import { z } from 'zod'
import type { AnswerChoice } from '#features/forms/drafts/merge.ts'
import type { TypedFields } from '#features/forms/fields.ts'

/** The button that sent a part; it is not an answer. */
export type Control =
  | { do: 'on' | 'list' }
  /** Sent by the page itself while someone types, based on the last seen draft. */
  | { do: 'keep'; version: number }
  | { do: 'add'; repeat: string }
  /** Reads the pasted lists. */
  | { do: 'read'; repeat: string }
  | { do: 'remove'; repeat: string; row: number }
  | { do: 'drop'; file: string }
  /** Chooses between two saved answers. */
  | { do: 'choose'; choice: AnswerChoice }

/** What the page showed when it was made or last saved, so that only changed fields count as typed. */
export interface SeenFields {
  page: string
  step: number
  fields: TypedFields
}

const names = ['go', 'keep', 'add', 'read', 'remove', 'drop', 'choose'] as const

const seenForm = z.strictObject({
  page: z.string().regex(/^[\w-]{1,40}$/),
  step: z.int().min(0).max(1_000_000),
  fields: z.record(z.string().max(100), z.string()),
})

export interface ControlRead {
  control: Control
  /** Missing if the page did not say, such as one opened before it could. */
  seen: SeenFields | undefined
  rest: TypedFields
}

/** Extracts the button from what was sent; undefined if there are several or it makes no sense. */
export function readControl(typed: TypedFields): ControlRead | undefined {
  const pressed = names.filter((name) => Object.hasOwn(typed, name))
  const rest = Object.fromEntries(
    Object.entries(typed).filter(([name]) => name !== 'seen' && !(names as readonly string[]).includes(name)),
  )
  const seen = Object.hasOwn(typed, 'seen') ? readSeen(typed['seen'] ?? '') : undefined
  if (pressed.length > 1 || seen === 'unreadable') return undefined
  // Enter in a field, or a browser that omits the button, means "continue".
  if (pressed[0] === undefined) return { control: { do: 'on' }, seen, rest }
  const control = toControl(pressed[0], typed[pressed[0]] ?? '')
  return control && { control, seen, rest }
}

function readSeen(text: string): SeenFields | 'unreadable' {
  try {
    return seenForm.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

function toControl(name: (typeof names)[number], value: string): Control | undefined {
  switch (name) {
    case 'go':
      return value === 'on' || value === 'list' ? { do: value } : undefined
    case 'keep':
      return /^\d{1,9}$/.test(value) ? { do: 'keep', version: Number(value) } : undefined
    case 'add':
    case 'read':
      return /^\w{1,40}$/.test(value) ? { do: name, repeat: value } : undefined
    case 'remove': {
      const [, repeat, row] = /^(\w{1,40})-(\d{1,2})$/.exec(value) ?? []
      return repeat === undefined ? undefined : { do: 'remove', repeat, row: Number(row) }
    }
    case 'drop':
      return /^[\w-]{1,60}$/.test(value) ? { do: 'drop', file: value } : undefined
    case 'choose': {
      const [, question = '', id = '', how] = /^(\w{1,40}):([\w-]{1,40}):(use|leave)$/.exec(value) ?? []
      return how === undefined ? undefined : { do: 'choose', choice: { question, id, use: how === 'use' } }
    }
  }
}
