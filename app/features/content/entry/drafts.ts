import type { z } from 'zod'
import type { FieldOf } from '#features/content/kinds/fields.ts'
import type { DraftDataOf } from '#features/content/kinds/field-values.ts'
import { draftSchemas, schemas } from '#features/content/kinds/schemas.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'

/**
 * What may be saved before it is complete: the same fields with the same limits, but none is required. Unknown fields
 * are refused here as well.
 */
export type Draft<K extends Kind = Kind> = DraftsOfKinds[K]

type DraftsOfKinds = { [K in Kind]: DraftDataOf<FieldOf<K>> }

export type DraftRead = { ok: true; data: Draft } | { ok: false; errors: Record<string, string> }

/** Reads what an editing page sent; each error is filed under the path of its field, such as `seats.2.name`. */
export function readDraft(kind: Kind, given: unknown): DraftRead {
  const read = draftSchemas[kind].safeParse(given, { reportInput: true })
  return read.success ? { ok: true, data: read.data } : { ok: false, errors: errorsOf(read.error) }
}

/** What is still missing or wrong before an entry can be published, by the path of the field. */
export function findGaps(kind: Kind, data: Draft): Record<string, string> {
  const read = schemas[kind].safeParse(data, { reportInput: true })
  return read.success ? {} : errorsOf(read.error)
}

export function isComplete<K extends Kind>(kind: K, data: Draft): data is Data<K> & Draft {
  return schemas[kind].safeParse(data).success
}

function errorsOf(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.') || 'form'
    errors[path] ??= sentenceOf(issue)
  }
  return errors
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Fill in this field.'
        : 'Check this field: we could not read its value. Enter it again.'
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return issue.origin === 'number' ? `Enter ${issue.minimum} or more.` : 'Fill in this field.'
    case 'unrecognized_keys':
      return `There is no field “${issue.keys[0]?.slice(0, 40)}” here.`
    case 'invalid_format':
      return wordsForFormat[issue.format] ?? issue.message
    case 'invalid_value':
    case 'invalid_union':
      return issue.input === undefined ? 'Fill in this field.' : 'Choose one of the options.'
    default:
      return issue.message
  }
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `Shorten this to ${maximum} characters.`
  return origin === 'array' ? `Use at most ${maximum} items.` : `Enter ${maximum} or less.`
}

const wordsForFormat: Record<string, string> = {
  date: 'Enter the date as year, month and day, such as 2027-01-31.',
  email: 'Enter one email address, such as office@example.org.',
}
