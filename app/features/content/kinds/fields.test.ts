import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Field } from './field.ts'
import { fields, isKind, kindNames } from './fields.ts'
import { kinds, type Kind } from './kinds.ts'

const all = Object.keys(kinds) as Kind[]

test.each(all)('every field of a %s has a control that fits', (kind) => {
  expectSame(fields[kind], kinds[kind], kind)
})

test('every kind has a name, and there are no other names', () => {
  expect(Object.keys(kindNames).toSorted()).toEqual(all.toSorted())
  expect(isKind('album')).toBe(true)
  expect(isKind('constructor')).toBe(false)
})

function expectSame(requested: Field[], schema: z.ZodType, path: string) {
  const shape = (unwrap(schema) as z.ZodObject).shape
  expect(requested.map(({ name }) => name).toSorted(), path).toEqual(Object.keys(shape).toSorted())
  for (const field of requested) expectFit(field, unwrap(shape[field.name]), `${path}.${field.name}`)
}

function expectFit(field: Field, schema: z.ZodType, path: string) {
  switch (field.control) {
    case 'group':
      return expectSame(field.fields, schema, path)
    case 'list':
      return expectSame(field.fields, (schema as z.ZodArray<z.ZodType>).element, path)
    case 'choice':
      return expect(Object.keys(field.choices), path).toEqual((schema as z.ZodEnum).options)
    default:
      return expect(
        examples[field.control].some((example) => schema.safeParse(example).success),
        path,
      ).toBe(true)
  }
}

function unwrap(schema: z.core.$ZodType | undefined): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : (schema as z.ZodType)
}

/** At least one of these fits each field with the control. */
const examples: Record<Exclude<Field['control'], 'group' | 'list' | 'choice'>, unknown[]> = {
  line: ['a-line', '/gallery', 'office@example.org'],
  paragraph: ['Two words'],
  day: ['2026-01-31'],
  moment: [1_790_000_000_000],
  number: [12, 1994],
  'yes-no': [true],
  'rich-text': [{ type: 'doc', content: [{ type: 'paragraph' }] }],
  picture: ['file-1'],
  download: ['file-1'],
  lines: [['One', 'Two']],
  entry: ['an-album'],
  record: ['award-panel'],
}
