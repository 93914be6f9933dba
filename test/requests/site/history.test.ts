import { expect } from 'vitest'
import { origin, test } from '#test/harness/site.ts'

test('the history lists each conference, award and council under its year, with its page', async ({
  visit,
}) => {
  const html = await (await visit('/iaps/history')).text()
  const yearOf = (year: number) => html.slice(html.indexOf(`id="year-${year}"`)).split('</section>')[0]

  expect(yearOf(2018)).toContain('href="/conferences/coniaps-22-2018"')
  expect(yearOf(1994)).toContain('href="/conferences/foundation-conference"')
  expect(yearOf(2025)).toContain('href="/awards/young-scientist-award"')
  expect(yearOf(2025)).toContain('href="/iaps/executive-council#sample-council-2025"')
  expect(html.indexOf('id="year-2018"')).toBeLessThan(html.indexOf('id="year-1994"'))
})

test('every line of the strip is in the list too, so that nobody needs to see it', async ({ visit }) => {
  const html = await (await visit('/iaps/history')).text()
  const hrefsIn = (text = '') => new Set([...text.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href))
  const strip = hrefsIn(/<svg class="[^"]*plate.*?<\/svg><\/div>/s.exec(html)?.[0])

  expect(strip.size).toBeGreaterThan(20)
  expect([...strip.difference(hrefsIn(html.slice(html.indexOf('id="year-'))))]).toEqual([])
})

test('it can be reduced to one kind; another is refused with a sentence', async ({ visit }) => {
  const html = await (await visit('/iaps/history?kind=conference')).text()
  expect(html).toContain('href="/conferences/coniaps-30-2024"')
  expect(html).not.toContain('href="/newsletter/sample-volume-1-number-1"')

  const refused = await visit('/iaps/history?kind=war')
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('There is no such kind of event in the history.')
})

test('visitors find it beside the pages about the Academy, and search engines in the map of the site', async ({
  visit,
}) => {
  expect(await (await visit('/iaps')).text()).toContain('<a href="/iaps/history">History</a>')
  expect(await (await visit('/sitemap.xml')).text()).toContain(`<loc>${origin}/iaps/history</loc>`)
})
