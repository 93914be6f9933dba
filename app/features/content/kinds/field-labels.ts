import { capital } from '#server/input/capital.ts'
import type { Field } from './field.ts'

/** A field as the form names it, with its item, such as “Seat 3: Name”. */
export function labelOf(inside: Field[], path: string[]): string {
  const [name, ...rest] = path
  const field = inside.find((each) => each.name === name)
  if (!field) return 'Entry'
  if (field.control === 'group')
    return rest.length ? `${field.label}: ${labelOf(field.fields, rest)}` : field.label
  if (field.control !== 'list' || rest.length === 0) return field.label
  const item = `${capital(field.one)} ${Number(rest[0]) + 1}`
  return rest.length > 1 ? `${item}: ${labelOf(field.fields, rest.slice(1))}` : item
}
