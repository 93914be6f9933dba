import type { Field } from './field.ts'
import { fields } from './fields.ts'
import type { Kind } from './kinds.ts'

/** The field with the type of an entry, for kinds that have types, such as the four of activities. */
const named: Partial<Record<Kind, string>> = {
  activity: 'activity',
  award: 'type',
  conference: 'scope',
  'archive-item': 'type',
  call: 'subject',
}

export function typeField(kind: Kind) {
  const isIt = (field: Field): field is Extract<Field, { control: 'choice' }> =>
    field.control === 'choice' && field.name === named[kind]
  return fields[kind].find(isIt)
}
