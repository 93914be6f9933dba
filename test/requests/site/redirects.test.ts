import { expect } from 'vitest'
import { nextPath, secondFactorPath } from '#routes/request/answers.server.ts'
import { policy } from '#routes/request/policy.server.ts'
import { sendLinkLetter } from '#features/staff/joining/recovery.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isTaken } from '#test/harness/scale.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { makeStaff, rightPassword } from '#test/makers/staff.ts'
import { readTurboRedirect } from '#test/harness/turbo-data.ts'
import { makeCaller, test } from '#test/harness/visitors.ts'
import { openLetters } from '#test/makers/letters.ts'

/** No answer leads off the site, names another site as ours, or caches for others what one person saw. */

const away = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  'https:evil.example',
  'https://evil.example',
  'https:/evil.example',
  'HTTPS://evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '.evil.example',
  '@evil.example',
  '/.evil.example',
  '/admin/..//evil.example',
  '/admin/dashboard\r\nset-cookie: a=b',
  '/admin/dashboard?next=//evil.example',
  '/admin/dashboard#//evil.example',
  '/admin/dashboard//evil.example',
  '/admin/../iaps',
  '/admin/sign-out/',
  '/iaps',
  '/',
  '',
  'admin/dashboard',
  ` /admin/dashboard`,
  '/admin/dashboard ',
  'x'.repeat(2000),
]

test('after signing in, a foreign address is not followed', () => {
  const homes = { admin: '/admin/dashboard', editor: '/editor/dashboard', '': '/account/profile' }
  for (const [role, home] of Object.entries(homes))
    for (const next of away) expect(nextPath(next, role || null), next).toBe(home)
})

test('after signing in, a page of the staff area is followed', () => {
  for (const next of ['/admin/staff', '/editor/dashboard', '/account/profile', '/admin/audit'])
    expect(nextPath(next, 'admin')).toBe(next)
})

test('the second factor leads on to a page of the staff area and to no foreign address', () => {
  for (const next of away) expect(secondFactorPath(next), next).toBe('/admin/second-factor')
  expect(secondFactorPath('/editor/people?q=T')).toBe('/admin/second-factor?next=%2Feditor%2Fpeople%3Fq%3DT')
})

test('the sign-in page redirects signed-in users to no foreign address', async ({ port, callers }) => {
  for (const next of away.filter((next) => next.length < 1000)) {
    const query = `?next=${encodeURIComponent(next)}&next=%2F%2Fevil.example`
    const page = await ask(port, `/admin/admin-editor-login${query}`, { cookie: callers.editor.cookie })
    const data = await ask(port, `/admin/admin-editor-login.data${query}`, { cookie: callers.editor.cookie })
    if (page.status === 400) continue
    expect([page.status, page.headers.location], next).toEqual([302, '/editor/dashboard'])
    expect(await readTurboRedirect(data.bytes), next).toBe('/editor/dashboard')
  }
})

test(
  'a sign-in form that names another site leads to the dashboard',
  { timeout: 60_000 },
  async ({ port, site }) => {
    for (const next of away.slice(0, 12)) {
      const person = await makeStaff(site.db, autumn, { role: 'editor' })
      const body = new URLSearchParams({ email: person.email, password: rightPassword, next }).toString()
      const answer = await ask(port, '/admin/admin-editor-login', { ...posted, body })
      expect([answer.status, answer.headers.location], next).toEqual([302, '/editor/dashboard'])
    }
  },
)

test('a sign-in page repeats a foreign address only as text of its hidden field', async ({ port }) => {
  const { text } = await ask(port, `/admin/admin-editor-login?next=${encodeURIComponent('javascript:"><b>')}`)

  expect(text).not.toMatch(/(href|action|src)="javascript:/)
  expect(text).not.toContain('"><b>')
})

test('every address with a slash too many is redirected by a local path', async ({ port, table }) => {
  captureLog()
  for (const { path } of table.filter(({ path }) => path !== '/')) {
    const { status, headers } = await ask(port, `${path}/?next=//evil.example`, { host: 'evil.example' })
    expect([status, headers.location]).toEqual([308, `${path}?next=//evil.example`])
  }
  for (const path of ['//evil.example/', '/\\evil.example/', '/%2fevil.example/', '/.//evil.example/'])
    expect((await ask(port, path)).headers.location).toBeUndefined()
})

const forged = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '6666',
  'x-forwarded-prefix': '/evil.example',
  'x-forwarded-server': 'evil.example',
  'x-original-url': 'https://evil.example/',
  'x-host': 'evil.example',
  forwarded: 'host=evil.example;proto=gopher',
}

test(
  'a forged host is on no page, in no feed and in no redirect',
  { timeout: 120_000 },
  async ({ port, table, callers }) => {
    captureLog()
    for (const [row, { path }] of table.entries()) {
      for (const cookie of ['', callers.admin.cookie].filter((_, column) => isTaken(row, column, 2))) {
        const { headers, text } = await ask(port, path, { ...forged, ...(cookie && { cookie }) })
        expect(JSON.stringify(headers) + text, path).not.toMatch(/evil\.example|gopher/)
      }
    }
  },
)

test('a forged host is in no letter', async ({ port, testSite, callers }) => {
  const { site, config } = testSite
  const post = (path: string, form: Record<string, string>, cookie = '') =>
    ask(port, path, {
      ...posted,
      ...forged,
      ...(cookie && { cookie }),
      body: new URLSearchParams(form).toString(),
    })
  const reason = 'As the council decided.'
  await post('/admin/staff', { email: 'tara@example.org', role: 'editor', reason }, callers.admin.cookie)
  const waiting = await makeCaller(testSite, { role: 'editor', state: 'pending' })
  await post(`/admin/staff/${waiting.id}?do=approve`, { role: 'editor', reason }, callers.admin.cookie)
  await post('/admin/forgotten-password', { email: callers.editor.email })
  await sendLinkLetter(site.db, config, { purpose: 'reset', email: callers.editor.email }, autumn)

  const letters = await openLetters(site.db)
  const links = letters.flatMap(
    ({ body_text, body_html }) => (body_text + body_html).match(/\bhttps?:[^\s"<]+/g) ?? [],
  )
  expect(letters.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['staff.invited', 'staff.approved', 'staff.reset']),
  )
  expect(links.filter((link) => !link.startsWith(`${origin}/`))).toEqual([])
  expect(links.length).toBeGreaterThan(2)
})

test(
  'nothing that a signed-in user gets may be cached, nor any page of the staff area',
  { timeout: 120_000 },
  async ({ port, table, callers }) => {
    captureLog()
    const saved: string[] = []
    const pages = table.filter(({ id }) => !id.startsWith('routes/endpoints/') && !id.startsWith('feed/'))
    for (const [row, { path }] of pages.entries())
      for (const [at, kind] of (['half', 'pending', 'admin'] as const).entries())
        for (const address of [path, `${path === '/' ? '/_' : path}.data`].filter((_, column) =>
          isTaken(row + at, column, 4),
        )) {
          const { headers } = await ask(port, address, { cookie: callers[kind].cookie })
          if (headers['cache-control'] !== 'no-store') saved.push(`${address}: ${headers['cache-control']}`)
          if (headers.etag) saved.push(`${address} has a tag`)
        }
    for (const { path, id } of table.filter(({ id }) => id.startsWith('routes/staff/')))
      for (const cookie of ['', callers.expired.cookie]) {
        const { headers } = await ask(port, path, cookie ? { cookie } : {})
        if (headers['cache-control'] !== 'no-store')
          saved.push(`${id} for visitors: ${headers['cache-control']}`)
      }

    expect(saved).toEqual([])
  },
)

test('a cached page is the same for all, whoever requested it first', async ({ port, table, callers }) => {
  captureLog()
  const open = table.filter(
    ({ id }) => policy[id]?.read.includes('visitor') && /^(reading|routes\/site)/.test(id),
  )
  for (const { path } of open) {
    const signedIn = await ask(port, path, { cookie: callers.admin.cookie, ...forged })
    const first = await ask(port, path, { ...forged, cookie: 'theme=dark; other=1', 'accept-language': 'xx' })
    const second = await ask(port, path)
    expect(second.text, path).toBe(first.headers['cache-control'] === 'no-store' ? second.text : first.text)
    expect(second.text, path).not.toContain(callers.admin.email)
    expect(second.text, path).not.toContain('Admin Dashboard')
    if (path === '/') expect(signedIn.text).toContain('Admin Dashboard')
  }
})

const posted = { method: 'POST', origin, 'content-type': 'application/x-www-form-urlencoded' }
