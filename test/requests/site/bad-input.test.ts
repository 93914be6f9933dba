import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect } from 'vitest'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isFull, isTaken } from '#test/harness/scale.ts'
import { origin, test } from '#test/harness/site.ts'

/** Whatever is sent to a public address: a clear answer, one log line for each refusal, and nothing breaks. */

const { default: routes } = (await import(resolve('app/routes.ts'))) as { default: RouteConfigEntry[] }
const staff = /^(admin|editor|account)\/(?!admin-editor-login|dashboard)/
const addressed = routes.flatMap(addressedOf).filter(({ path }) => !staff.test(path ?? ''))
const patterns = addressed.map(({ path }) => `/${path ?? ''}`)
/** One address for each kind of page, because rendering takes time. */
const eachPage = [...new Map(addressed.map((entry) => [entry.file, `/${entry.path ?? ''}`])).values()]
/** Their queries reach statements. Other pages do not read them, and need not be rendered for each of them. */
const questions = /search|archive|fellows|members/
const onPostgres = process.env['TEST_ENGINE'] === 'postgres'
const isTried = (path: string) => isFull || !onPostgres || questions.test(path)

const realParts: Record<string, string> = {
  '/awards/:slug': '/awards/young-scientist-award',
  '/conferences/:slug': '/conferences/international',
  '/membership/form/:part': '/membership/form/you',
}

const oddQueries = [
  '?',
  '?=',
  '?&&&',
  '?q',
  '?q=',
  '?q=%20%20',
  '?q=a&q=b',
  '?q[]=a&q[b]=c',
  `?q=${'a'.repeat(1900)}`,
  '?q=%F0%9F%94%AD%E2%80%AE%CC%81',
  `?q=${encodeURIComponent(`'"; drop table person; -- %_*(){}[]^$\\`)}`,
  `?q=${encodeURIComponent('NEAR(a b) AND title:x OR "')}`,
  '?q=%3Cscript%3Ealert(1)%3C/script%3E',
  '?page=0',
  '?page=-1',
  '?page=1e9',
  '?page=99999999999999999999',
  '?page=2.5&year=nineteen',
  '?page=%D9%A2',
  '?year=0&discipline=x&country=y&grade=z&type=w&title=v&name=u',
  '?__proto__=1&constructor=2&toString=3&hasOwnProperty=4',
  '?_data=routes%2Froot&_routes=root&index',
  '?next=//evil.example',
  '?utm_source=x&fbclid=y',
  `?${Array.from({ length: 300 }, (_, n) => `a${n}`).join('&')}`,
]

test.for(eachPage.filter(isTried))(
  '%s answers odd query strings clearly',
  { timeout: 60_000 },
  async (pattern, { port }) => {
    const logged = captureLog()
    const refused: string[] = []
    const row = eachPage.indexOf(pattern)
    for (const path of addressesOf(pattern)) {
      const oneIn = questions.test(path) ? 1 : 4
      for (const query of oddQueries.filter((_, column) => isTaken(row, column, oneIn))) {
        const answer = await ask(port, path + query)
        expectClear(answer, path + query)
        expect(answer.text).not.toContain('<script>alert(1)')
        if (answer.status >= 400) refused.push(path)
      }
    }

    expect(logged.map(({ event, path }) => `${event} ${String(path)}`)).toEqual(
      refused.map((path) => `request.refused ${path}`),
    )
  },
)

test.for(patterns.filter(isTried))('%s answers wrong methods clearly', async (pattern, { port }) => {
  const logged = captureLog()
  const [path = ''] = addressesOf(pattern)
  let turnedAway = 0
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'POST']) {
    const answer = await ask(port, path, { method, origin, body: 'a=b' })
    expectClear(answer, `${method} ${path}`)
    if (method === 'POST' && answer.headers.location === '/my-page/sign-in') {
      turnedAway++
      continue
    }
    expect([400, 404, 405], `${method} ${path}`).toContain(answer.status)
    if (answer.status === 405) expect(answer.headers.allow).toMatch(/^GET, HEAD/)
  }
  const foreign = await ask(port, path, { method: 'POST', origin: 'https://evil.example', body: 'a=b' })
  expect(foreign.status).toBe(403)

  expect(logged).toHaveLength(5 - turnedAway)
  expect(logged[0]).toMatchObject({ event: 'request.refused', status: 405, method: 'PUT', path })
})

test.for(patterns.filter(isTried))('%s answers odd spellings of its address', async (pattern, { port }) => {
  const logged = captureLog()
  const [path = ''] = addressesOf(pattern)
  const odd = [
    path.toUpperCase(),
    `${path}.data`,
    `${path}.data?_routes=root,nonsense`,
    `${path}.json`,
    `${path}.html`,
    `${path}%20`,
    `${path}%F0%9F%94%AD`,
    `${path}/${'a/'.repeat(200)}a`,
    `${path}/__proto__`,
    `${path}/:slug`,
    `${path}/*`,
  ]
  const statuses: number[] = []
  const row = patterns.indexOf(pattern)
  const taken = odd.filter((address, column) => !address.startsWith('//') && isTaken(row, column, 2))
  for (const address of taken) {
    const answer = await ask(port, address)
    expectClear(answer, address)
    statuses.push(answer.status)
  }

  expect(logged).toHaveLength(statuses.filter((status) => status >= 400).length)
})

test.for([
  ['/%ff', 400],
  ['/?q=%00', 400],
  [`/${'a'.repeat(2048)}`, 414],
  ['//evil.example/', 404],
  ['/iaps;x', 404],
  ['/%2e%2e/%2e%2e/etc/passwd', 404],
  ['/iaps%2Fconstitution', 404],
] as const)(
  '%s gets the error page with %i, logged by the requested address',
  async ([path, status], { port }) => {
    const logged = captureLog()
    const answer = await ask(port, path)

    expectClear(answer, path)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('Go to the home page')
    expect(logged).toMatchObject([
      { event: 'request.refused', status, method: 'GET', path: path.slice(0, 200) },
    ])
  },
)

test('after all this the home page is as it was', async ({ port }) => {
  const answer = await ask(port, '/')

  expect(answer.status).toBe(200)
  expect(answer.text).toContain('International Academy of Physical Sciences')
})

function expectClear(answer: HttpAnswer, requested: string) {
  expect(answer.status, requested).toBeLessThan(500)
  if (answer.status < 400) return
  const type = String(answer.headers['content-type'])
  expect(answer.headers['cache-control'], requested).toBe('no-store')
  if (type.startsWith('text/html')) expect(answer.text, requested).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
  else if (type.startsWith('application/json')) expect(sentenceIn(answer), requested).toMatch(/^[A-Z].+\.$/)
  else if (!requested.includes('.data')) expect(answer.text, requested).toMatch(/^[A-Z].+\.\n$/)
}

function sentenceIn({ text }: HttpAnswer): string {
  return (JSON.parse(text) as { sentence: string }).sentence
}

function addressedOf(entry: RouteConfigEntry): RouteConfigEntry[] {
  const own = entry.index || entry.path ? [entry] : []
  return [...own, ...(entry.children ?? []).flatMap(addressedOf)]
}

/** An address that matches the pattern and does not exist, and one that exists. */
function addressesOf(pattern: string): string[] {
  const filled = pattern.replace('*', 'no/such/page').replaceAll(/:\w+/g, 'no-such-thing')
  const real = realParts[pattern]
  return real ? [filled, real] : [filled]
}
