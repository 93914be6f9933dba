import { expect } from 'vitest'
import { toTyped } from '#features/settings/declared.ts'
import { shownHashOfPage } from '#features/settings/operations.server.ts'
import { onPage, type SettingPage } from '#features/settings/pages.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { prepareActs } from '#test/models/acts.ts'
import type { Act } from '#test/models/acts/act.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { rightPassword } from '#test/makers/staff.ts'
import { makeCaller, signInAgain, test as base, type Caller } from '#test/harness/visitors.ts'

/** Sensitive actions need a proof that is not older than 15 minutes. */

const minute = 60_000
const grave = ['routes/staff/accounts/staff-account', 'routes/staff/accounts/staff-accounts']

const test = base.extend<{ acts: Act[] }>({
  acts: [async ({ testSite }, use) => use(await prepareActs(testSite)), { scope: 'file' }],
})

test('an older session changes no account without the password, and with it does', async ({
  testSite,
  port,
  acts,
}) => {
  captureLog()
  const todo = acts.filter(({ route }) => grave.includes(route))
  expect(todo).toHaveLength(7)
  for (const { name, path, form } of todo) {
    const admin = await makeCaller(testSite, { role: 'admin' })
    const before = await countDone(testSite)
    const stale = await signedInFor(testSite, admin, 16)
    const requested = await post(port, path, stale, form)
    expect(requested.status, name).toBe(403)
    for (const [field, value] of Object.entries(form))
      expect(requested.text, name).toContain(`type="hidden" name="${field}" value="${value}"`)
    const wrong = await post(port, path, stale, { ...form, confirmation: 'not the right one' })
    expect(wrong.status, name).toBe(403)
    expect(wrong.text).toContain('This is not your password.')
    expect(wrong.text).not.toContain('not the right one')
    expect(await countDone(testSite), name).toBe(before)

    const done = await post(port, path, stale, { ...form, confirmation: rightPassword })
    expect(done.status, name).toBe(302)
    expect(String(done.headers['set-cookie']), name).toContain('iaps_session=')
    expect(await countDone(testSite), name).toBe(before + 1)
    expect((await ask(port, '/admin/staff', { cookie: stale.cookie })).status, name).toBe(302)
  }
})

test('within 15 minutes no password is needed', async ({ testSite, port }) => {
  captureLog()
  const admin = await makeCaller(testSite, { role: 'admin' })
  const form = { email: 'new.editor@example.org', role: 'editor', reason: 'As the council decided.' }
  const { status } = await post(port, '/admin/staff', await signedInFor(testSite, admin, 14), form)
  expect(status).toBe(302)
})

test('a refusal after the password keeps the person signed in', async ({ testSite, port }) => {
  captureLog()
  const admin = await makeCaller(testSite, { role: 'admin' })
  const stale = await signedInFor(testSite, admin, 20)
  const form = { email: admin.email, role: 'editor', reason: 'Twice.', confirmation: rightPassword }
  const refused = await post(port, '/admin/staff', stale, form)

  expect(refused.status).toBe(409)
  const [cookie = ''] = String(refused.headers['set-cookie']).split(';')
  expect((await ask(port, '/admin/staff', { cookie })).status).toBe(200)
})

test('only security settings ask for the password', async ({ testSite, port }) => {
  captureLog()
  const { db } = testSite.site
  const admin = await makeCaller(testSite, { role: 'admin' })
  const stale = await signedInFor(testSite, admin, 16)
  const save = async (page: SettingPage, changes: Record<string, string>) => {
    const settings = await readSettings(db)
    const form = onPage(page, toTyped(settings)) as Record<string, string>
    const shownHash = shownHashOfPage(page, settings)
    return post(port, `/admin/settings/${page}`, stale, { ...form, shownHash, ...changes })
  }
  expect((await save('academy', { phone: '+91 1' })).status).toBe(302)
  const { secondFactorForAdmins } = await readSettings(db)
  for (const [page, name, value] of [
    ['access', 'neutralSignIn', 'yes'],
    ['access', 'secondFactorForAdmins', secondFactorForAdmins ? 'no' : 'yes'],
    ['access', 'editorsPublish', 'yes'],
    ['data', 'auditMailTo', 'heads@example.org'],
    ['data', 'retentionMonths', '1'],
  ] as const) {
    const requested = await save(page, { [name]: value })
    expect(requested.status, name).toBe(403)
    expect(requested.text, name).toContain('Enter your password to continue.')
  }
  expect((await readSettings(db)).neutralSignIn).toBe(false)

  expect((await save('access', { neutralSignIn: 'yes', confirmation: rightPassword })).status).toBe(302)
  expect((await readSettings(db)).neutralSignIn).toBe(true)
})

test('an export leads to the page that asks, and from there back to the list', async ({ testSite, port }) => {
  captureLog()
  const admin = await makeCaller(testSite, { role: 'admin' })
  const stale = await signedInFor(testSite, admin, 16)
  const form = { format: 'csv', reason: 'For the council.' }
  const led = await post(port, '/editor/people/export?q=T', stale, form)
  expect([led.status, led.headers.location]).toEqual([
    302,
    '/account/confirm?next=%2Feditor%2Fpeople%3Fq%3DT',
  ])
  const path = String(led.headers.location)
  expect((await ask(port, path, { cookie: stale.cookie })).text).toContain('Confirm your password')
  expect((await post(port, path, stale, { password: 'not the right one' })).status).toBe(403)
  const done = await post(port, path, stale, { password: rightPassword })
  expect([done.status, done.headers.location]).toEqual([302, '/editor/people?q=T'])
  const [cookie = ''] = String(done.headers['set-cookie']).split(';')
  const file = await post(port, '/editor/people/export?q=T', { ...stale, cookie }, form)
  expect(file.status).toBe(200)
})

test('guesses of the password are counted', async ({ testSite, port }) => {
  captureLog()
  const admin = await makeCaller(testSite, { role: 'admin' })
  const stale = await signedInFor(testSite, admin, 16)
  const form = { email: 'x@example.org', role: 'editor', reason: 'Why not.', confirmation: 'a wrong one' }
  for (let time = 0; time < 10; time++)
    expect((await post(port, '/admin/staff', stale, form)).status).toBe(403)
  const last = await post(port, '/admin/staff', stale, { ...form, confirmation: rightPassword })
  expect(last.status).toBe(429)
})

function signedInFor(testSite: TestSite, person: Caller, minutes: number): Promise<Caller> {
  return signInAgain(testSite, person, null, new Date(autumn.getTime() - minutes * minute))
}

function post(port: number, path: string, { cookie }: Caller, form: Record<string, string>) {
  const body = new URLSearchParams(form).toString()
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded', cookie }
  return ask(port, path, { method: 'POST', ...headers, body })
}

/** How much was done, apart from proving who one is. */
async function countDone({ site }: TestSite): Promise<number> {
  const proofs = ['staff.password-refused', 'staff.confirmed']
  const rows = await site.db
    .selectFrom('audit_entry')
    .select('seq')
    .where('action', 'not like', '%.read')
    .where('action', 'not in', proofs)
    .execute()
  return rows.length
}
