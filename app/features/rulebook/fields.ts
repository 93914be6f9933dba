import { z } from 'zod'
import { storedShare, writtenShare } from '#server/input/share-text.ts'
import { monthDayInWords, never, readMonthDay } from './days.ts'
import { readShare } from './shares.ts'

/** The kinds of values that rules and facts consist of, as stored and as typed into a form. */

interface Described {
  label: string
  hint?: string
  optional?: true
}

export type ValueField = Described &
  (
    | { kind: 'day' | 'past-day' | 'since' | 'month-day' | 'text' | 'list' | 'grades' | 'yes-no' | 'share' }
    | { kind: 'count'; least?: number }
    | { kind: 'choice'; choices: Readonly<Record<string, string>> }
  )

export type ValueFields = Readonly<Record<string, ValueField>>

/** What a field holds. */
export type ValueOf<F> = F extends { kind: 'count' }
  ? number
  : F extends { kind: 'yes-no' }
    ? boolean
    : F extends { kind: 'list' | 'grades' }
      ? readonly string[]
      : F extends { kind: 'choice'; choices: infer C }
        ? keyof C & string
        : string

type OptionalNames<F extends ValueFields> = {
  [N in keyof F]: F[N] extends { optional: true } ? N : never
}[keyof F]

export type ValuesOf<F extends ValueFields> = {
  [N in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[N]>
} & { [N in OptionalNames<F>]?: ValueOf<F[N]> | undefined }

export type StoredValue = string | number | boolean | readonly string[]
export type StoredValues = Readonly<Record<string, StoredValue>>

const maxCount = 1_000_000_000
const maxItems = 60

function schemaOf(field: ValueField): z.ZodType<StoredValue> {
  const { label } = field
  const line = z.string().min(1, `Enter “${label}”.`).max(200, `Shorten “${label}” to 200 characters.`)
  switch (field.kind) {
    case 'day':
      return z.iso.date(`Enter “${label}” as year, month and day, such as 2027-01-31.`)
    case 'past-day':
      return z.union([z.iso.date(), z.literal(never)], `Enter “${label}” as 2027-01-31, or “${never}”.`)
    case 'since':
      return z.union(
        [z.iso.date(), z.string().regex(/^\d{4}$/)],
        `Enter “${label}” as 2027-01-31, or only the year.`,
      )
    case 'month-day':
      return z.string().refine(isMonthDay, `Enter “${label}” as day and month, such as 31 July.`)
    case 'count':
      return z
        .int(`Enter “${label}” as a whole number.`)
        .min(field.least ?? 0, `“${label}” must be at least ${field.least ?? 0}.`)
        .max(maxCount, `“${label}” must be at most ${maxCount}.`)
    case 'list':
    case 'grades':
      return z.array(line).max(maxItems, `“${label}” must have at most ${maxItems} lines.`)
    case 'yes-no':
      return z.boolean(`Choose yes or no for “${label}”.`)
    case 'share':
      return z
        .string()
        .refine(
          (text) => readShare(text) !== undefined,
          `Enter “${label}” as a share, such as 2/3 or “more than 1/2”.`,
        )
    case 'choice':
      return z.enum(Object.keys(field.choices), `Choose “${label}” from the list.`)
    case 'text':
      return line
  }
}

function isMonthDay(text: string): boolean {
  return /^\d\d-\d\d$/.test(text) && z.iso.date().safeParse(`2000-${text}`).success
}

/** Checks values that come from a form, a file or the database. Unknown names are refused. */
export function schemaOfFields(fields: ValueFields) {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const schema = schemaOf(field)
        return [name, field.optional ? schema.optional() : schema]
      }),
    ),
  )
}

/** The value that a text of a form stands for. An empty text is no value, except of a list. */
export function readTyped(field: ValueField, typed: string): unknown {
  const text = typed.normalize('NFC').trim()
  if (field.kind === 'list' || field.kind === 'grades') return linesOf(text)
  if (text === '') return undefined
  if (field.kind === 'count') return /^\d{1,10}$/.test(text) ? Number(text) : text
  if (field.kind === 'yes-no') return text === 'yes' ? true : text === 'no' ? false : text
  if (field.kind === 'month-day') return readMonthDay(text) ?? text
  if (field.kind === 'share') return storedShare(text)
  return text
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The text that a form shows for a value. */
export function typedText(field: ValueField, value: StoredValue | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join('\n')
  const text = String(value)
  if (field.kind === 'month-day') return monthDayInWords(text)
  return field.kind === 'share' ? writtenShare(text) : text
}

/** A value on a page. */
export function shownValue(field: ValueField, value: StoredValue): string {
  if (field.kind === 'choice') return field.choices[String(value)] ?? String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return typedText(field, value)
}
