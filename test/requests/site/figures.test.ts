import { expect } from 'vitest'
import { isTaken } from '#test/harness/scale.ts'
import { origin, test } from '#test/harness/site.ts'

test('each bar, tile and year of the figures leads to a list of as many fellows as it says', async ({
  visit,
}) => {
  const html = await (await visit('/fellowship/figures')).text()
  const bars = [...html.matchAll(/<li><a href="([^"]+)">[^<]*<\/a><svg.*?<\/svg><span>(\d+)<\/span>/g)]
  const tiles = [...html.matchAll(/<a href="([^"]+state=[^"]+)" aria-label="[A-Z]{2} (\d+): /g)]
  const years = [...html.matchAll(/<li><span>(\d+)<\/span><svg.*?<\/svg><a href="([^"]+)"/g)]
  const counted = [...bars, ...tiles].map(([, href = '', people]) => ({ href, people: Number(people) }))
  for (const [, people, href = ''] of years) counted.push({ href, people: Number(people) })

  expect(bars.length).toBeGreaterThan(8)
  expect(tiles.length).toBeGreaterThan(3)
  expect(years.length).toBeGreaterThan(8)
  for (const { href, people } of counted.filter((_, at) => isTaken(at, 0, 4))) {
    const list = await (await visit(href.replaceAll('&amp;', '&'))).text()
    expect(list, href).toMatch(new RegExp(`\\b${people}( of \\d+)? fellows?\\b`))
  }
})

test('a state that no fellow has is refused with a sentence', async ({ visit }) => {
  const answer = await visit('/fellowship/fellows?state=Atlantis')
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('The state in the address does not exist.')
})

test('visitors find the figures beside the list, and search engines in the map of the site', async ({
  visit,
}) => {
  expect(await (await visit('/fellowship/fellows')).text()).toContain('href="/fellowship/figures"')
  expect(await (await visit('/sitemap.xml')).text()).toContain(`<loc>${origin}/fellowship/figures</loc>`)
})
