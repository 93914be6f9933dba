import { officeTime } from '#office-time.ts'
import { plainText } from './document-text.ts'
import type { RichText } from './document.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'

/** Readable names of the files in versions, by their ids. */
export type FileNames = ReadonlyMap<string, string>

const noNames: FileNames = new Map()

/** What a version says, field by field and in words, so that people can compare two without reading JSON. */
export function textsOf(
  kind: Kind,
  data: Draft,
  names: FileNames = noNames,
): { name: string; label: string; text: string }[] {
  return fields[kind]
    .map((field) => ({
      name: field.name,
      label: field.label,
      text: textOf(field, (data as Values)[field.name], names),
    }))
    .filter(({ text }) => text !== '')
}

type Values = Record<string, unknown>

function textOf(field: Field, value: unknown, names: FileNames): string {
  if (value === undefined || value === null || value === '') return ''
  switch (field.control) {
    case 'rich-text':
      return plainText(value as RichText)
    case 'moment':
      return `${officeTime(value as number)} IST`
    case 'yes-no':
      return value ? 'Yes' : 'No'
    case 'choice':
      return field.choices[value as string] ?? (value as string)
    case 'picture':
    case 'download':
      return names.get(value as string) ?? (value as string)
    case 'lines':
      return (value as string[]).join('\n')
    case 'group':
      return itemText(field.fields, value as Values, names)
    case 'list':
      return (value as Values[]).map((item) => itemText(field.fields, item, names)).join('\n')
    default:
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

/** One line for an item's short fields, then its texts. */
function itemText(inside: Field[], item: Values, names: FileNames): string {
  const texts = inside.map((field) => ({ field, text: textOf(field, item[field.name], names) }))
  const filled = texts.filter(({ text }) => text !== '')
  const line = filled.filter(({ field }) => field.control !== 'rich-text').map(({ text }) => text)
  const long = filled.filter(({ field }) => field.control === 'rich-text').map(({ text }) => text)
  return [line.join(' · '), ...long].filter(Boolean).join('\n')
}
