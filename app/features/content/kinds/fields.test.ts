import { expect, test } from 'vitest'
import { findGaps, readDraft } from '#features/content/entry/drafts.ts'
import type { Field } from './field.ts'
import { fields, typeField } from './fields.ts'
import { everyKind, isKind, type Kind } from './kinds.ts'

test.for(everyKind)('no two fields of a %s beside each other have the same name', (kind) => {
  for (const beside of fieldsIn(fields[kind])) {
    const names = beside.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  }
})

function fieldsIn(beside: Field[]): Field[][] {
  return [beside, ...beside.flatMap((field) => ('fields' in field ? fieldsIn(field.fields) : []))]
}

const needed: Record<Kind, string[]> = {
  page: ['title', 'sections'],
  news: ['title', 'publishedOn', 'summary'],
  'council-term': ['title', 'from', 'seats'],
  award: ['title', 'type', 'summary'],
  recipient: ['title', 'year'],
  conference: ['title', 'series', 'scope'],
  activity: ['title', 'activity'],
  newsletter: ['title', 'volume', 'number', 'period', 'releasedOn', 'contents'],
  album: ['title', 'heldOn', 'photos'],
  'archive-item': ['title', 'type', 'year'],
  call: ['title', 'subject', 'opensAt', 'closesAt'],
}

test.for(everyKind)('a %s cannot be published without its required fields', (kind) => {
  expect(Object.keys(findGaps(kind, {}))).toEqual(needed[kind])
})

const neededInside: [Kind, string, string[]][] = [
  ['page', 'sections', ['heading', 'anchor', 'body']],
  ['news', 'picture', ['file', 'alt']],
  ['news', 'source', ['note', 'confidence']],
  ['council-term', 'seats', ['office', 'name']],
  ['award', 'namedAfter', ['name']],
  ['conference', 'people', ['name']],
  ['conference', 'speakers', ['name', 'kind']],
  ['conference', 'figures', ['label', 'value']],
  ['conference', 'importantDates', ['label', 'on']],
  ['conference', 'fees', ['category', 'amount']],
  ['activity', 'speaker', ['name']],
  ['newsletter', 'contents', ['title']],
  ['album', 'photos', ['file', 'alt']],
  ['call', 'form', []],
  ['call', 'stages', []],
]

test.for(neededInside)('a %s with something in %s needs %j of it', ([kind, name, inside]) => {
  const isList = fields[kind].find((field) => field.name === name)?.control === 'list'
  const gaps = Object.keys(findGaps(kind, { [name]: isList ? [{}] : {} }))

  const prefix = isList ? `${name}.0.` : `${name}.`
  expect(gaps.filter((path) => path.startsWith(prefix))).toEqual(inside.map((inner) => prefix + inner))
})

const limits: [Kind, string, unknown, unknown, string][] = [
  ['news', 'title', 'x'.repeat(300), 'x'.repeat(301), 'Shorten this to 300 characters.'],
  ['news', 'summary', 'x'.repeat(2000), 'x'.repeat(2001), 'Shorten this to 2000 characters.'],
  ['archive-item', 'url', `/${'x'.repeat(499)}`, `/${'x'.repeat(500)}`, 'Shorten this to 500 characters.'],
  ['archive-item', 'url', '/', 'gallery', 'Enter an address that starts with / or https://'],
  ['archive-item', 'file', 'x'.repeat(64), 'x'.repeat(65), 'Shorten this to 64 characters.'],
  ['recipient', 'year', 1900, 1899, 'Enter 1900 or more.'],
  ['recipient', 'year', 2200, 2201, 'Enter 2200 or less.'],
  ['conference', 'number', 999, 1000, 'Enter 999 or less.'],
  ['activity', 'durationMinutes', 1440, 1441, 'Enter 1440 or less.'],
  ['newsletter', 'number', 99, 100, 'Enter 99 or less.'],
  ['newsletter', 'pages', 100_000, 0, 'Enter 1 or more.'],
  ['call', 'opensAt', 0, -1, 'Enter 0 or more.'],
  ['album', 'photos', items(60), items(61), 'Use at most 60 items.'],
  ['council-term', 'seats', items(500), items(501), 'Use at most 500 items.'],
  ['award', 'subjectAreas', lines(500), lines(501), 'Use at most 500 items.'],
]

test.for(limits)('a %s has a limit for %s', ([kind, name, within, beyond, sentence]) => {
  expect(readDraft(kind, { [name]: within })).toEqual({ ok: true, data: { [name]: within } })
  expect(readDraft(kind, { [name]: beyond })).toEqual({ ok: false, errors: { [name]: sentence } })
})

function items(count: number) {
  return Array.from({ length: count }, () => ({}))
}

function lines(count: number) {
  return Array.from({ length: count }, () => 'Physics')
}

test('the form names the limit of a list that has its own', () => {
  const photos = fields.album.find(({ name }) => name === 'photos')
  expect(photos?.hint).toBe('At most 60. The first one is the cover.')
})

test('what each line must be is checked', () => {
  const errorsOf = (kind: Kind, item: object, list: string) => {
    const read = readDraft(kind, { [list]: [item] })
    return read.ok ? {} : read.errors
  }
  expect(errorsOf('page', { number: '3.1', anchor: 'aims' }, 'sections')).toEqual({})
  expect(errorsOf('page', { number: 'Section three', anchor: 'Our aims' }, 'sections')).toEqual({
    'sections.0.number': 'Shorten this to 12 characters.',
    'sections.0.anchor': 'Use only lowercase letters, digits and hyphens',
  })
  expect(errorsOf('council-term', { email: 'Asha' }, 'seats')).toEqual({
    'seats.0.email': 'Enter one email address, such as office@example.org.',
  })
})

test('kinds that have types say which field is the type', () => {
  const named = everyKind.map((kind) => [kind, typeField(kind)?.name])
  expect(Object.fromEntries(named.filter(([, name]) => name !== undefined))).toEqual({
    award: 'type',
    conference: 'scope',
    activity: 'activity',
    'archive-item': 'type',
    call: 'subject',
  })
})

test('an inherited property is not a kind', () => {
  expect(isKind('album')).toBe(true)
  expect(isKind('constructor')).toBe(false)
})
