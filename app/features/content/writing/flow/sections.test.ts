import { expect, test } from 'vitest'
import { fields } from '#features/content/kinds/fields.ts'
import type { Field } from '#features/content/kinds/field.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import type { Block, RichText } from '#features/content/text/document.ts'
import { sectionParts, withDocument } from './sections.ts'

type ListField = Extract<Field, { control: 'list' }>

const listOf = (kind: Kind, name: string) =>
  fields[kind].find((field): field is ListField => field.control === 'list' && field.name === name)!
const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const heading = (text: string): Block => ({
  type: 'heading',
  attrs: { level: 2 },
  content: [{ type: 'text', text }],
})
const document = (...content: Block[]): RichText => ({ type: 'doc', content })
const nothing = document({ type: 'paragraph' })
const rules = document(heading('1. Name'), paragraph('IAPS.'), heading('2. Aims'), paragraph('Physics.'))

test('a document pasted into an empty section takes its place', () => {
  const pasted = { before: nothing, pasted: rules, after: nothing }
  expect(withDocument(listOf('page', 'sections'), [{ heading: '', body: nothing }], 0, pasted).items).toEqual(
    [
      { number: '1', heading: 'Name', body: document(paragraph('IAPS.')) },
      { number: '2', heading: 'Aims', body: document(paragraph('Physics.')) },
    ],
  )
})

test('what was written before and after the cursor stays, and so do the other sections', () => {
  const items = [
    { heading: 'First', anchor: 'first', body: nothing },
    { heading: 'Second', body: nothing },
  ]
  const pasted = {
    before: document(paragraph('Before.')),
    pasted: rules,
    after: document(paragraph('After.')),
  }
  expect(withDocument(listOf('page', 'sections'), items, 0, pasted).items).toEqual([
    { heading: 'First', anchor: 'first', body: document(paragraph('Before.')) },
    { number: '1', heading: 'Name', body: document(paragraph('IAPS.')) },
    { number: '2', heading: 'Aims', body: document(paragraph('Physics.'), paragraph('After.')) },
    { heading: 'Second', body: nothing },
  ])
})

test('articles have no number of their own: it stays in the title', () => {
  const pasted = { before: nothing, pasted: rules, after: nothing }
  const titles = withDocument(listOf('newsletter', 'contents'), [{ body: nothing }], 0, pasted).items
  expect(titles.map(({ title }) => title)).toEqual(['1 Name', '2 Aims'])
})

test('seats and photographs are no sections', () => {
  expect(sectionParts(listOf('council-term', 'seats'))).toBeUndefined()
  expect(sectionParts(listOf('album', 'photos'))).toBeUndefined()
  expect(sectionParts(listOf('conference', 'speakers'))).toBeUndefined()
})
