import { expect } from 'vitest'
import { origin, test } from '#test/harness/site.ts'
import { aLetter, browser } from '#test/makers/enquiries.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import type { RequestKind } from '#server/load/admission-control.server.ts'
import { ConcurrencyLimit } from '#server/load/concurrency-limit.ts'
import type { Site } from '#site.ts'

/** What the whole site does under overload; the test says how much that is, so that everything is counted. */

const none = { atOnce: 0, maxQueued: 0, maxWaitMs: 0 }

/** Rejects every third request, however soon the others are done. */
class TwoOfThree extends ConcurrencyLimit {
  #came = 0

  override acquire() {
    return ++this.#came % 3 === 0 ? Promise.resolve('full' as const) : super.acquire()
  }
}

async function withLimit<T>(
  site: Site,
  work: RequestKind,
  limit: ConcurrencyLimit,
  act: () => Promise<T>,
): Promise<T> {
  const before = site.admission.limits[work]
  site.admission.limits[work] = limit
  try {
    return await act()
  } finally {
    site.admission.limits[work] = before
  }
}

function post(port: number, number: number, accept: string) {
  const { homepage = '', from = '', ...letter } = aLetter(number)
  const headers = {
    origin,
    accept,
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': browser,
  }
  const body = new URLSearchParams({ ...letter, homepage, from }).toString()
  return ask(port, '/contact-us', { method: 'POST', ...headers, body })
}

async function savedOf(site: Site, numbers: number[]): Promise<string[]> {
  const addresses = numbers.map((number) => aLetter(number).email)
  const rows = await site.db.selectFrom('enquiry').select('email').where('email', 'in', addresses).execute()
  return rows.map(({ email }) => email).toSorted()
}

test('while no page can be rendered, readers are told so immediately, and cached pages keep working', async ({
  port,
  site,
}) => {
  const logged = captureLog()
  expect((await ask(port, '/')).status).toBe(200)
  await withLimit(site, 'page', new ConcurrencyLimit(none), async () => {
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    const others = await Promise.all(numbers.map((number) => ask(port, `/search?q=light${number}`)))
    const saved = await Promise.all(numbers.map(() => ask(port, '/')))
    const data = await ask(port, '/search.data?q=light')
    const metrics = await ask(port, '/metrics')

    expect(others.map(({ status }) => status)).toEqual(Array(20).fill(503))
    expect(others[0]?.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' })
    expect(others[0]?.text).toContain('Please try again in 30 seconds')
    expect(saved.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(JSON.parse(data.text)).toEqual({ sentence: expect.stringContaining('Please try again') })
    expect((await ask(port, '/healthz')).status).toBe(200)
    expect((await ask(port, '/readyz')).status).toBe(200)
    expect(metrics.text).toContain('\niaps_requests_turned_away_total{work="page"} 21\n')
    expect(metrics.text).toContain('\niaps_requests_total{route="/search",status="503"} 21\n')
  })

  expect((await ask(port, '/search?q=light1')).status).toBe(200)
  expect(logged.filter(({ event }) => event === 'crowd.turned-away')).toHaveLength(1)
})

test('of letters that arrive in parallel each is stored once or refused, and never both', async ({
  port,
  site,
}) => {
  captureLog()
  const numbers = Array.from({ length: 9 }, (_, number) => number)
  const limit = new TwoOfThree({ ...none, atOnce: 100 })
  const sent = await withLimit(site, 'sent', limit, () =>
    Promise.all(numbers.map((number) => post(port, number, 'text/html'))),
  )
  const acknowledged = numbers.filter((number) => sent[number]?.status === 200)
  const refused = sent.filter(({ status }) => status === 503)

  expect([acknowledged.length, refused.length, limit.active]).toEqual([6, 3, 0])
  expect(await savedOf(site, numbers)).toEqual(acknowledged.map((number) => aLetter(number).email).toSorted())
  expect(refused[0]?.text).toContain('Go back to the form, where your text still is, and send it again')
  expect(refused[0]?.headers['retry-after']).toBe('30')
})

test('a refused sender may send the same again as soon as there is capacity', async ({ port, site }) => {
  captureLog()
  const refused = await withLimit(site, 'sent', new ConcurrencyLimit(none), () => post(port, 900, '*/*'))
  const accepted = await post(port, 900, '*/*')

  expect([refused.status, accepted.status]).toEqual([503, 200])
  expect(JSON.parse(refused.text)).toEqual({
    sentence: expect.stringContaining('we did not save what you sent'),
  })
  expect(await savedOf(site, [900])).toEqual([aLetter(900).email])
})
