import { describe, expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { origin, test } from '#test/harness/ask.ts'
import { monday } from '#test/harness/db.ts'
import { childrenNamed, readXml, textOf } from '#test/harness/xml.ts'
import * as activityCalendar from '#routes/endpoints/calendar/activity-calendar.ts'
import * as conferenceCalendar from '#routes/endpoints/calendar/conference-calendar.ts'
import * as feed from './feed.ts'
import * as health from '#routes/endpoints/health/health.ts'
import * as robots from './robots.ts'
import * as sitemap from './sitemap.ts'
import * as webManifest from './web-manifest.ts'

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
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(['Sample: Optics & light'])
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
    expect(other).toContain('\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Sample: Stars\r\n')
  })

  test('do not exist for entries without a day', async ({ db, ask }) => {
    await publishEntry(db, { kind: 'conference', slug: 'optics', data: conference }, monday)

    expect((await ask(conferenceCalendar, '/', { slug: 'optics' })).status).toBe(404)
    expect((await ask(activityCalendar, '/', { slug: 'optics' })).status).toBe(404)
  })
})

describe('what machines read about the site', () => {
  test('is a map of its pages, each once', async ({ db, ask }) => {
    await publishEntry(db, { kind: 'conference', slug: 'optics', data: conference }, monday)
    await publishEntry(
      db,
      { kind: 'page', slug: 'constitution', data: { title: 'Constitution', sections: [] } },
      monday,
    )
    await publishEntry(
      db,
      { kind: 'council-term', slug: 'term-1', data: { title: 'T', from: '1994-12-04', seats: [] } },
      monday,
    )

    const urls = childrenNamed(readXml(await (await ask(sitemap, '/sitemap.xml')).text()), 'url')
    const locations = urls.map((url) => textOf(url, 'loc'))

    expect(new Set(locations).size).toBe(locations.length)
    for (const path of [
      '/',
      '/awards',
      '/conferences/optics',
      '/iaps/constitution',
      '/iaps/executive-council',
    ])
      expect(locations).toContain(origin + path)
    expect(locations.join()).not.toMatch(/#|search|admin/)
    expect(textOf(urls.at(-1)!, 'lastmod')).toBe(monday.toISOString())
  })

  test('is a rule for robots, a manifest and a sign of life', async ({ ask }) => {
    expect(await (await ask(robots, '/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml\n`)
    expect(await (await ask(webManifest, '/site.webmanifest')).json()).toMatchObject({
      short_name: 'IAPS',
      start_url: '/',
    })
    const sign = await ask(health, '/healthz')
    expect([await sign.text(), sign.headers.get('cache-control')]).toEqual(['ok\n', 'no-store'])
  })
})
