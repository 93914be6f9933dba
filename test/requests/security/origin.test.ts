import { request } from 'node:http'
import { expect } from 'vitest'
import { prepareActs } from '#test/models/acts.ts'
import type { Act } from '#test/models/acts/act.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isTaken } from '#test/harness/scale.ts'
import { origin, test as base } from '#test/harness/site.ts'
import { dumpState, dumpTables } from '#test/harness/databases/dump-tables.ts'
import { policy } from '#routes/request/policy.server.ts'

/** A form is accepted only from our own pages, as a form, and by POST: a valid cookie does not help anyone else. */

const test = base.extend<{ acts: Act[] }>({
  acts: [async ({ testSite }, use) => use(await prepareActs(testSite)), { scope: 'file' }],
})

const urlencoded = 'application/x-www-form-urlencoded'
const boundary = 'x-boundary'

type WrongRequest = Parameters<typeof ask>[2] & object

/** Each is the accepted request with one thing wrong. */
const wrongs: Record<string, (act: Act) => WrongRequest & { path?: string }> = {
  'no origin': (act) => ({ ...formOf(act), origin: undefined }),
  'a foreign origin': (act) => ({ ...formOf(act), origin: 'https://evil.example' }),
  'the origin null': (act) => ({ ...formOf(act), origin: 'null' }),
  'an empty origin': (act) => ({ ...formOf(act), origin: '' }),
  'a sibling sub-domain': (act) => ({ ...formOf(act), origin: 'http://other.localhost:3000' }),
  'our name as the beginning of another': (act) => ({ ...formOf(act), origin: `${origin}.evil.example` }),
  'another port': (act) => ({ ...formOf(act), origin: 'http://localhost:3001' }),
  'another scheme': (act) => ({ ...formOf(act), origin: 'https://localhost:3000' }),
  'our origin and a foreign one': (act) => ({ ...formOf(act), origin: `${origin}, https://evil.example` }),
  'a foreign origin and a forged host': (act) => ({
    ...formOf(act),
    origin: 'https://evil.example',
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  }),
  'cross-site by the browser’s own word': (act) => ({ ...formOf(act), 'sec-fetch-site': 'cross-site' }),
  'same-site by the browser’s own word': (act) => ({ ...formOf(act), 'sec-fetch-site': 'same-site' }),
  'no page at all': (act) => ({ ...formOf(act), 'sec-fetch-site': 'none' }),
  'a referrer but no origin': (act) => ({ ...formOf(act), origin: undefined, referer: `${origin}/` }),
  'plain text': (act) => ({ ...formOf(act), 'content-type': 'text/plain' }),
  'no content type': (act) => ({ ...formOf(act), 'content-type': undefined }),
  'nearly the content type': (act) => ({ ...formOf(act), 'content-type': `${urlencoded}x` }),
  JSON: (act) => ({
    ...formOf(act),
    'content-type': 'application/json',
    body: JSON.stringify(act.form),
  }),
  'several parts': (act) => ({
    ...formOf(act),
    'content-type': `multipart/form-data; boundary=${boundary}`,
    body: partsOf(act.form),
  }),
  'a body beyond the limit': (act) => ({
    ...formOf(act),
    body: `${bodyOf(act.form)}&${'x'.repeat(300_000)}`,
  }),
  PUT: (act) => ({ ...formOf(act), method: 'PUT' }),
  PATCH: (act) => ({ ...formOf(act), method: 'PATCH' }),
  DELETE: (act) => ({ ...formOf(act), method: 'DELETE' }),
  'a method override': (act) => ({
    ...formOf(act),
    method: 'GET',
    body: '',
    'x-http-method-override': 'POST',
  }),
  GET: (act) => ({ cookie: act.by.cookie, path: addTo(act.path, act.form) }),
}

/** Whatever is sent there, the answer is "not found". */
const nothingThere = 'routes/site/frame/not-found'

test('every action of the policy table is tried', ({ acts }) => {
  const acting = Object.keys(policy).filter((id) => policy[id]?.act !== undefined && id !== nothingThere)

  expect([...new Set(acts.map(({ route }) => route))].toSorted()).toEqual(acting.toSorted())
})

test.for(Object.keys(wrongs))('with %s no form changes anything', async (wrong, { port, site, acts }) => {
  captureLog()
  const before = await dumpState(site.db)
  const answers: string[] = []
  const column = Object.keys(wrongs).indexOf(wrong)
  for (const [row, act] of acts.entries()) {
    const { path = act.path, ...sent } = wrongs[wrong]!(act)
    const addresses = [path, inData(path)].filter((_, at) => isTaken(2 * row + at, column, 15))
    for (const address of addresses) {
      const { status, headers } = await ask(port, address, withoutEmpty(sent))
      const isReading = wrong === 'GET' || wrong === 'a method override'
      if (isReading ? status >= 500 : status < 400) answers.push(`${act.name} at ${address}: ${status}`)
      if (headers['set-cookie']) answers.push(`${act.name} at ${address} sets a cookie`)
    }
  }

  expect(answers).toEqual([])
  expect(await dumpState(site.db)).toEqual(before)
})

test('an endless form in chunks is not read to its end', async ({ port }) => {
  captureLog()
  const status = await new Promise<number>((resolve, reject) => {
    const headers = { origin, 'content-type': urlencoded, 'transfer-encoding': 'chunked' }
    const outgoing = request({
      port,
      host: '127.0.0.1',
      path: '/admin/forgotten-password',
      method: 'POST',
      headers,
    })
    outgoing.on('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      outgoing.destroy()
    })
    outgoing.on('error', reject)
    for (let part = 0; part < 20; part++) outgoing.write(`a${part}=${'x'.repeat(20_000)}&`)
  })

  expect(status).toBe(400)
})

test('sent correctly, each of these forms does what it says, without scripts and the open ones without a cookie', async ({
  port,
  site,
  acts,
}) => {
  const wrong: string[] = []
  let before = JSON.stringify(await dumpTables(site.db))
  for (const act of acts) {
    const { status } = await ask(port, act.path, withoutEmpty(formOf(act)))
    if (status !== (act.status ?? 302)) wrong.push(`${act.name}: ${status}`)
    const after = JSON.stringify(await dumpTables(site.db))
    if (!act.changesNothing && act.status !== 409 && after === before)
      wrong.push(`${act.name} changed nothing`)
    before = after
  }

  expect(wrong).toEqual([])
})

function formOf({ by, form, file }: Act): WrongRequest {
  if (file !== undefined) {
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n`
    const type = `multipart/form-data; boundary=${boundary}`
    return { method: 'POST', origin, cookie: by.cookie, 'content-type': type, body: part + partsOf(form) }
  }
  return { method: 'POST', origin, cookie: by.cookie, 'content-type': urlencoded, body: bodyOf(form) }
}

function bodyOf(form: Record<string, string>): string {
  return new URLSearchParams(form).toString()
}

function partsOf(form: Record<string, string>): string {
  const parts = Object.entries(form).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

function addTo(path: string, form: Record<string, string>): string {
  const [plain = '', query = ''] = path.split('?')
  const short = Object.entries(form).filter(([, value]) => value && value.length < 60)
  return `${plain}?${query}${query && '&'}${new URLSearchParams(short.slice(0, 8))}`
}

/** The same address in the form that the browser's router uses. */
function inData(path: string): string {
  const [plain = '', query] = path.split('?')
  return `${plain}.data${query === undefined ? '' : `?${query}`}`
}

function withoutEmpty(sent: WrongRequest): WrongRequest {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== undefined && (value || name !== 'cookie')),
  )
}
