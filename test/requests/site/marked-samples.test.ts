import { expect } from 'vitest'
import { fromJson } from '#db/engine/json.ts'
import { keyOf } from '#features/site-copy/static-names.ts'
import { linksIn } from '#features/site-copy/static-page.ts'
import { captureLog } from '#test/harness/log.ts'
import { isFull } from '#test/harness/scale.ts'
import { origin, test } from '#test/harness/site.ts'
import { takesFewOfEach } from '#test/models/pages-alike.ts'
import { unmarkedOn } from '#test/models/marked-samples.ts'
import type { Site } from '#site.ts'

/** No sample is shown or leaves the site without a mark, wherever its name stands. */

test('no page names a sample without a mark beside it', { timeout: 300_000 }, async ({ visit, site }) => {
  captureLog()
  const names = await namesOfSamples(site)
  expect(names.length).toBeGreaterThan(200)
  const wrong: string[] = []
  const seen = new Set([
    '/',
    '/search?q=deadline',
    '/search?q=next+conference',
    '/search?q=light',
    '/nets-of-light',
  ])
  let pages = 0
  const isTaken = takesFewOfEach(3)
  for (const key of seen) {
    if (!isTaken(key)) continue
    const answer = await visit(key)
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    const html = await answer.text()
    pages++
    wrong.push(...unmarkedOn(html, names).map((found) => `${key}: ${found}`))
    for (const href of linksIn(html)) {
      const url = URL.parse(href, origin + key)
      const next = url?.origin === origin ? keyOf(url) : undefined
      if (next !== undefined && !/^\/(files|pictures|assets|admin)\//.test(next)) seen.add(next)
    }
  }
  expect(wrong).toEqual([])
  expect(pages).toBeGreaterThan(isFull ? 150 : 70)
})

test('search engines get no sample: no page of one is indexed, described or in the map', async ({
  visit,
  site,
}) => {
  const map = await (await visit('/sitemap.xml')).text()
  expect(map).not.toContain('/sample-')
  for (const address of await addressesOfSamples(site)) {
    const html = await (await visit(address)).text()
    expect(html, address).toContain('<meta name="robots" content="noindex"/>')
    expect(html, address).not.toContain('application/ld+json')
    expect(html, address).toMatch(/<title>[^<]*\(sample\)/)
    expect(html, address).toMatch(/<meta property="og:title" content="[^"]*\(sample\)"/)
  }
})

test.for([
  '/feed.atom',
  '/news/feed.atom',
  '/conferences/feed.atom',
  '/activities/feed.atom',
  '/newsletter/feed.atom',
])('every sample in %s is marked in its title', async (feed, { visit, site }) => {
  const items = (await (await visit(feed)).text()).split('<entry>').slice(1)
  const names = await namesOfSamples(site)
  const titles = items.map((item) => /<title[^>]*>([^<]*)</.exec(item)?.[1] ?? '')
  expect(titles.some((title) => title.endsWith('(sample)'))).toBe(true)
  expect(
    titles.filter((title) => names.some((name) => title.includes(name)) && !title.endsWith('(sample)')),
  ).toEqual([])
})

test('every sample in a calendar is marked in its title', async ({ visit, site }) => {
  const names = await namesOfSamples(site)
  const own = (await addressesOfSamples(site)).filter((address) =>
    /^\/(conferences|activities)\//.test(address),
  )
  for (const address of ['', ...own]) {
    const answer = await visit(`${address}/calendar.ics`.replace('//', '/'))
    if (answer.status !== 200) continue
    const lines = (await answer.text()).replaceAll('\r\n ', '').replaceAll('\\,', ',').split('\r\n')
    const titles = lines.filter((line) => line.startsWith('SUMMARY:'))
    expect(titles.length).toBeGreaterThan(0)
    expect(
      titles.filter((title) => names.some((name) => title.includes(name)) && !title.endsWith('(sample)')),
    ).toEqual([])
  }
})

test('a sample without its mark would be found', () => {
  const list = (line: string) =>
    `<html><head></head><body><main><section><h2>News</h2><ul>${line}<li>Other <span>Sample</span></li></ul></section></main></body></html>`
  const wrong = (line: string) => unmarkedOn(list(line), ['Nets of light']).length

  expect(wrong('<li><a href="/x">Nets of light</a></li>')).toBe(1)
  expect(wrong('<li><a href="/x">Nets of light</a> <span class="x">Sample</span></li>')).toBe(0)
  expect(wrong('<li><a href="/x">Nets of light (sample)</a></li>')).toBe(0)
  expect(wrong('<li><img alt="Nets of light"/></li>')).toBe(1)
})

/** Of entries, of articles and of people. */
async function namesOfSamples({ db }: Pick<Site, 'db'>): Promise<string[]> {
  const versions = await db
    .selectFrom('entry')
    .innerJoin('entry_version', (join) =>
      join.onRef('entry_version.entry_id', '=', 'entry.id').onRef('number', '=', 'live_version'),
    )
    .select(['kind', 'data'])
    .where('sample_at', 'is not', null)
    .execute()
  const people = await db
    .selectFrom('person')
    .select(['given_name', 'family_name'])
    .where('sample_at', 'is not', null)
    .execute()
  const titles = versions.flatMap(({ data }) => {
    const { title, contents = [] } = fromJson<{ title: string; contents?: { title: string }[] }>(data)
    return [title, ...contents.map((article) => article.title)]
  })
  const names = people.map((person) => `${person.given_name} ${person.family_name}`)
  // Shorter ones may be words of a sentence.
  return [...new Set([...titles, ...names])].filter((name) => name.length > 11 && !usual.has(name))
}

/** Headings that a fact may have, too. */
const usual = new Set(['From the editor', 'News of members'])

async function addressesOfSamples({ db }: Pick<Site, 'db'>): Promise<string[]> {
  const folders = {
    conference: 'conferences',
    activity: 'activities',
    newsletter: 'newsletter',
    news: 'news',
    album: 'gallery',
  }
  const rows = await db
    .selectFrom('entry')
    .select(['kind', 'slug'])
    .where('sample_at', 'is not', null)
    .execute()
  const fellows = await db
    .selectFrom('person')
    .select('slug')
    .where('grade', 'is not', null)
    .where('listed_at', 'is not', null)
    .where('slug', 'is not', null)
    .limit(5)
    .execute()
  return [
    ...rows.flatMap(({ kind, slug }) =>
      kind in folders ? `/${folders[kind as keyof typeof folders]}/${slug}` : [],
    ),
    ...fellows.map(({ slug }) => `/fellowship/fellows/${slug}`),
  ]
}
