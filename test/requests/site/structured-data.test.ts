import { existsSync } from 'node:fs'
import { expect } from 'vitest'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { system } from '#features/audit/actor.ts'
import { caseTypeNames, caseTypes } from '#features/casework/case-types.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { saveOrcid } from '#features/own-pages/own-changes.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { keyOf } from '#features/site-copy/static-names.ts'
import { linksIn } from '#features/site-copy/static-page.ts'
import { captureLog } from '#test/harness/log.ts'
import { isFull } from '#test/harness/scale.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import { takesFewOfEach } from '#test/models/pages-alike.ts'
import { faultsIn, structuredDataIn } from '#test/models/structured-data.ts'

/** What the pages tell search engines about themselves. */

/** The first page, and the first pages of forms, which lead back to one page only. */
const formNames = caseTypeNames.filter((name) => name !== 'award')
const withoutTrail = new Set(['/', ...formNames.map((name) => caseTypes[name].href)])
const awardForm = /^\/awards\/[^/]+\/nomination-form$/

test(
  'every public page describes itself validly, and has its place in the site',
  { timeout: 300_000 },
  async ({ visit, site }) => {
    captureLog()
    // Samples are not described. Without their flag, they show how the Academy's own pages are.
    for (const table of ['entry', 'person'] as const)
      await site.db.updateTable(table).set({ sample_at: null }).execute()
    await raiseContentVersion(site.db, autumn)
    const wrong: string[] = []
    const types = new Map<string, number>()
    const seen = new Set(['/'])
    let pages = 0
    const isTaken = takesFewOfEach(3)
    for (const key of seen) {
      if (!isTaken(key)) continue
      const answer = await visit(key)
      if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) continue
      const html = await answer.text()
      const things = structuredDataIn(html)
      pages++
      for (const thing of things) {
        wrong.push(...faultsIn(thing, origin).map((fault) => `${key}: ${fault}`))
        types.set(String(thing['@type']), (types.get(String(thing['@type'])) ?? 0) + 1)
      }
      const isForSearch = !html.includes('<meta name="robots" content="noindex"')
      if (
        isForSearch &&
        !withoutTrail.has(key) &&
        !awardForm.test(key) &&
        !things.some((thing) => thing['@type'] === 'BreadcrumbList')
      )
        wrong.push(`${key}: no breadcrumb`)
      for (const href of linksIn(html)) {
        const url = URL.parse(href, origin + key)
        const next = url?.origin === origin ? keyOf(url) : undefined
        if (next !== undefined && !/^\/(files|pictures|assets)\//.test(next)) seen.add(next)
      }
    }

    expect(wrong).toEqual([])
    expect(pages).toBeGreaterThan(isFull ? 100 : 70)
    for (const type of [
      'Organization',
      'WebSite',
      'Event',
      'Person',
      'NewsArticle',
      'BreadcrumbList',
      'ItemList',
    ])
      expect(types.get(type), type).toBeGreaterThan(0)
  },
)

test('the home page describes the Academy with its logo, its seat and what the settings add', async ({
  visit,
  site,
}) => {
  const read = async () => {
    const things = structuredDataIn(await (await visit('/')).text())
    return things.find((thing) => thing['@type'] === 'Organization')
  }
  expect(await read()).toMatchObject({
    '@id': `${origin}/#organization`,
    name: 'International Academy of Physical Sciences',
    foundingDate: '1994-12-04',
    logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png` },
    address: { addressLocality: 'Allahabad (Prayagraj)', addressCountry: 'IN' },
  })
  expect(await read()).not.toHaveProperty('sameAs')
  expect(existsSync('public/icon-512.png')).toBe(true)

  const given = { postalAddress: 'House 1\nStreet 2', linkedinUrl: 'https://www.linkedin.com/company/x' }
  await changeSettings(site.db, system, given, autumn)
  expect(await read()).toMatchObject({
    address: { streetAddress: 'House 1, Street 2' },
    sameAs: ['https://www.linkedin.com/company/x'],
  })
})

test('an event without a first day or a place is not described as one', async ({ visit, site }) => {
  const shared = { title: 'Optics', series: 'other', scope: 'national', year: 2026 } as const
  const publish = (slug: string, data: object) =>
    publishEntry(site.db, { kind: 'conference', slug, data: { ...shared, ...data } }, autumn)
  await publish('no-day', { city: 'Pune' })
  await publish('no-place', { startsOn: '2026-12-01' })
  await publish('both', { startsOn: '2026-12-01', host: 'A university', city: 'Pune', mode: 'hybrid' })
  const eventAt = async (slug: string) =>
    structuredDataIn(await (await visit(`/conferences/${slug}`)).text()).find(
      (thing) => thing['@type'] === 'Event',
    )

  expect(await eventAt('no-day')).toBeUndefined()
  expect(await eventAt('no-place')).toBeUndefined()
  expect(await eventAt('both')).toMatchObject({
    startDate: '2026-12-01',
    endDate: '2026-12-01',
    location: [
      { '@type': 'Place', name: 'A university', address: { addressLocality: 'Pune' } },
      { '@type': 'VirtualLocation', url: `${origin}/conferences/both` },
    ],
  })
})

test('a fellow’s page elsewhere is linked, and search engines learn that it is the same person', async ({
  visit,
  site,
}) => {
  const webPage = 'https://example.org/people/franklin'
  await enrolPerson(
    site.db,
    {
      ...{
        memberNo: 'T-same',
        givenName: 'Rosalind',
        familyName: 'Sameas',
        category: 'life',
        grade: 'fellow',
      },
      ...{ since: 1994, discipline: 'Chemistry', country: 'India', listed: true, webPage },
    },
    autumn,
  )
  const html = await (await visit('/fellowship/fellows/rosalind-sameas')).text()
  expect(html).toContain(`<a href="${webPage}" rel="external noopener">example.org`)
  const person = structuredDataIn(html).find((thing) => thing['@type'] === 'Person')
  expect(person).toMatchObject({ name: 'Rosalind Sameas', sameAs: [webPage] })

  const { id } = await site.db
    .selectFrom('person')
    .select('id')
    .where('member_no', '=', 'T-same')
    .executeTakeFirstOrThrow()
  await saveOrcid(site.db, { kind: 'person', id, address: '' }, '0000-0002-1694-233X', autumn)
  const withOrcid = await (await visit('/fellowship/fellows/rosalind-sameas')).text()
  const orcid = 'https://orcid.org/0000-0002-1694-233X'
  expect(withOrcid).toContain(`<a href="${orcid}" rel="external noopener">0000-0002-1694-233X`)
  const same = structuredDataIn(withOrcid).find((thing) => thing['@type'] === 'Person')
  expect(same).toMatchObject({ sameAs: [webPage, orcid] })
})

test.for([
  [{ '@type': 'Event', name: 'x', url: `${origin}/x`, organizer: {} }, 'startDate is missing'],
  [{ '@type': 'Event', startDate: 'soon' }, 'startDate is soon'],
  [
    { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 2, name: 'x' }] },
    'not in order',
  ],
  [{ '@type': 'ListItem', position: 1, name: 'x' }, 'leads nowhere'],
  [{ '@type': 'Organization', name: '' }, 'name is missing'],
  [{ '@type': 'NewsArticle', image: '/x.jpg' }, 'image is no address'],
  [{ '@type': 'Thing' }, 'nobody knows this type'],
  [
    { '@type': 'WebSite', name: 'x', url: `${origin}/`, publisher: { '@type': 'Person' } },
    'Person: name is missing',
  ],
] as const)('a fault would be found: %j', ([thing, sentence]) => {
  expect(faultsIn(thing as never, origin).join('\n')).toContain(sentence)
})
