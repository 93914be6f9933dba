import { expect } from 'vitest'
import { policy } from '#routes/request/policy.server.ts'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isTaken } from '#test/harness/scale.ts'
import { origin } from '#test/harness/site.ts'
import { readTurbo, readTurboRedirect } from '#test/harness/turbo-data.ts'
import { dumpState } from '#test/harness/databases/dump-tables.ts'
import { test as base, type VisitorKind } from '#test/harness/visitors.ts'

/** However the address of a guarded page is spelled, the answer is that of the address itself, or "not found". */

type Trick = (path: string) => { path?: string; headers?: Record<string, string> }

const tricks: Record<string, Trick> = {
  'a double slash at the start': (path) => ({ path: `/${path}` }),
  'double slashes': (path) => ({ path: path.replaceAll('/', '//') }),
  'a triple slash inside': (path) => ({ path: path.replace(/\/(?=[^/]+$)/, '///') }),
  'a dot segment': (path) => ({ path: `/.${path}` }),
  'two dots': (path) => ({ path: `/iaps/..${path}` }),
  'two dots inside': (path) => ({ path: path.replace(/\/(?=[^/]+$)/, '/x/../') }),
  'an encoded dot': (path) => ({ path: `/%2e${path}` }),
  'encoded dots': (path) => ({ path: `/iaps/%2e%2E${path}` }),
  'dots encoded twice': (path) => ({ path: `/iaps/%252e%252e${path}` }),
  'an encoded slash': (path) => ({ path: `/${path.slice(1).replaceAll('/', '%2F')}` }),
  'a slash encoded twice': (path) => ({ path: `/${path.slice(1).replaceAll('/', '%252F')}` }),
  'a back slash': (path) => ({ path: path.replace(/\/(?=[^/]+$)/, '\\') }),
  'an encoded back slash': (path) => ({ path: path.replace(/\/(?=[^/]+$)/, '%5c') }),
  'an encoded letter': (path) => ({ path: path.replace(/a/, '%61') }),
  'every letter encoded': (path) => ({ path: path.replaceAll(/[a-z]/g, encodeLetter) }),
  'an overlong encoding': (path) => ({ path: path.replace(/a/, '%c1%a1') }),
  'full-width letters': (path) => ({ path: path.replace(/a/, encodeURIComponent('ａ')) }),
  'path parameters': (path) => ({ path: `${path};x=1` }),
  'path parameters inside': (path) => ({ path: path.replace(/^\/\w+/, '$&;x') }),
  'an encoded semicolon': (path) => ({ path: `${path}%3Bx` }),
  'a slash at the end': (path) => ({ path: `${path}/` }),
  'two slashes at the end': (path) => ({ path: `${path}//` }),
  'a dot at the end': (path) => ({ path: `${path}/.` }),
  'a full stop': (path) => ({ path: `${path}.` }),
  'a space': (path) => ({ path: `${path}%20` }),
  'a tab before': (path) => ({ path: `/%09${path.slice(1)}` }),
  'a null': (path) => ({ path: `${path}%00` }),
  'a null and an ending': (path) => ({ path: `${path}%00.png` }),
  'a line break': (path) => ({ path: `${path}%0d%0aset-cookie:x` }),
  'a fragment': (path) => ({ path: `${path}%23x` }),
  'a question mark': (path) => ({ path: `${path}?` }),
  'an encoded question mark': (path) => ({ path: `${path}%3Fx` }),
  'upper case': (path) => ({ path: path.toUpperCase() }),
  'one capital': (path) => ({ path: path.replace(/[a-z]/, (letter) => letter.toUpperCase()) }),
  'the data form': (path) => ({ path: `${path}.data` }),
  'the data form with a slash': (path) => ({ path: `${path}.data/` }),
  'the data form of an index': (path) => ({ path: `${path}/_.data` }),
  'the data form twice': (path) => ({ path: `${path}.data.data` }),
  'the data form in capitals': (path) => ({ path: `${path}.DATA` }),
  'the data form encoded': (path) => ({ path: `${path}%2edata` }),
  'the data of the root alone': (path) => ({ path: `${path}.data?_routes=root` }),
  'the data of the frame alone': (path) => ({ path: `${path}.data?_routes=routes%2Fstaff%2Fframe` }),
  'the data of no route': (path) => ({ path: `${path}.data?_routes=` }),
  'the data of some other route': (path) => ({
    path: `${path}.data?_routes=routes%2Fstaff%2Fsystem&_routes=root`,
  }),
  'an ending of JSON': (path) => ({ path: `${path}.json` }),
  'an ending of a style sheet': (path) => ({ path: `${path}/x.css` }),
  'an ending of HTML': (path) => ({ path: `${path}.html` }),
  'index in the query': (path) => ({ path: `${path}?index` }),
  'a method in the query': (path) => ({ path: `${path}?_method=DELETE&_method=POST` }),
  'parameters twice': (path) => ({ path: `${path}?page=1&page=1&do=x&do=y` }),
  'parameters in brackets': (path) => ({ path: `${path}?user[role]=admin&__proto__[role]=admin` }),
  'another address in a header': (path) => ({
    path: '/iaps',
    headers: { 'x-original-url': path, 'x-rewrite-url': path, 'x-forwarded-prefix': path },
  }),
  'an open address in a header': () => ({ headers: { 'x-original-url': '/', 'x-rewrite-url': '/' } }),
  'a method in a header': () => ({
    headers: { 'x-http-method-override': 'DELETE', 'x-http-method': 'PUT', 'x-method-override': 'POST' },
  }),
  'a foreign host': () => ({ headers: { host: 'admin.internal', 'x-forwarded-host': 'localhost' } }),
  'the address of this machine': () => ({
    headers: { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  }),
  'a user in a header': () => ({
    headers: {
      'x-remote-user': 'admin',
      'x-forwarded-user': 'admin',
      authorization: 'Basic YWRtaW46YWRtaW4=',
    },
  }),
  'the headers of a prefetch': () => ({
    headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch', 'x-moz': 'prefetch' },
  }),
  'the headers of the framework': () => ({
    headers: {
      'x-react-router-spa-mode': 'yes',
      'x-react-router-prerender-data': '{}',
      'x-middleware-subrequest': 'middleware',
      'rsc-action-id': 'x',
    },
  }),
}

const tried: VisitorKind[] = ['visitor', 'editor']

interface Guarded {
  id: string
  path: string
  /** The answer of the address itself to each. */
  plainly: Partial<Record<VisitorKind, string>>
}

const test = base.extend<{ guarded: Guarded[] }>({
  guarded: [
    async ({ port, table, callers }, use) => {
      captureLog()
      const guarded: Guarded[] = []
      for (const { id, path } of table.filter(
        ({ id, isLayout }) => !isLayout && !policy[id]?.read.includes('visitor'),
      )) {
        const plainly: Guarded['plainly'] = {}
        for (const kind of tried) {
          const cookie = callers[kind].cookie
          plainly[kind] = await decisionOn(await ask(port, path, cookie ? { cookie } : {}), id)
        }
        guarded.push({ id, path, plainly })
      }
      await use(guarded)
    },
    { scope: 'file' },
  ],
})

test('there are addresses to guard, and visitors see none of them', ({ guarded }) => {
  expect(guarded.length).toBeGreaterThan(15)
  expect(new Set(guarded.map(({ plainly }) => plainly.visitor))).toEqual(
    new Set(['405', 'to /admin/admin-editor-login']),
  )
})

test.for(Object.keys(tricks))('%s opens nothing', async (name, { port, site, guarded, callers }) => {
  captureLog()
  const before = await dumpState(site.db)
  const wrong: string[] = []
  const column = Object.keys(tricks).indexOf(name)
  for (const [at, kind] of tried.entries()) {
    const cookie = callers[kind].cookie
    const taken = guarded.filter((_, row) => isTaken(row + at, column, 16))
    for (const { id, path: canonical, plainly } of taken) {
      const { path = canonical, headers = {} } = tricks[name]!(canonical)
      const sent = { ...headers, ...(cookie && { cookie }) }
      const plain = plainly[kind]
      const tricked = await decisionOn(await ask(port, path, sent), id)
      const nowhere = ['400', '404', '405', 'nothing of it', `to ${canonical}`, `to ${canonical}.data`]
      // Beside an address that is only for POST there may be a guarded page, which then refuses in its own way.
      const turnedAway = plain === '405' ? ['to /admin/admin-editor-login', '403'] : []
      // An address that is not a page shows nothing of the route's own page, in either form, to those who may read it.
      const mayRead = plain === 'nothing of it' && (policy[id]?.read as string[] | undefined)?.includes(kind)
      const isShown = mayRead && tricked === '200'
      if (tricked !== plain && !isShown && ![...nowhere, ...turnedAway].includes(tricked))
        wrong.push(`${kind} at ${path}: ${tricked}, not ${plain}`)
    }
  }

  expect(wrong).toEqual([])
  expect(await dumpState(site.db)).toEqual(before)
})

test.for(['http://localhost:3000', 'http://evil.example', 'https://evil.example:99'])(
  'an address with %s before it is none of ours',
  async (start, { port, callers }) => {
    captureLog()
    const { status } = await ask(port, `${start}/admin/dashboard`, { cookie: callers.admin.cookie })

    expect(status).toBe(404)
  },
)

test.for([
  ['a made-up session first', (cookie: string) => `iaps_session=made-up; ${cookie}`],
  ['another name', (cookie: string) => cookie.replace('iaps_session', 'session')],
  ['a name in capitals', (cookie: string) => cookie.replace('iaps_session', 'IAPS_SESSION')],
  ['a quoted value', (cookie: string) => cookie.replace(/=(.+)/, '="$1"')],
  ['half of the token', (cookie: string) => cookie.slice(0, 30)],
  ['an empty token', () => 'iaps_session='],
  ['a token that cannot be decoded', () => 'iaps_session=%E0%A4%A'],
  ['the prefix of the other scheme', (cookie: string) => `__Host-${cookie}`],
] as const)('a cookie with %s is not a session', async ([, change], { port, callers }) => {
  const { status, headers } = await ask(port, '/admin/dashboard', { cookie: change(callers.admin.cookie) })

  expect(status).toBe(302)
  expect(headers.location).toMatch(/^\/admin\/admin-editor-login\?/)
})

/** The status, the redirect, or that the answer contains nothing of the route. */
async function decisionOn({ status, headers, bytes }: HttpAnswer, id: string): Promise<string> {
  if (status === 308) return `to ${headers.location?.replace(/\?.*/, '')}`
  if (headers['x-remix-response'] && status === 202) return `to ${plainPath(await readTurboRedirect(bytes))}`
  if (headers.location) return `to ${plainPath(headers.location)}`
  if (!headers['x-remix-response'] || status !== 200)
    return status === 200 ? pageOf(bytes, id) : String(status)
  const sent = (await readTurbo(bytes)) as Record<string, object>
  return id in sent ? '200' : 'nothing of it'
}

function plainPath(address = ''): string {
  return address.replace(origin, '').replace(/\?.*/, '')
}

/** A page of the staff area hydrates, so it contains the names of its routes. */
function pageOf(bytes: Buffer, id: string): string {
  return bytes.includes('data-hydrates') || bytes.includes(id) ? '200' : 'nothing of it'
}

function encodeLetter(letter: string): string {
  return `%${letter.codePointAt(0)?.toString(16)}`
}
