import type { RichText } from '#features/content/text/document.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'

/** What a form holds while someone types: like a draft, but with empty fields. */
export type Values = Record<string, unknown>

/** The values with one changed, found by its path, such as `seats.2.name`. Nothing is changed in place. */
export function withValue(values: Values, path: string, value: unknown): Values {
  return put(values, path.split('.'), value) as Values
}

/** The values with these added beside the one at the path, where fields are empty: for `photos.2.file`, in photo 2. */
export function withOffers(values: Values, path: string, offers: Values): Values {
  const holder = path.split('.').slice(0, -1)
  const beside = (name: string) => [...holder, name]
  return Object.entries(offers)
    .filter(([name]) => !at(values, beside(name)))
    .reduce<Values>((next, [name, value]) => put(next, beside(name), value) as Values, values)
}

function at(holder: unknown, steps: string[]): unknown {
  return steps.reduce<unknown>((inner, step) => (inner as Values | undefined)?.[step], holder)
}

function put(holder: unknown, [step = '', ...rest]: string[], value: unknown): unknown {
  const old = holder as Values | unknown[] | undefined
  const inner = rest.length === 0 ? value : put((old as Values | undefined)?.[step], rest, value)
  if (Array.isArray(old)) return old.map((item, index) => (index === Number(step) ? inner : item))
  return { ...old, [step]: inner }
}

/**
 * What is sent: empty fields are left out, so that absence has one meaning. An empty list becomes a list without items,
 * because some kinds require one and nobody can type it.
 */
export function withoutEmpty(kind: Kind, values: Values): Values {
  return filled(fields[kind], values, true)
}

function filled(inside: Field[], values: Values, isTop: boolean): Values {
  const pairs = inside.map((field) => [field.name, fillOf(field, values[field.name], isTop)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

function fillOf(field: Field, value: unknown, isTop: boolean): unknown {
  if (field.control === 'list' && isTop && !value) return []
  if (value === undefined || value === null || value === '') return undefined
  switch (field.control) {
    case 'line':
    case 'paragraph':
      return (value as string).trim() || undefined
    case 'lines':
      return someOf((value as string[]).map((line) => line.trim()).filter(Boolean))
    case 'group': {
      const group = filled(field.fields, value as Values, false)
      return Object.keys(group).length === 0 ? undefined : group
    }
    case 'list':
      return (value as Values[]).map((item) => filled(field.fields, item, false))
    case 'rich-text':
      return isTop && isEmptyText(value as RichText) ? undefined : value
    default:
      return value
  }
}

function someOf(lines: string[]) {
  return lines.length === 0 ? undefined : lines
}

function isEmptyText({ content }: RichText) {
  return content.every((block) => block.type === 'paragraph' && block.content === undefined)
}

/** A text that has not been written yet. */
export const emptyText: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/** A new item: a section has a text to write into. */
export function emptyItem(inside: Field[]): Values {
  const texts = inside.filter(({ control }) => control === 'rich-text')
  return Object.fromEntries(texts.map(({ name }) => [name, emptyText]))
}
