import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { childrenNamed, readXml, textOf } from '#test/harness/xml.ts'
import { atomText, type Feed, type FeedItem } from './atom.ts'

const item: FeedItem = {
  id: 'urn:uuid:01950000-0000-7000-8000-000000000001',
  title: 'Volume 3, number 2',
  href: 'https://example.org/newsletter/3-2',
  section: 'Newsletter',
  publishedAt: Date.UTC(2026, 0, 2),
  updatedAt: Date.UTC(2026, 0, 5),
  summary: 'In this issue',
}

const feed: Feed = {
  title: 'News – A society',
  author: 'A society',
  self: 'https://example.org/feed.atom',
  page: 'https://example.org/',
  icon: 'https://example.org/icon-192.png',
  changedAt: Date.UTC(1994, 11, 4),
  items: [item, { ...item, id: 'b', updatedAt: Date.UTC(2026, 0, 3), summary: undefined }],
}

describe('an Atom feed', () => {
  test('has what RFC 4287 requires of a feed, once each', () => {
    const root = readXml(atomText(feed))

    expect(root.name).toBe('feed')
    expect(root.attributes['xmlns']).toBe('http://www.w3.org/2005/Atom')
    for (const name of ['id', 'title', 'updated', 'author']) expect(childrenNamed(root, name)).toHaveLength(1)
    expect(textOf(root, 'id')).toBe(feed.self)
    expect(textOf(childrenNamed(root, 'author')[0]!, 'name')).toBe('A society')
    expect(
      childrenNamed(root, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']]),
    ).toEqual([
      ['self', feed.self],
      ['alternate', feed.page],
    ])
  })

  test('has what RFC 4287 requires of an entry, under a permanent name', () => {
    const [first, second] = childrenNamed(readXml(atomText(feed)), 'entry')

    expect(first!.children.map((child) => child.name)).toEqual([
      'id',
      'title',
      'link',
      'published',
      'updated',
      'category',
      'summary',
    ])
    expect(textOf(first!, 'id')).toBe(item.id)
    expect(textOf(first!, 'published')).toBe('2026-01-02T00:00:00.000Z')
    expect(childrenNamed(second!, 'summary')).toEqual([])
  })

  test('changed when its latest entry did, or when something came in or went out', () => {
    expect(textOf(readXml(atomText(feed)), 'updated')).toBe('2026-01-05T00:00:00.000Z')
    expect(textOf(readXml(atomText({ ...feed, items: [] })), 'updated')).toBe('1994-12-04T00:00:00.000Z')
  })

  test('stays well-formed and says what was typed, whatever that was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const title = `${typed}<b>&amp;"'\r\0\ud800]]>`
        const root = readXml(
          atomText({ ...feed, title, items: [{ ...item, title, href: title, section: title }] }),
        )
        const [entry] = childrenNamed(root, 'entry')

        expect(textOf(root, 'title')).toBe(permitted(title))
        expect(textOf(entry!, 'title')).toBe(permitted(title))
        expect(childrenNamed(entry!, 'category')[0]!.attributes['term']).toBe(permitted(title))
      }),
      { seed: 4287, numRuns: 300 },
    )
  })
})

function permitted(text: string) {
  return text.toWellFormed().replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
}
