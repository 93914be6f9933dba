import { describe, expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry, publishEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { origin, test } from '#test/harness/ask.ts'
import { monday } from '#test/harness/db.ts'
import { makeOffice } from '#test/makers/content.ts'
import { childrenNamed, readXml, textOf } from '#test/harness/xml.ts'
import * as academyCalendar from '#routes/endpoints/calendar/academy-calendar.ts'
import * as activityCalendar from '#routes/endpoints/calendar/activity-calendar.ts'
import * as conferenceCalendar from '#routes/endpoints/calendar/conference-calendar.ts'
import * as feed from './feed.ts'

const meeting = { series: 'other', scope: 'national' } as const
const conference = { title: 'Optics & light', series: 'coniaps', scope: 'international', year: 2026 } as const

describe('feeds', () => {
  test('list what was published, samples marked as such', async ({ db, ask }) => {
    const id = await publishEntry(
      db,
      { kind: 'conference', slug: 'optics', data: conference, sample: true },
      monday,
    )
    const album = { title: 'Album', heldOn: '1994-12-04', photos: [] }
    await publishEntry(db, { kind: 'album', slug: 'album', data: album }, monday)

    const response = await ask(feed, '/conferences/feed.atom')
    const entries = childrenNamed(readXml(await response.text()), 'entry')

    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate')
    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(['Optics & light (sample)'])
    expect(textOf(entries[0]!, 'id')).toBe(`urn:uuid:${id}`)
    expect(childrenNamed(entries[0]!, 'link')[0]!.attributes['href']).toBe(`${origin}/conferences/optics`)
    expect(childrenNamed(readXml(await (await ask(feed, '/feed.atom')).text()), 'entry')).toHaveLength(2)
  })

  test('start with what was published last, and then with the latest day', async ({ db, ask }) => {
    const later = new Date(monday.getTime() + 1)
    const publish = (slug: string, heldOn: string, at: Date) =>
      publishEntry(db, { kind: 'album', slug, data: { title: slug, heldOn, photos: [] } }, at)
    await publish('old', '1994-12-04', monday)
    await publish('young', '1994-12-30', monday)
    await publish('last', '1990-01-01', later)

    const entries = childrenNamed(readXml(await (await ask(feed, '/feed.atom')).text()), 'entry')

    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(['last', 'young', 'old'])
  })

  test('have the dates that the pages show, and not those of an import', async ({ db, ask }) => {
    const publish = (kind: 'album' | 'conference' | 'news', slug: string, data: object) =>
      publishEntry(db, { kind, slug, data: { title: slug, ...data } } as never, monday)
    await publish('album', 'album', { heldOn: '1990-01-02', photos: [] })
    await publish('news', 'news', { publishedOn: '1994-12-30', summary: 'New.' })
    await publish('conference', 'past', { ...meeting, year: 1993, startsOn: '1993-05-04' })
    await publish('conference', 'in-a-year', { ...meeting, year: 1992 })
    await publish('conference', 'to-come', { ...meeting, year: 2026, startsOn: '2026-12-18' })

    const feedText = await (await ask(feed, '/feed.atom')).text()
    const root = readXml(feedText)
    const dates = childrenNamed(root, 'entry').map((entry) => [
      textOf(entry, 'title'),
      textOf(entry, 'published'),
      textOf(entry, 'updated'),
    ])

    const now = monday.toISOString()
    expect(dates.toSorted(([a], [b]) => (a! < b! ? -1 : 1))).toEqual([
      ['album', '1990-01-01T18:30:00.000Z', '1990-01-01T18:30:00.000Z'],
      ['in-a-year', '1991-12-31T18:30:00.000Z', '1991-12-31T18:30:00.000Z'],
      ['news', '1994-12-29T18:30:00.000Z', '1994-12-29T18:30:00.000Z'],
      ['past', '1993-05-03T18:30:00.000Z', '1993-05-03T18:30:00.000Z'],
      ['to-come', now, now],
    ])
    expect(textOf(root, 'updated')).toBe(now)
  })

  test('contain the news, alone and among the rest', async ({ db, ask }) => {
    const data = { title: 'A prize', publishedOn: '1994-12-30', summary: 'Given today.' }
    await publishEntry(db, { kind: 'news', slug: 'a-prize', data }, monday)

    for (const path of ['/news/feed.atom', '/feed.atom']) {
      const [entry] = childrenNamed(readXml(await (await ask(feed, path)).text()), 'entry')
      expect(textOf(entry!, 'summary')).toBe('Given today.')
      expect(childrenNamed(entry!, 'link')[0]!.attributes['href']).toBe(`${origin}/news/a-prize`)
    }
  })

  test('are complete while there is nothing in them', async ({ ask }) => {
    for (const path of [
      '/feed.atom',
      '/news/feed.atom',
      '/newsletter/feed.atom',
      '/conferences/feed.atom',
      '/activities/feed.atom',
    ])
      expect(textOf(readXml(await (await ask(feed, path)).text()), 'id')).toBe(origin + path)
  })
})

describe('calls', () => {
  const day = 86_400_000
  const call = {
    title: 'Medal',
    subject: 'award',
    award: 'medal',
    summary: 'For clear sight.',
    opensAt: Date.UTC(1994, 11, 1),
    closesAt: Date.UTC(1995, 0, 31, 18, 29, 59),
  } as const

  test('are in the feed of all updates with the dates that pages show', async ({ db, ask }) => {
    const id = await publishEntry(db, { kind: 'call', slug: 'medal-1995', data: call }, monday)

    const [entry, ...others] = childrenNamed(readXml(await (await ask(feed, '/feed.atom')).text()), 'entry')

    expect(others).toEqual([])
    expect(textOf(entry!, 'id')).toBe(`urn:uuid:${id}`)
    expect(textOf(entry!, 'published')).toBe('1994-12-01T00:00:00.000Z')
    expect(textOf(entry!, 'summary')).toBe(
      'For clear sight. Opens 1 December 1994, 05:30 IST. Closes 31 January 1995, 23:59 IST.',
    )
    expect(childrenNamed(entry!, 'link')[0]!.attributes['href']).toBe(`${origin}/awards/medal#medal-1995`)
    expect(childrenNamed(readXml(await (await ask(feed, '/news/feed.atom')).text()), 'entry')).toEqual([])
  })

  test('stay in the feed until they close, whatever else was published since', async ({ db, ask }) => {
    await publishEntry(db, { kind: 'call', slug: 'medal-1995', data: call }, monday)
    const over = { ...call, title: 'Over', opensAt: 1, closesAt: 2 }
    await publishEntry(db, { kind: 'call', slug: 'over', data: over }, monday)
    for (let count = 0; count < 60; count++) {
      const album = { title: `Album ${count}`, heldOn: '1994-12-04', photos: [] }
      await publishEntry(db, { kind: 'album', slug: `album-${count}`, data: album }, monday)
    }

    const entries = childrenNamed(readXml(await (await ask(feed, '/feed.atom')).text()), 'entry')
    const titles = entries.map((entry) => textOf(entry, 'title'))

    expect(titles).toHaveLength(50)
    expect(titles).toContain('Medal')
    expect(titles).not.toContain('Over')
  })

  test('that the office sets for each year are items of their own', async ({ db, ask }) => {
    const set = { fellowOpensAt: '1995-01-01 00:00', fellowClosesAt: '1995-03-31 23:59' }
    await changeSettings(db, system, set, monday)

    const [entry] = childrenNamed(readXml(await (await ask(feed, '/feed.atom')).text()), 'entry')

    expect(textOf(entry!, 'id')).toBe(`${origin}/fellowship#cycle-fellow-1995`)
  })

  test('open and close in the calendar, under names that stay when they change', async ({ db, ask }) => {
    const { admin } = await makeOffice(db, monday)
    const started = await beginEntry(db, admin, { kind: 'call', title: 'Medal' }, monday)
    if (!started.ok) throw new Error(started.reason)
    const { id } = started
    const publish = async (base: number, data: typeof call, at: Date) => {
      const saved = await saveEntry(db, admin, { id, base, data }, at)
      if (!saved.ok) throw new Error(saved.reason)
      await moveEntry(db, admin, { id, version: saved.version, move: 'publish' }, at)
      return (await ask(academyCalendar, '/calendar.ics')).text()
    }

    const before = await publish(1, call, monday)
    const moved = { ...call, closesAt: call.closesAt + day } as unknown as typeof call
    const after = await publish(2, moved, new Date(monday.getTime() + day))

    expect(before).toContain(`\r\nUID:${id}-closes\r\n`)
    expect(before).toContain('\r\nDTSTART:19950131T182959Z\r\nSUMMARY:Call closes: Medal\r\n')
    expect(after).toContain(`\r\nUID:${id}-closes\r\n`)
    expect(after).toContain('\r\nDTSTART:19950201T182959Z\r\nSUMMARY:Call closes: Medal\r\n')
    expect(after).toContain('\r\nLAST-MODIFIED:19950103T090000Z\r\n')
  })
})

describe('the calendar of the Academy', () => {
  test('is a file that programs read again, not a download', async ({ ask }) => {
    const response = await ask(academyCalendar, '/calendar.ics')

    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(await response.text()).toMatch(/^BEGIN:VCALENDAR\r\n.*END:VCALENDAR\r\n$/s)
  })

  test('marks cancelled events and samples, and forgets what ended more than a year ago', async ({
    db,
    ask,
  }) => {
    const publish = (slug: string, startsOn: string, more: { cancelled?: true; sample?: true } = {}) => {
      const { sample = false, ...rest } = more
      const data = { ...conference, title: slug, startsOn, ...rest }
      return publishEntry(db, { kind: 'conference', slug, data, sample }, monday)
    }
    await publish('called-off', '1995-02-01', { cancelled: true })
    await publish('shown', '1994-02-01', { sample: true })
    await publish('forgotten', '1993-12-01')

    const text = await (await ask(academyCalendar, '/calendar.ics')).text()

    expect(text).toContain('\r\nSTATUS:CANCELLED\r\nSUMMARY:called-off\r\n')
    expect(text).toContain('\r\nSUMMARY:shown (sample)\r\n')
    expect(text).not.toContain('forgotten')
  })

  test('has no event that is no longer published', async ({ db, ask }) => {
    const data = { ...conference, startsOn: '1995-02-01' }
    const id = await publishEntry(db, { kind: 'conference', slug: 'optics', data }, monday)
    await db
      .updateTable('entry')
      .set({ live_version: null, state: 'archived' })
      .where('id', '=', id)
      .execute()

    expect(await (await ask(academyCalendar, '/calendar.ics')).text()).not.toContain(id)
  })
})

describe('calendar files', () => {
  test('contain the days of a conference and the hour of a lecture', async ({ db, ask }) => {
    const days = {
      ...conference,
      startsOn: '2026-12-18',
      endsOn: '2026-12-20',
      city: 'Prayagraj',
      country: 'India',
    }
    await publishEntry(db, { kind: 'conference', slug: 'optics', data: days }, monday)
    const lecture = {
      title: 'Stars',
      activity: 'online-lecture' as const,
      year: 2026,
      startsAt: Date.UTC(2026, 10, 20, 12),
    }
    await publishEntry(db, { kind: 'activity', slug: 'stars', data: lecture, sample: true }, monday)

    const response = await ask(conferenceCalendar, '/', { slug: 'optics' })
    const text = await response.text()

    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="optics.ics"')
    expect(text).toContain('\r\nDTEND;VALUE=DATE:20261221\r\n')
    expect(text).toContain('\r\nLOCATION:Prayagraj\\, India\r\n')
    const other = await (await ask(activityCalendar, '/', { slug: 'stars' })).text()
    expect(other).toContain('\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Stars (sample)\r\n')
  })

  test('contain the link to join only before the end', async ({ db, ask }) => {
    const at = {
      title: 'Stars',
      activity: 'online-lecture',
      year: 1995,
      joinUrl: 'https://example.org/room',
    } as const
    const hour = 3_600_000
    const publish = (slug: string, startsAt: number) =>
      publishEntry(db, { kind: 'activity', slug, data: { ...at, startsAt } }, monday)
    await publish('soon', monday.getTime() + hour)
    await publish('over', monday.getTime() - 3 * hour)
    const read = async (slug: string) => (await ask(activityCalendar, '/', { slug })).text()

    expect(await read('soon')).toContain('\r\nDESCRIPTION:Join: https://example.org/room\r\n')
    expect(await read('over')).not.toContain('Join')
  })

  test('do not exist for entries without a day', async ({ db, ask }) => {
    await publishEntry(db, { kind: 'conference', slug: 'optics', data: conference }, monday)

    expect((await ask(conferenceCalendar, '/', { slug: 'optics' })).status).toBe(404)
    expect((await ask(activityCalendar, '/', { slug: 'optics' })).status).toBe(404)
  })
})
