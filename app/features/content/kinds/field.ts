import type { Kind } from './kinds.ts'

/**
 * The fields that kinds are built from. The schemas, the types and the forms all derive from them, so a field says here
 * whatever there is to know about it.
 */

/** How many items any list may have; some kinds set a lower limit. */
export const maxItems = 500

interface Common<Name extends string> {
  name: Name
  label: string
  hint?: string
  /** Whether publishing needs it. A draft may leave out anything. */
  required?: true
}

/** What a line is, if it is more than words. */
export type LineFormat = 'address' | 'anchor' | 'clause-number' | 'email'

interface LineField<Name extends string = string> extends Common<Name> {
  control: 'line'
  format?: LineFormat
}

interface NumberLimits {
  min: number
  max?: number
}

interface NumberField<Name extends string = string> extends Common<Name>, NumberLimits {
  control: 'number'
}

type PlainControl = 'paragraph' | 'day' | 'moment' | 'yes-no' | 'rich-text' | 'download' | 'lines'

interface PlainField<Name extends string = string, Control = PlainControl> extends Common<Name> {
  control: Control
}

type PictureWords = 'alt' | 'caption' | 'credit' | 'takenOn'

interface PictureField<Name extends string = string> extends Common<Name> {
  control: 'picture'
  /** Fields beside it that are filled with what the library knows about the picture, if still empty. */
  words?: PictureWords[]
}

interface ChoiceField<Name extends string = string, Choice extends string = string> extends Common<Name> {
  control: 'choice'
  choices: Record<Choice, string>
  /** Whether it is the type by which lists of the kind are filtered. */
  isType?: true
}

interface EntryField<Name extends string = string> extends Common<Name> {
  control: 'entry'
  kind: Kind
}

export type RecordKind = 'body' | 'rulebook'

/** Something that is not an entry, by its slug. */
interface RecordField<Name extends string = string> extends Common<Name> {
  control: 'record'
  of: RecordKind
}

interface GroupField<Name extends string, Inside> extends Common<Name> {
  control: 'group'
  fields: Inside[]
}

interface ListField<Name extends string, Inside> extends Common<Name> {
  control: 'list'
  /** Names a single item, such as "seat": "Add a seat". */
  one: string
  fields: Inside[]
  max?: number
}

export type Field =
  | LineField
  | NumberField
  | PlainField
  | PictureField
  | ChoiceField
  | EntryField
  | RecordField
  | GroupField<string, Field>
  | ListField<string, Field>

export const required = <F extends Field>(field: F): F & { required: true } => ({ ...field, required: true })

const lineAs =
  (format?: LineFormat) =>
  <Name extends string>(name: Name, label: string, hint?: string): LineField<Name> => ({
    name,
    label,
    control: 'line',
    ...(format && { format }),
    ...(hint && { hint }),
  })

export const line = lineAs()
export const anchor = lineAs('anchor')
export const clauseNumber = lineAs('clause-number')
export const email = lineAs('email')

const addressHint = 'A page of this site, such as /gallery, or an address that starts with https://'

export const address = <Name extends string>(name: Name, label: string, hint = addressHint) =>
  lineAs('address')(name, label, hint)

const plain =
  <Control extends PlainControl>(control: Control) =>
  <Name extends string>(name: Name, label: string, hint?: string): PlainField<Name, Control> => ({
    name,
    label,
    control,
    ...(hint && { hint }),
  })

export const paragraph = plain('paragraph')
export const day = plain('day')
export const moment = plain('moment')
export const yesNo = plain('yes-no')
export const richText = plain('rich-text')
export const download = plain('download')
export const lines = plain('lines')

/** A yes or no for each of these names. */
export function yesNos<Name extends string>(labels: Record<Name, string>): PlainField<Name, 'yes-no'>[] {
  return (Object.keys(labels) as Name[]).map((name) => yesNo(name, labels[name]))
}

export const number = <Name extends string>(
  name: Name,
  label: string,
  limits: NumberLimits,
  hint?: string,
): NumberField<Name> => ({ name, label, control: 'number', ...limits, ...(hint && { hint }) })

export const year = <Name extends string>(name: Name, label: string) =>
  number(name, label, { min: 1900, max: 2200 })

export const picture = <Name extends string>(
  name: Name,
  label: string,
  words?: PictureWords[],
): PictureField<Name> => ({ name, label, control: 'picture', ...(words && { words }) })

export const choice = <Name extends string, Choice extends string>(
  name: Name,
  label: string,
  choices: Record<Choice, string>,
): ChoiceField<Name, Choice> => ({ name, label, control: 'choice', choices })

/** The choice that divides the entries of a kind into types, such as the four of activities. */
export const entryType = <Name extends string, Choice extends string>(
  name: Name,
  label: string,
  choices: Record<Choice, string>,
) => ({ ...required(choice(name, label, choices)), isType: true as const })

export const entry = <Name extends string>(name: Name, label: string, kind: Kind): EntryField<Name> => ({
  name,
  label,
  control: 'entry',
  kind,
})

export const record = <Name extends string>(
  name: Name,
  label: string,
  of: RecordKind,
  hint?: string,
): RecordField<Name> => ({ name, label, control: 'record', of, ...(hint && { hint }) })

export const group = <Name extends string, Inside extends Field>(
  name: Name,
  label: string,
  fields: Inside[],
  hint?: string,
): GroupField<Name, Inside> => ({ name, label, control: 'group', fields, ...(hint && { hint }) })

export const list = <Name extends string, Inside extends Field>(
  name: Name,
  label: string,
  one: string,
  fields: Inside[],
  max?: { items: number; hint: string },
): ListField<Name, Inside> => ({
  name,
  label,
  control: 'list',
  one,
  fields,
  ...(max && { max: max.items, hint: `At most ${max.items}. ${max.hint}` }),
})
