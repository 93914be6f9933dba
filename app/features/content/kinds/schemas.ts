import { z } from 'zod'
import { isSafeHref } from '#features/content/addresses/safe-href.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { fullAddress } from '#features/content/editor/address.ts'
import { documentSchema } from '#features/content/text/document.ts'
import { maxItems, type Field, type LineFormat } from './field.ts'
import type { ControlValues } from './field-values.ts'
import { fields } from './fields.ts'
import type { Data, Kind } from './kinds.ts'

/** The checks of what a version and a draft of each kind hold, made from its fields. Unknown fields are refused. */

const line = z.string().trim().min(1).max(300)
const fileId = z.string().min(1).max(64)
const slug = z.string()

const formats: Record<LineFormat, z.ZodType<string>> = {
  /** One a reader may follow: a page of ours, or a web or mail address. `www.example.org` gets its `https://`. */
  address: z
    .string()
    .max(500)
    .overwrite((typed) => fullAddress(typed) ?? typed)
    .refine(isSafeHref, 'Enter an address that starts with / or https://'),
  anchor: z
    .string()
    .max(80)
    .regex(/^[a-z0-9-]+$/, 'Use only lowercase letters, digits and hyphens'),
  'clause-number': z.string().max(12),
  email: z.email(),
}

type Alike = Exclude<keyof ControlValues, 'line' | 'number' | 'lines'>

/** The checks that are the same for each field with the control. */
const alike: { [Control in Alike]: z.ZodType<ControlValues[Control]> } = {
  paragraph: z.string().trim().min(1).max(2000),
  day: z.iso.date(),
  moment: z.int().min(0),
  'yes-no': z.boolean(),
  'rich-text': documentSchema,
  picture: fileId,
  download: fileId,
  entry: slug,
  record: slug,
}

function schemaOf(field: Field, isDraft: boolean): z.ZodType {
  switch (field.control) {
    case 'line':
      return field.format ? formats[field.format] : line
    case 'number':
      return between(field.min, field.max)
    case 'lines':
      return atMost(z.array(line), isDraft ? maxItems : undefined)
    case 'choice':
      return z.enum(Object.keys(field.choices))
    case 'group':
      return objectOf(field.fields, isDraft)
    case 'list':
      return atMost(z.array(objectOf(field.fields, isDraft)), field.max ?? (isDraft ? maxItems : undefined))
    default:
      return alike[field.control]
  }
}

function between(min: number, max: number | undefined): z.ZodType<number> {
  const number = z.int().min(min)
  return max === undefined ? number : number.max(max)
}

function atMost<Item extends z.ZodType>(items: z.ZodArray<Item>, max: number | undefined) {
  return max === undefined ? items : items.max(max)
}

function objectOf(inside: Field[], isDraft: boolean): z.ZodType {
  const shape = inside.map((field) => {
    const schema = schemaOf(field, isDraft)
    return [field.name, field.required && !isDraft ? schema : schema.optional()]
  })
  return z.strictObject(Object.fromEntries(shape))
}

function schemasOf(isDraft: boolean): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([kind, all]) => [kind, objectOf(all, isDraft)]))
}

// The types are derived from the same fields; the compiler cannot follow that through objects that are put together.
export const schemas = schemasOf(false) as { [K in Kind]: z.ZodType<Data<K>> }
export const draftSchemas = schemasOf(true) as { [K in Kind]: z.ZodType<Draft<K>> }
