import { expect, vi } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { pageAddresses, pageRoutes } from '#features/content/addresses/addresses.ts'
import { pagesBeforeSections } from '#features/content/addresses/addresses.ts'
import { formerPages } from '#features/content/addresses/former-site.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { system } from '#features/audit/actor.ts'
import { changeSlug } from '#features/people/addresses.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { makeOffice } from '#test/makers/content.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

const soon = { timeout: 2000, interval: 20 }

test('a former address redirects permanently, from the cache the second time', async ({ port, testSite }) => {
  const id = await publishConference(testSite, 'optics')
  expect((await ask(port, '/conferences/optics')).status).toBe(200)
  await move(testSite, id, 'light')

  await vi.waitFor(async () => expect((await ask(port, '/conferences/optics')).status).toBe(301), soon)
  const { headers, text } = await ask(port, '/conferences/optics', { 'if-none-match': '*' })
  expect(headers).toMatchObject({
    location: '/conferences/light',
    'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
    etag: expect.stringMatching(/^"/),
    vary: 'accept-encoding',
  })
  expect(text).toBe('')
  expect((await ask(port, '/conferences/light')).status).toBe(200)
  expect(await ask(port, '/conferences/optics', { method: 'HEAD' })).toMatchObject({ status: 301, text: '' })
  expect((await ask(port, '/conferences/optics?page=2')).headers).toMatchObject({
    location: '/conferences/light?page=2',
  })
})

test('it follows when the address changes again, also by another process', async ({ port, testSite }) => {
  const id = await publishConference(testSite, 'sound')
  await move(testSite, id, 'waves')
  await vi.waitFor(async () => expect((await ask(port, '/conferences/sound')).status).toBe(301), soon)
  const other = openDatabase(testSite.database)
  const { admin } = await makeOffice(other, autumn)
  await relocateEntry(other, admin, { id, slug: 'ripples' }, autumn)
  await other.destroy()

  await vi.waitFor(async () => {
    for (const old of ['/conferences/sound', '/conferences/waves'])
      expect((await ask(port, old)).headers.location).toBe('/conferences/ripples')
  }, soon)
})

test('the calendar file, the photos and the preview picture move too', async ({ port, testSite }) => {
  captureLog()
  await move(testSite, await publishConference(testSite, 'heat'), 'warmth')
  const album = { title: 'Spring', heldOn: '2026-03-01', photos: [] }
  const albumId = await publishEntry(testSite.site.db, { kind: 'album', slug: 'spring', data: album }, autumn)
  await move(testSite, albumId, 'summer')
  const locationOf = async (path: string) => (await ask(port, path)).headers.location

  await vi.waitFor(
    async () =>
      expect(await locationOf('/conferences/heat/calendar.ics')).toBe('/conferences/warmth/calendar.ics'),
    soon,
  )
  expect(await locationOf('/gallery/spring/3')).toBe('/gallery/summer/3')
  expect(await locationOf('/preview/conferences/heat.png')).toBe('/preview/conferences/warmth.png')
  expect((await ask(port, '/conferences/warmth/calendar.ics')).status).toBe(200)
  expect((await ask(port, '/gallery/spring/three')).status).toBe(404)
})

test('signed-in users are redirected too, and nothing of it may be cached', async ({
  port,
  testSite,
  callers,
}) => {
  await move(testSite, await publishConference(testSite, 'force'), 'power')
  const { status, headers } = await ask(port, '/conferences/force', { cookie: callers.admin.cookie })

  expect([status, headers.location, headers['cache-control'], headers.etag]).toEqual([
    301,
    '/conferences/power',
    'no-store',
    undefined,
  ])
})

test('a removed redirect stops working within two seconds', async ({ port, site }) => {
  captureLog()
  await redirect(site.db, '/old-home.html', '/')
  await vi.waitFor(async () => expect((await ask(port, '/old-home.html')).headers.location).toBe('/'), soon)
  await site.db.deleteFrom('redirect').where('from_path', '=', '/old-home.html').execute()
  await raiseContentVersion(site.db, autumn)

  await vi.waitFor(async () => expect((await ask(port, '/old-home.html')).status).toBe(404), soon)
})

test.for(['//evil.example', 'https://evil.example/', '/\\evil.example', '/a\r\nx: y'])(
  'nothing leads to %j, whatever the table says',
  async (to, { port, site }) => {
    captureLog()
    await redirect(site.db, '/trap', to)

    const { status, headers } = await ask(port, '/trap')

    expect([status, headers.location]).toEqual([404, undefined])
    await site.db.deleteFrom('redirect').where('from_path', '=', '/trap').execute()
  },
)

test('a submitted form is not redirected', async ({ visit, site }) => {
  captureLog()
  await redirect(site.db, '/old-form', '/contact-us')

  expect((await visit('/old-form', { form: {} })).status).toBe(404)
})

test.for([
  ['/IAPS', '/iaps'],
  ['/Fellowship/Fellows?q=a&page=2', '/fellowship/fellows?q=a&page=2'],
  ['/Awards', '/awards'],
  ['/awards/Young-Scientist-Award', '/awards/young-scientist-award'],
  ['/Membership/Form', '/membership/form'],
  ['/CONFERENCES/CONIAPS-22-2018', '/conferences/coniaps-22-2018'],
  ['/WEB/index.php/Constitution', '/web/index.php/constitution'],
] as const)(
  '%s redirects to %s, the same page without capitals',
  async ([typed, meant], { port, callers }) => {
    for (const headers of [{}, { method: 'HEAD' }, { cookie: callers.admin.cookie }]) {
      const answer = await ask(port, typed, headers)
      expect([answer.status, answer.headers.location]).toEqual([308, meant])
      // One address has a great many such spellings, too many for the cache.
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  },
)

test('every fixed page is found with capitals', async ({ port }) => {
  for (const address of [...Object.values(pageAddresses), ...pageRoutes]) {
    if (address === '/') continue
    const { status, headers } = await ask(port, address.toUpperCase())
    expect([status, headers.location]).toEqual([308, address])
  }
})

test.for([
  ...['/No-Such-Page', '/awards/No-Such-Award', '/Admin/Dashboard', '/ADMIN/admin-editor-login'],
  ...['/Editor/people', '/Account/profile', '/Files/a/b.pdf', '/Pictures/a.jpg', '/Preview/index.png'],
  ...['/Confirm/consent', '/Draft/abc', '/Certificates/Abc', '/Feed.atom', '/Sitemap.xml'],
  ...['/Healthz', '/Metrics', '/conferences/CONIAPS-22-2018/calendar.ics', '/Fellowship%2ffellows'],
])('%s has no other spelling', async (path, { port }) => {
  captureLog()
  const { status, headers } = await ask(port, path)

  expect([status, headers.location]).toEqual([404, undefined])
})

test('a form sent to an address with capitals is not redirected', async ({ visit }) => {
  captureLog()
  expect((await visit('/Contact-Us', { form: {} })).status).toBe(404)
})

test('an entry that is not published is found with no spelling', async ({ port, site }) => {
  captureLog()
  const data = { title: 'Hidden', sections: [] }
  const id = await publishEntry(site.db, { kind: 'page', slug: 'hidden', data }, autumn)
  const { admin } = await makeOffice(site.db, autumn)
  expect((await ask(port, '/Pages/Hidden')).status).toBe(308)
  await moveEntry(site.db, admin, { id, version: 1, move: 'archive' }, autumn)

  expect((await ask(port, '/Pages/Hidden')).status).toBe(404)
})

test.for([...formerPages, ...pagesBeforeSections])('%s leads to %s', async ([from, to], { port }) => {
  const { status, headers } = await ask(port, from)

  expect([status, headers.location]).toEqual([301, to])
})

test('the page of a fellow is at their name; former addresses and the id lead there', async ({
  port,
  site,
}) => {
  const id = await enrolPerson(site.db, { ...fellow, memberNo: 'T-moved' }, autumn)
  await changeSlug(site.db, system, { id, slug: 'r-franklin' }, autumn)

  const page = '/fellowship/fellows/r-franklin'
  await expect.poll(async () => (await ask(port, page)).status).toBe(200)
  expect((await ask(port, page)).text).toContain('<h1>Rosalind Franklin</h1>')
  for (const former of ['rosalind-franklin', id]) {
    const { status, headers } = await ask(port, `/fellowship/fellows/${former}?a=b`)
    expect([status, headers.location]).toEqual([301, `${page}?a=b`])
  }
  expect((await ask(port, '/Fellowship/fellows/R-Franklin')).headers.location).toBe(page)
  expect((await ask(port, `/preview/fellowship/fellows/${id}.png`)).headers.location).toBe(
    `/preview${page}.png`,
  )
})

test('staff change the address of a fellow’s page with a form', async ({ visit, site, callers }) => {
  const id = await enrolPerson(site.db, { ...fellow, memberNo: 'T-form', familyName: 'Elsie' }, autumn)
  const other = await enrolPerson(site.db, { ...fellow, memberNo: 'T-other', familyName: 'Gosling' }, autumn)
  const path = `/editor/people/${id}?do=address`
  const headers = { origin, cookie: callers.editor.cookie }
  const send = (slug: string) => visit(path, { form: { slug }, headers })

  expect(await (await send('Not an address')).text()).toContain(
    'Use only lowercase letters, digits and single hyphens.',
  )
  expect(await (await send('rosalind-gosling')).text()).toContain('Another person has or had this address.')
  expect((await send('r-elsie')).status).toBe(302)
  expect(await findRecord(site.db, id)).toMatchObject({ slug: 'r-elsie' })
  expect(await findRecord(site.db, other)).toMatchObject({ slug: 'rosalind-gosling' })
})

test('an unknown address of the former site says so and suggests pages by their titles', async ({ port }) => {
  captureLog()
  const { status, text } = await ask(port, '/web/index.php/executive-counsil')

  expect(status).toBe(404)
  expect(text).toContain('This address belongs to our former website')
  expect(text).toContain('<a href="/iaps/executive-council">Executive Council</a>')
  expect(text).toMatch(/<a[^>]* href="\/archive"[^>]*>Go to the archive/)
})

test('staff can say where any address of the former site leads', async ({ port, site }) => {
  await redirect(site.db, '/web/index.php/constitution', '/membership/rules')

  await vi.waitFor(
    async () =>
      expect((await ask(port, '/web/index.php/constitution')).headers.location).toBe('/membership/rules'),
    soon,
  )
})

const fellow: NewPerson = {
  ...{ memberNo: '', givenName: 'Rosalind', familyName: 'Franklin', category: 'life', grade: 'fellow' },
  ...{ since: 1990, discipline: 'Chemistry', country: 'India', listed: true },
}

async function publishConference({ site }: TestSite, slug: string): Promise<string> {
  const days = { year: 2026, startsOn: '2026-12-01', endsOn: '2026-12-02' }
  const data = { title: slug, series: 'other', scope: 'national', ...days } as const
  return publishEntry(site.db, { kind: 'conference', slug, data }, autumn)
}

async function move({ site }: TestSite, id: string, slug: string) {
  const { admin } = await makeOffice(site.db, autumn)
  expect(await relocateEntry(site.db, admin, { id, slug }, autumn)).toMatchObject({ ok: true })
}

async function redirect(db: TestSite['site']['db'], from_path: string, to_path: string) {
  await db.insertInto('redirect').values({ from_path, to_path, created_at: 0 }).execute()
  await raiseContentVersion(db, autumn)
}
