import { expect, test } from 'vitest'
import { fields } from './fields.ts'
import { everyKind } from './kinds.ts'
import { writingOrder } from './writing-order.ts'

test.for(everyKind)('the editing page of a %s shows each field once, the title first', (kind) => {
  const { title, text, details } = writingOrder(kind)

  expect(title.name).toBe('title')
  expect(text.length).toBeGreaterThan(0)
  expect([title, ...text, ...details].map(({ name }) => name).toSorted()).toEqual(
    fields[kind].map(({ name }) => name).toSorted(),
  )
})

test('no long text is squeezed into the details', () => {
  const beside = everyKind.flatMap((kind) => writingOrder(kind).details.map(({ control }) => control))
  expect(beside).not.toContain('rich-text')
})
