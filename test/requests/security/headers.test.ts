import { readdirSync } from 'node:fs'
import { expect, test as base } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import { gentleCloser } from '#server/http/stop.server.ts'
import { policyFaults } from '#test/harness/content-policy.ts'
import { ask, listen, sendRaw, type HttpAnswer } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { listAddressed, type AddressedRoute } from '#test/harness/route-table.ts'
import { isTaken } from '#test/harness/scale.ts'
import { autumn, openStarterSite, type TestSite } from '#test/harness/site.ts'
import { makeVisitors, type Caller, type VisitorKind } from '#test/harness/visitors.ts'

/** What every answer contains with TLS, and what no answer reveals. */

const origin = 'https://iaps.example'

const test = base.extend<{
  testSite: TestSite
  port: number
  callers: Record<VisitorKind, Caller>
  table: AddressedRoute[]
}>({
  testSite: [
    async ({}, use) => {
      const testSite = await openStarterSite(origin)
      await use(testSite)
      await testSite.close()
    },
    { scope: 'file' },
  ],
  port: [
    async ({ testSite }, use) => {
      const close = gentleCloser(testSite.site.http)
      await use(await listen(testSite.site.http))
      await close()
    },
    { scope: 'file' },
  ],
  callers: [async ({ testSite }, use) => use(await makeVisitors(testSite)), { scope: 'file' }],
  table: [
    async ({ testSite, callers }, use) => use(await listAddressed(testSite.site, callers.editor.id)),
    { scope: 'file' },
  ],
})

const everywhere: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=(\d{8,})$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
}

test(
  'every route, in every form and for everyone, has the headers',
  { timeout: 300_000 },
  async ({ port, table, callers }) => {
    captureLog()
    const wrong: string[] = []
    for (const [row, { path }] of table.entries())
      for (const [at, kind] of (['visitor', 'admin'] as const).entries()) {
        const forms = [
          ['GET', path],
          ['HEAD', path],
          ['GET', `${path === '/' ? '/_' : path}.data`],
          ['POST', path],
          ['PUT', path],
          ['GET', `${path}/`],
        ] as const
        for (const [method, address] of forms.filter((_, column) => isTaken(row + 3 * at, column, 8))) {
          const cookie = callers[kind].cookie
          const form = { origin, 'content-type': 'application/x-www-form-urlencoded', body: 'nonsense=1' }
          const answer = await ask(port, address, {
            method,
            ...(cookie && { cookie }),
            ...(method === 'POST' && form),
          })
          wrong.push(...faultsOf(answer, `${method} ${address} for ${kind}`))
        }
      }

    expect(wrong).toEqual([])
  },
)

test('scripts of other sites read the keys and status lists of credentials, and nothing near them', async ({
  port,
  testSite: { site },
}) => {
  captureLog()
  const [person] = await site.db.selectFrom('person').select('id').limit(1).execute()
  const issued = await issueCertificate(site.db, system, person?.id ?? '', { kind: 'membership' }, autumn)
  const code = issued.ok ? issued.code : ''
  const elsewhere = { origin: 'https://verifier.example' }
  for (const path of ['/.well-known/did.json', `/certificates/status/CM-${autumn.getUTCFullYear()}`]) {
    const { status, headers } = await ask(port, path, elsewhere)
    expect([status, headers['access-control-allow-origin'], headers['set-cookie']]).toEqual([
      ...[200, '*', undefined],
    ])
  }
  for (const path of [
    ...['/.well-known/did.json.data', '/.well-known/did.jsonx', '/certificates/status/CM-1950'],
    ...['/certificates/key', `/certificates/${code}`, `/certificates/${code}/credential.json`],
    ...[`/certificates/${code}/certificate.pdf`, '/certificates/badges/membership.png', '/', '/feed.atom'],
  ]) {
    const answer = await ask(port, path, elsewhere)
    expect(answer.headers['access-control-allow-origin'], path).toBeUndefined()
  }
})

test.for([
  ['/no-such-page', 404],
  ['/%ff', 400],
  ['//x', 404],
  [`/${'a'.repeat(3000)}`, 414],
  ['/assets/none.js', 404],
  ['/files/none/none', 404],
  ['/pictures/none', 404],
  ['/preview/none', 404],
  ['/search?q=a&q=b', 400],
  ['/admin/link/none', 404],
] as const)(
  'the error at %s has the headers and reveals nothing about the machine',
  async ([path, status], { port }) => {
    captureLog()
    const answer = await ask(port, path)

    expect(answer.status).toBe(status)
    expect(faultsOf(answer, path)).toEqual([])
  },
)

test('an unreadable request is answered with the headers', async ({ port }) => {
  captureLog()
  for (const bytes of [
    'NONSENSE\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ]) {
    const said = (await sendRaw(port, bytes)).toLowerCase()
    expect(said).toMatch(/^http\/1\.1 4\d\d /)
    for (const name of [...Object.keys(everywhere), 'content-security-policy'])
      expect(said).toContain(`\n${name}: `)
    expect(said).not.toMatch(telltale)
  }
})

test('a failure on our side says so with a reference and nothing else', async ({
  port,
  testSite,
  callers,
}) => {
  const logged = captureLog()
  await testSite.site.db.schema.alterTable('mail').renameTo('mail_away').execute()
  try {
    for (const address of ['/admin/mail', '/admin/mail.data', '/admin/system']) {
      const answer = await ask(port, address, { cookie: callers.admin.cookie })
      expect(answer.status, address).toBe(500)
      expect(faultsOf(answer, address)).toEqual([])
      expect(answer.text).not.toMatch(/mail_away|no such table|relation|select |sqlite|postgres|kysely/i)
    }
  } finally {
    await testSite.site.db.schema.alterTable('mail_away').renameTo('mail').execute()
  }

  expect(logged.filter(({ event }) => event === 'request.failed').length).toBeGreaterThan(2)
})

test('every built file has the headers, and none is a source map', async ({ port }) => {
  const built = readdirSync('build/client', { recursive: true, withFileTypes: true })
  const files = built.filter((item) => item.isFile()).map((item) => `${item.parentPath}/${item.name}`)
  const addresses = files
    .map((file) => file.replace(/.*build\/client/, ''))
    .filter((file) => !/\.(br|gz)$/.test(file))
  const scripts: string[] = []
  expect(addresses.length).toBeGreaterThan(30)
  expect(addresses.filter((address) => address.endsWith('.map'))).toEqual([])
  for (const address of addresses) {
    const answer = await ask(port, address)
    expect(answer.status, address).toBe(200)
    expect(faultsOf(answer, address)).toEqual([])
    if (/\.(js|css)$/.test(address)) expect(answer.text).not.toContain('sourceMappingURL')
    if (address.endsWith('.js')) scripts.push(answer.text)
  }
  // By default the schema library tries eval, which violates the policy of the page.
  const withSchemas = scripts.filter((text) => text.includes('ZodError'))
  expect(withSchemas.length).toBeLessThanOrEqual(1)
  expect(scripts.filter((text) => /jitless:!0/.test(text))).toHaveLength(withSchemas.length)
})

const nothing = [
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/.env.local',
  '/.ssh/id_rsa',
  '/.well-known/x',
  '/@fs/etc/passwd',
  '/@fs/',
  '/@vite/client',
  '/@id/x',
  '/@react-refresh',
  '/__manifest',
  '/__vite_ping',
  '/node_modules/react/package.json',
  '/package.json',
  '/package-lock.json',
  '/server.ts',
  '/app/root.tsx',
  '/build/server/index.js',
  '/data/site.db',
  '/site.db',
  '/secret',
  '/data/secret',
  '/assets/root.js.map',
  '/assets/../server/index.js',
  '/assets/..%2f..%2fserver%2findex.js',
  '/icon.svg.map',
  '/icon.svg.br',
  '/debug',
  '/metrics',
  '/status',
  '/server-status',
  '/phpinfo.php',
  '/wp-login.php',
  '/api',
  '/api/auth/session',
  '/api/auth/sign-in/email',
  '/graphql',
  '/admin',
  '/admin/',
  '/account',
  '/editor',
]

test.for(nothing)('there is nothing at %s', async (path, { port, callers }) => {
  captureLog()
  for (const cookie of ['', callers.admin.cookie]) {
    const answer = await ask(port, path, cookie ? { cookie } : {})
    expect([308, 404]).toContain(answer.status)
    expect(faultsOf(answer, path)).toEqual([])
  }
})

test('what the build names as its own source is not served', async ({ port }) => {
  captureLog()
  const { text } = await ask(port, '/confirm/consent?token=x')
  const scripts = text.match(/\/assets\/[\w.-]+\.js/g) ?? []
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of new Set(scripts)) expect((await ask(port, `${script}.map`)).status).toBe(404)
})

test.for(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'DEBUG', 'get', 'OPTIONS', 'LINK', 'PURGE'])(
  '%s is no method here',
  async (method, { port }) => {
    captureLog()
    const said = await sendRaw(
      port,
      `${method} /iaps HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Secret: canary\r\n\r\n`,
    )

    expect(said).toMatch(/^(HTTP\/1\.1 4(00|05) |$)/)
    expect(said).not.toContain('canary')
  },
)

test('a session cookie is bound to the host and TLS, and hidden from scripts', async ({
  callers,
  testSite,
}) => {
  expect(callers.editor.cookie).toMatch(/^__Host-iaps_session=/)
  const { beginSession } = await import('#features/staff/session/sessions.server.ts')
  const client = { address: '192.0.2.1', userAgent: '', tokens: {} }
  const begin = { userId: callers.editor.id, secondFactorAt: null, provedAt: new Date() }
  const session = await beginSession(testSite.site.db, testSite.config, begin, client, new Date())
  const [line = ''] = staffCookies(testSite.config, { session })

  expect(line).toMatch(/; Path=\/(;|$)/)
  expect(line).toMatch(/; HttpOnly(;|$)/)
  expect(line).toMatch(/; Secure(;|$)/)
  expect(line).toMatch(/; SameSite=Lax(;|$)/i)
  expect(line).not.toMatch(/; Domain=/i)
})

/** Words that would reveal what the site runs on or where it is stored. */
const telltale =
  /node_modules|\bat \S+ \((?!Prayagraj)|\.tsx?:\d+|\/build\/server|better-sqlite3|kysely|SQLITE_|\bNode(\.js)?\/?\s?v?2\d\.|x-powered-by|ECONN|react-router v/i

/** The only answers that scripts of other sites may read (decision 75). */
const forScripts =
  /^(?:GET |HEAD )?\/(?:\.well-known\/did\.json|certificates\/status\/C[FM]-\d{4})(?: for \w+)?$/

function faultsOf({ status, headers, text }: HttpAnswer, requested: string): string[] {
  const faults: string[] = []
  for (const [name, form] of Object.entries(everywhere))
    if (!form.test(String(headers[name]))) faults.push(`${requested}: ${name} is ${String(headers[name])}`)
  for (const name of [
    'server',
    'x-powered-by',
    'x-react-router-version',
    'via',
    'access-control-allow-credentials',
  ])
    if (headers[name]) faults.push(`${requested}: has ${name}`)
  const allowed = headers['access-control-allow-origin']
  if (allowed && !(status === 200 && allowed === '*' && forScripts.test(requested)))
    faults.push(`${requested}: has access-control-allow-origin`)
  const age = Number(
    everywhere['strict-transport-security']?.exec(String(headers['strict-transport-security']))?.[1],
  )
  if (!(age >= 31_536_000)) faults.push(`${requested}: HSTS is too short`)
  const type = headers['content-type'] ?? ''
  const hasBody = status !== 308 && status !== 302 && status !== 304
  if (
    hasBody &&
    /^text\/(?!x-script)|json|xml|javascript/.test(type) &&
    !/charset=utf-8/i.test(type) &&
    !/json|svg/.test(type)
  )
    faults.push(`${requested}: ${type} has no charset`)
  if (type.startsWith('text/html'))
    faults.push(...faultsOfPolicy(String(headers['content-security-policy']), requested))
  if (status >= 400 && headers['cache-control'] !== 'no-store') faults.push(`${requested}: may be kept`)
  if (status >= 400 && telltale.test(text)) faults.push(`${requested}: tells ${telltale.exec(text)?.[0]}`)
  return faults
}

/** An answer that is not a page may run nothing at all; a page must say what. */
function faultsOfPolicy(policy: string, requested: string): string[] {
  const isPage = policy.includes('script-src')
  const inert = `default-src 'none'; frame-ancestors 'none'`
  const faults = isPage
    ? policyFaults(policy, /\/\S*/.exec(requested)?.[0] ?? '')
    : policy === inert
      ? []
      : [policy]
  return faults.map((fault) => `${requested}: ${fault}`)
}
