import { expect } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { ask } from '#test/harness/http.ts'
import { page, test } from '#test/makers/small-site.ts'

const accepts = { 'accept-encoding': 'gzip, deflate, br' }
const signedIn = { ...accepts, cookie: 'iaps_session=1' }
const own = { ...signedIn, 'sec-fetch-site': 'same-origin' }
const text = '<p>light</p>'.repeat(100)

test('a page for one visitor is compressed if no other site caused the request', async ({ smallSite }) => {
  smallSite.answers['/editor/people'] = () => page(text)
  for (const site of ['same-origin', 'none']) {
    const answer = await ask(smallSite.port, '/editor/people', { ...signedIn, 'sec-fetch-site': site })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(answer.bytes).toString()).toBe(text)
  }
})

test.for(['cross-site', 'same-site', undefined])(
  'with Sec-Fetch-Site %s a page for one visitor is sent as it is',
  async (site, { smallSite }) => {
    smallSite.answers['/editor/people'] = () => page(text)
    const answer = await ask(smallSite.port, '/editor/people', {
      ...signedIn,
      ...(site && { 'sec-fetch-site': site }),
    })

    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.text).toBe(text)
  },
)

test.for([
  '/account/factors',
  '/account/factors.data',
  '/account/passkey?do=options',
  '/admin/link/reset?token=x',
  '/admin/mail/01a1',
  '/editor/entries/01a1/share',
  '/membership/form/resume?token=x',
])('%s may show a key or a link, and is never compressed', async (path, { smallSite }) => {
  smallSite.answers[path] = () => page(text)
  smallSite.answers[path.replace(/\?.*/, '')] = () => page(text)
  const answer = await ask(smallSite.port, path, own)

  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('the length of a compressed page for one visitor is not exact', async ({ smallSite }) => {
  smallSite.answers['/editor/people'] = () => page(text)
  const lengths = new Set<number>()
  for (let time = 0; time < 20; time++) {
    const { headers } = await ask(smallSite.port, '/editor/people', own)
    lengths.add(String(headers['x-padding']).length)
  }

  expect(lengths.size).toBeGreaterThan(5)
})
