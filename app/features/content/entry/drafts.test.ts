import { expect, test } from 'vitest'
import { findGaps, readDraft } from './drafts.ts'
import { everyKind } from '#features/content/kinds/kinds.ts'

test.each(everyKind)('an empty %s can be saved, not published', (kind) => {
  expect(readDraft(kind, {})).toEqual({ ok: true, data: {} })
  expect(findGaps(kind, {})['title']).toBe('Fill in this field.')
})

test('what is not in the schema is refused, at any depth', () => {
  expect(readDraft('award', { colour: 'red' })).toEqual({
    ok: false,
    errors: { form: 'There is no field “colour” here.' },
  })
  expect(readDraft('council-term', { seats: [{ name: 'Asha' }, { rank: 1 }] })).toEqual({
    ok: false,
    errors: { 'seats.1': 'There is no field “rank” here.' },
  })
  expect(readDraft('award', JSON.parse('{"__proto__":{"x":1}}')).ok).toBe(false)
})

test('the limits apply to drafts too', () => {
  expect(readDraft('award', { title: 'x'.repeat(301) })).toMatchObject({ ok: false })
  expect(readDraft('album', { photos: Array.from({ length: 61 }, () => ({})) })).toMatchObject({ ok: false })
  expect(readDraft('conference', { startsOn: '31.1.2027' })).toEqual({
    ok: false,
    errors: { startsOn: 'Enter the date as year, month and day, such as 2027-01-31.' },
  })
  expect(readDraft('conference', { website: 'javascript:alert(1)' })).toMatchObject({ ok: false })
  expect(readDraft('award', { purpose: { type: 'doc', content: [{ type: 'script' }] } })).toMatchObject({
    ok: false,
  })
})

test('a missing choice is reported, and so is one that is not offered', () => {
  expect(findGaps('award', { title: 'A', summary: 'B' })).toEqual({ type: 'Fill in this field.' })
  expect(readDraft('award', { type: 'cup' })).toEqual({
    ok: false,
    errors: { type: 'Choose one of the options.' },
  })
  expect(readDraft('award', { title: 7 })).toEqual({
    ok: false,
    errors: { title: 'Check this field: we could not read its value. Enter it again.' },
  })
})

test('what is missing inside a list is named by its position', () => {
  const gaps = findGaps('album', { title: 'A', heldOn: '2026-01-01', photos: [{ file: 'f', alt: 'x' }, {}] })

  expect(gaps).toEqual({
    'photos.1.file': 'Fill in this field.',
    'photos.1.alt': 'Fill in this field.',
  })
})
