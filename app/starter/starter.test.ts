import { expect, test } from 'vitest'
import { schemas } from '#features/content/kinds/schemas.ts'
import { settingsSchema } from '#features/settings/settings.ts'
import type { StarterEntry } from './entry.ts'
import { facts } from './facts.ts'
import { pdfFiles } from './newsletter-pdf.ts'
import { starterPictures } from './pictures/all.ts'
import { samples } from './samples.ts'
import { starterSettings } from './settings.ts'

const all: StarterEntry[] = [...facts, ...samples]

test.each(all.map((entry): [string, StarterEntry] => [`${entry.kind} ${entry.slug}`, entry]))(
  '%s has the shape of its kind, and no other fields',
  (_, entry) => {
    expect(schemas[entry.kind].parse(entry.data)).toEqual(entry.data)
    expect(entry.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  },
)

test('no two entries of a kind share a slug', () => {
  const keys = all.map((entry) => `${entry.kind}/${entry.slug}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('every sample is flagged and says so in its address, and no fact is flagged', () => {
  expect(samples.filter((entry) => entry.sample !== true || !entry.slug.startsWith('sample-'))).toEqual([])
  expect(facts.filter((entry) => entry.sample !== undefined)).toEqual([])
})

test('samples read as an editor would publish them: their flag marks them, not their words', () => {
  const shown = samples.flatMap(({ slug, data }) => textsIn(data).map((text) => `${slug}: ${text}`))
  expect(shown.length).toBeGreaterThan(500)
  // Addresses say it, as the test above wants them to.
  expect(shown.filter((text) => /: .*\bsamples?\b(?!-)/i.test(text))).toEqual([])
})

test('no fact has the title of a sample, so that each title tells which of both it is', () => {
  const titles = new Set(samples.map(({ data }) => data.title))
  expect(facts.filter(({ data }) => titles.has(data.title))).toEqual([])
})

test('every fact names its source, and none is of low confidence', () => {
  const unsure = facts.filter((entry) => !entry.data.source || entry.data.source.confidence === 'low')
  expect(unsure.map((entry) => entry.slug)).toEqual([])
})

test('no sample has the name of a person among the facts', () => {
  const real = namesIn(facts)
  expect(real).toContain('p n pandey')
  expect(namesIn(samples).filter((name) => real.includes(name))).toEqual([])
})

test('every recipient belongs to an award', () => {
  const awards = new Set(facts.filter((entry) => entry.kind === 'award').map((entry) => entry.slug))
  expect(awards.size).toBe(6)
  const recipients = samples.filter((entry) => entry.kind === 'recipient')
  expect(recipients.length).toBeGreaterThan(25)
  expect(recipients.every((entry) => entry.parent !== undefined && awards.has(entry.parent))).toBe(true)
})

test('every file that an entry names can be made', () => {
  const known = new Set([
    ...starterPictures.map((picture) => `picture:${picture.name}`),
    ...Object.keys(pdfFiles).map((name) => `pdf:${name}`),
  ])
  const named = JSON.stringify(all)
    .match(/"(?:picture|pdf):[^"]+"/g)!
    .map((quoted) => quoted.slice(1, -1))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !named.includes(name))).toEqual([])
})

test('albums and conferences name each other by slugs that exist', () => {
  const slugs = (kind: string) =>
    new Set(all.filter((entry) => entry.kind === kind).map((entry) => entry.slug))
  for (const entry of all) {
    if (entry.kind === 'album' && entry.data.event) expect(slugs('conference')).toContain(entry.data.event)
    if (entry.kind === 'conference' && entry.data.album) expect(slugs('album')).toContain(entry.data.album)
  }
})

test('no public text mentions unconfirmed wording, and no sample asks for a fee', () => {
  const shown = all.map((entry) => ({ ...entry, data: { ...entry.data, source: undefined } }))
  expect(JSON.stringify(shown)).not.toMatch(/to be confirmed|unconfirmed|ISSN/i)
  expect(samples.filter((entry) => 'fees' in entry.data)).toEqual([])
})

test('no day of the initial content is without its year', () => {
  const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
  const day = new RegExp(`\\b\\d{1,2} (?:${months})\\b`, 'g')
  const dayWithYear = new RegExp(`^(?:${day.source}) \\d{4}\\b`)
  // A range has its year at the end: 30 April to 2 May 2026.
  const range = new RegExp(`(${day.source}) (?:to|and) (?=${day.source})`, 'g')
  const shown = all.flatMap(({ data }) => textsIn({ ...data, source: undefined }))
  const bare = shown.filter((text) => {
    const rest = text.replaceAll(range, '')
    return [...rest.matchAll(day)].some(({ index }) => !dayWithYear.test(rest.slice(index)))
  })
  expect(bare).toEqual([])
})

test('no amount of the initial content can be parted from its currency', () => {
  const texts = all.flatMap(({ slug, data }) => textsIn(data).map((text) => `${slug}: ${text}`))
  expect(texts.filter((text) => /₹\u00a0\d/.test(text)).length).toBeGreaterThan(1)
  expect(texts.filter((text) => /₹ ?\d/.test(text))).toEqual([])
})

test('the anchors of a page are unique', () => {
  for (const entry of all) {
    if (entry.kind !== 'page') continue
    const anchors = entry.data.sections.map((section) => section.anchor)
    expect(new Set(anchors).size).toBe(anchors.length)
  }
})

test('the starter settings are valid, without invented contact details', () => {
  expect(settingsSchema.parse(starterSettings)).toEqual(starterSettings)
  expect([starterSettings.postalAddress, starterSettings.email, starterSettings.phone]).toEqual(['', '', ''])
})

/** Every text in the data of an entry, at any depth. */
function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data]
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(textsIn) : []
}

/** All names of people in the entries, without titles and dots, in lower case. */
function namesIn(entries: StarterEntry[]): string[] {
  const names = entries.flatMap(({ kind, data }) => {
    if (kind === 'council-term') return data.seats.map((seat) => seat.name)
    if (kind === 'recipient') return [data.title]
    if (kind === 'award') return data.namedAfter ? [data.namedAfter.name] : []
    if (kind === 'conference')
      return [...(data.people ?? []), ...(data.speakers ?? [])].map((each) => each.name)
    if (kind === 'activity') return [data.speaker, ...(data.people ?? [])].flatMap((each) => each?.name ?? [])
    if (kind === 'newsletter') return data.editors ?? []
    return []
  })
  return names.map((name) =>
    name
      .replace(/^(Prof\.|Dr|Ms|Mr|Mx) /, '')
      .replaceAll('.', '')
      .toLowerCase(),
  )
}
