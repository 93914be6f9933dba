import { expect, test } from 'vitest'
import { fields, isKind, kindNames } from './fields.ts'
import { writingOrder } from './writing-order.ts'

const kinds = Object.keys(kindNames).filter(isKind)

test.for(kinds)('the editing page of a %s shows each field once, the title first', (kind) => {
  const { title, text, details } = writingOrder(kind)

  expect(title.name).toBe('title')
  expect(text.length).toBeGreaterThan(0)
  expect([title, ...text, ...details].map(({ name }) => name).toSorted()).toEqual(
    fields[kind].map(({ name }) => name).toSorted(),
  )
})

test('no long text is squeezed into the details', () => {
  const beside = kinds.flatMap((kind) => writingOrder(kind).details.map(({ control }) => control))
  expect(beside).not.toContain('rich-text')
})
