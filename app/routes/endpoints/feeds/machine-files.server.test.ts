import { describe, expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { origin, test } from '#test/harness/ask.ts'
import { monday } from '#test/harness/db.ts'
import { childrenNamed, readXml, textOf } from '#test/harness/xml.ts'
import * as robots from './robots.ts'
import * as sitemap from './sitemap.ts'
import * as webManifest from './web-manifest.ts'

const conference = { title: 'Optics & light', series: 'coniaps', scope: 'international', year: 2026 } as const
const asha: NewPerson = {
  ...{ memberNo: 'LM-1', givenName: 'Asha', familyName: 'Rao', category: 'life', grade: 'fellow' },
  ...{ since: 1990, discipline: 'Physics', country: 'India', listed: true },
}

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

  test('has the pages of fellows at their addresses, samples and hidden people aside', async ({
    db,
    ask,
  }) => {
    const others = [
      { sample: true, memberNo: 'LM-2' },
      { listed: false, memberNo: 'LM-3' },
    ]
    await enrolPeople(db, [asha, ...others.map((other) => ({ ...asha, ...other }))], monday)

    const text = await (await ask(sitemap, '/sitemap.xml')).text()

    expect(text.match(/\/fellowship\/fellows\/[^<]+/g)).toEqual(['/fellowship/fellows/asha-rao'])
  })

  test('is a rule for robots and a manifest', async ({ ask }) => {
    expect(await (await ask(robots, '/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml\n`)
    expect(await (await ask(webManifest, '/site.webmanifest')).json()).toMatchObject({
      short_name: 'IAPS',
      start_url: '/',
    })
  })
})
