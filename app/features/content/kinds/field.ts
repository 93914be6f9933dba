import type { Kind } from './kinds.ts'

/** The kinds of form fields. */

/** How many items any list may have; some kinds set a lower limit. */
export const mostItems = 500

interface Common {
  name: string
  label: string
  hint?: string
}

export type PlainControl =
  | 'line'
  | 'paragraph'
  | 'day'
  | 'moment'
  | 'number'
  | 'yes-no'
  | 'rich-text'
  | 'download'
  | 'lines'

export type RecordKind = 'body' | 'rulebook'

type PictureWords = 'alt' | 'caption' | 'credit' | 'takenOn'

export type Field =
  | (Common & { control: PlainControl })
  /** Fields beside it that are filled with what the library knows about the picture, if still empty. */
  | (Common & { control: 'picture'; words?: PictureWords[] })
  | (Common & { control: 'choice'; choices: Record<string, string> })
  | (Common & { control: 'entry'; kind: Kind })
  /** Something that is not an entry, by its slug. */
  | (Common & { control: 'record'; of: RecordKind })
  | (Common & { control: 'group'; fields: Field[] })
  /** `one` names a single item, such as "seat": "Add a seat". */
  | (Common & { control: 'list'; one: string; fields: Field[]; most?: number })

const plain =
  (control: PlainControl) =>
  (name: string, label: string, hint?: string): Field => ({ name, label, control, ...(hint && { hint }) })

export const line = plain('line')
export const paragraph = plain('paragraph')
export const day = plain('day')
export const moment = plain('moment')
export const number = plain('number')
export const yesNo = plain('yes-no')
export const richText = plain('rich-text')
export const download = plain('download')
export const lines = plain('lines')

export const picture = (name: string, label: string, words?: PictureWords[]): Field => ({
  name,
  label,
  control: 'picture',
  ...(words && { words }),
})
export const choice = (name: string, label: string, choices: Record<string, string>): Field => ({
  name,
  label,
  control: 'choice',
  choices,
})
export const entry = (name: string, label: string, kind: Kind): Field => ({
  name,
  label,
  control: 'entry',
  kind,
})
export const record = (name: string, label: string, of: RecordKind, hint?: string): Field => ({
  name,
  label,
  control: 'record',
  of,
  ...(hint && { hint }),
})
export const group = (name: string, label: string, fields: Field[], hint?: string): Field => ({
  name,
  label,
  control: 'group',
  fields,
  ...(hint && { hint }),
})
export const list = (
  name: string,
  label: string,
  one: string,
  fields: Field[],
  limits: { hint?: string; most?: number } = {},
): Field => ({ name, label, control: 'list', one, fields, ...limits })
