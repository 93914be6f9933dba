import { expect } from 'vitest'
import { listDeadPaths } from '#features/content/addresses/paths.server.ts'
import { policy } from '#routes/request/policy.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

test('every page that visitors can open is a valid link target', async ({ site, table }) => {
  const open = table.filter(
    ({ id, path, isLayout }) =>
      !isLayout &&
      policy[id]?.read.includes('visitor') &&
      !/^routes\/staff\/|not-found/.test(id) &&
      !/^\/(files|pictures|preview|draft|confirm)\//.test(path) &&
      !isPersonal(path),
  )

  expect(open.length).toBeGreaterThan(40)
  expect([
    ...(await listDeadPaths(
      site.db,
      open.map(({ path }) => path),
    )),
  ]).toEqual([])
  expect([
    ...(await listDeadPaths(site.db, ['/none', '/gallery/none/1', '/fellowship/fellows/none'])),
  ]).toHaveLength(3)
})

test('the starter content has no broken link', async ({ visit, callers }) => {
  const answer = await visit('/editor/links', { headers: { cookie: callers.editor.cookie } })
  const html = await answer.text()

  expect(answer.status).toBe(200)
  expect(html).toContain('No broken links')
  expect(html).not.toContain('Target page')
})

test('an administrator redirects an old address, and removes the redirect', async ({
  port,
  visit,
  callers,
}) => {
  captureLog()
  const headers = { origin, cookie: callers.admin.cookie }
  const added = await visit('/editor/links?do=add', { form: { from: '/old.html', to: '/news' }, headers })
  expect([added.status, added.headers.get('location')]).toEqual([302, '/editor/links#redirects'])
  expect((await ask(port, '/old.html')).headers.location).toBe('/news')
  const list = await (await visit('/editor/links', { headers: { cookie: callers.admin.cookie } })).text()
  expect(list).toContain('aria-label="Delete /old.html"')

  await visit('/editor/links?do=remove', { form: { from: '/old.html' }, headers })
  expect((await visit('/old.html')).status).toBe(404)
})

test.for([
  [{ from: '/old', to: 'https://evil.example' }, 400, 'Enter an address of this site'],
  [{ from: '//evil.example', to: '/news' }, 400, 'Enter an address of this site'],
  [{ from: '/news', to: '/awards' }, 409, 'A page already has this address.'],
  [{ from: '/old', to: '/none' }, 409, 'There is no page at the target address.'],
] as const)('%o gets the status %i: %s', async ([form, status, sentence], { visit, callers }) => {
  captureLog()
  const answer = await visit('/editor/links?do=add', {
    form,
    headers: { origin, cookie: callers.admin.cookie },
  })
  const html = await answer.text()

  expect(answer.status).toBe(status)
  expect(html).toContain(sentence)
  expect(html).toContain(`value="${form.from}"`)
})

test('an editor may read but not change', async ({ visit, callers }) => {
  captureLog()
  const answer = await visit('/editor/links?do=add', {
    form: { from: '/old', to: '/news' },
    headers: { origin, cookie: callers.editor.cookie },
  })

  expect(answer.status).toBe(403)
})

/** What opens only for people who have started a form, got an email, or have a certificate. */
function isPersonal(path: string): boolean {
  return /^\/(newsletter\/(confirm|leave)|certificates\/[\w-]{22,26}|membership\/pay\/|my-page\/(?!sign-in)|(membership\/form|fellowship\/\S+-form)\/)/.test(
    path,
  )
}
