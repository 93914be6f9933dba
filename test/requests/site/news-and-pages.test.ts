import { expect } from 'vitest'
import { publishEntry, removeSampleEntries } from '#features/content/entry/operations.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, test } from '#test/harness/site.ts'

/** The tests of this file build on each other: the last removes the samples. */

const news = {
  title: 'Spectra for schools',
  publishedOn: '2026-11-12',
  summary: 'A box of gratings for every school.',
}
const extra = { title: 'Reading room', lead: 'Open to members.', sections: [] }

test('news is on the home page, in its list under its year, on its own page and in the search', async ({
  site,
  visit,
}) => {
  await publishEntry(site.db, { kind: 'news', slug: 'spectra-for-schools', data: news }, autumn)

  expect(await (await visit('/')).text()).toContain(
    '<a href="/news/spectra-for-schools">Spectra for schools</a>',
  )
  const list = await (await visit('/news')).text()
  expect(list.indexOf('id="year-2026"')).toBeLessThan(list.indexOf('id="spectra-for-schools"'))
  expect(list.indexOf('id="spectra-for-schools"')).toBeLessThan(list.indexOf('id="year-2025"'))
  const page = await (await visit('/news/spectra-for-schools')).text()
  expect(page).toContain('"@type":"NewsArticle","headline":"Spectra for schools"')
  expect(page).toContain(`<link rel="canonical" href="${origin}/news/spectra-for-schools"/>`)
  expect(page).toMatch(/<a href="\/news">News<\/a>/)
  expect(await (await visit('/search?q=gratings')).text()).toContain('href="/news/spectra-for-schools"')
  expect(await (await visit('/sitemap.xml')).text()).toContain(
    `<loc>${origin}/news/spectra-for-schools</loc>`,
  )
})

test('only an event to come offers its calendar file and the ways to take part', async ({ site, visit }) => {
  const lecture = {
    title: 'On colour',
    activity: 'online-lecture' as const,
    joinUrl: 'https://meet.example.org/colour',
  }
  const conference = {
    title: 'Optics',
    series: 'other' as const,
    scope: 'national' as const,
    mode: 'in-person' as const,
  }
  const days = { past: '2026-10-01', coming: '2026-12-01' }
  for (const [when, startsOn] of Object.entries(days)) {
    const made = { slug: `optics-${when}`, data: { ...conference, startsOn } }
    await publishEntry(site.db, { kind: 'conference', ...made }, autumn)
    const held = { slug: `colour-${when}`, data: { ...lecture, startsOn } }
    await publishEntry(site.db, { kind: 'activity', ...held }, autumn)
  }
  const offers = async (address: string) => {
    const page = await (await visit(address)).text()
    return [page.includes('calendar.ics'), page.includes('meet.example.org')]
  }

  expect(await offers('/conferences/optics-coming')).toEqual([true, false])
  expect(await offers('/conferences/optics-past')).toEqual([false, false])
  expect(await offers('/activities/colour-coming')).toEqual([true, true])
  expect(await offers('/activities/colour-past')).toEqual([false, false])
})

test('the home page announces the news feed and describes the Academy with its logo', async ({ visit }) => {
  const home = await (await visit('/')).text()

  expect(home).toContain('type="application/atom+xml" title="News" href="/news/feed.atom"')
  expect(home).toContain(`"logo":{"@type":"ImageObject","url":"${origin}/icon-512.png"`)
})

test('the archive links the titles of our own pages and names the site of others', async ({
  site,
  visit,
}) => {
  const items = { minutes: '/iaps/constitution', report: 'https://press.example.org/report' }
  for (const [slug, url] of Object.entries(items)) {
    const data = { title: `The ${slug}`, type: 'minutes' as const, year: 1996, url }
    await publishEntry(site.db, { kind: 'archive-item', slug, data }, autumn)
  }
  const page = await (await visit('/archive?year=1996')).text()

  expect(page).toContain('<a href="/iaps/constitution">The minutes</a>')
  expect(page).toMatch(/href="https:\/\/press\.example\.org\/report"[^>]*>Read it at press\.example\.org/)
})

test('a page that staff add is read under /pages, in the sitemap and found', async ({ site, visit }) => {
  await publishEntry(site.db, { kind: 'page', slug: 'reading-room', data: extra }, autumn)
  const response = await visit('/pages/reading-room')

  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate')
  expect(await response.text()).toContain('<h1>Reading room</h1>')
  expect(await (await visit('/sitemap.xml')).text()).toContain(`<loc>${origin}/pages/reading-room</loc>`)
  expect(await (await visit('/search?q=reading+room')).text()).toContain('href="/pages/reading-room"')
  expect((await visit('/preview/pages/reading-room.png')).status).toBe(200)
})

test.for(['/pages/none', '/pages/home', '/pages/constitution', '/pages/awards', '/news/none'])(
  '%s is no page',
  async (address, { visit }) => {
    captureLog()
    expect((await visit(address)).status).toBe(404)
  },
)

test('without news the home page does not mention it, and the list says how to hear of it', async ({
  site,
  visit,
}) => {
  await removeSampleEntries(site.db, autumn)
  await site.db.deleteFrom('entry').where('kind', '=', 'news').execute()

  expect(await (await visit('/')).text()).not.toContain('All news')
  expect(await (await visit('/news')).text()).toContain('href="/news/feed.atom">news feed')
})

test('the list of news works without an introduction', async ({ site, visit }) => {
  await site.db.deleteFrom('entry').where('kind', '=', 'page').where('slug', '=', 'news').execute()

  expect(await (await visit('/news')).text()).toContain('<h1>News</h1>')
})
