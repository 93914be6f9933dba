import type { Values } from '#features/content/entry/values.ts'
import type { Field } from '#features/content/kinds/field.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { writingOrder } from '#features/content/kinds/writing-order.ts'

/** A part of the text of an entry, and the element on the editing page where it starts. */
export interface EntryPart {
  anchor: string
  label: string
}

/** A text with more parts than this has an outline. */
const fewParts = 3

/** The outline of a long text: its fields in their order, or the sections or articles of its one list. */
export function partsToJumpTo(kind: Kind, values: Values): EntryPart[] {
  const { text } = writingOrder(kind)
  const [only] = text
  const parts =
    text.length === 1 && only?.control === 'list' ? itemsOf(only, values[only.name]) : text.map(partOf)
  return parts.length > fewParts ? parts : []
}

function partOf({ name, label, control }: Field): EntryPart {
  return { anchor: control === 'rich-text' ? `${name}-label` : name, label }
}

type ListField = Extract<Field, { control: 'list' }>

/** Only items with a heading and a text: seats and photographs are found by looking. */
function itemsOf({ name, fields }: ListField, value: unknown): EntryPart[] {
  const heading = fields.find((field) => field.name === 'heading' || field.name === 'title')
  if (!heading || !fields.some(({ control }) => control === 'rich-text')) return []
  return ((value ?? []) as Values[]).map((item, index) => ({
    anchor: `${name}.${index}.${heading.name}`,
    label: [item['number'], item[heading.name]].filter(Boolean).join(' ') || `Number ${index + 1}`,
  }))
}
