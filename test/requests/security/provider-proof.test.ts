import { expect } from 'vitest'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { origin } from '#test/harness/site.ts'
import { makeCaller } from '#test/harness/visitors.ts'
import {
  lastActs,
  leadsTo,
  linkedPath,
  makeLinked,
  signIn,
  signInPath,
  test,
} from '#test/identity-provider/provider-site.ts'
import { listLetters } from '#test/makers/staff.ts'

/** What counts as fresh proof at an OpenID Connect provider, and unlinking it, which needs some. */

test.for([
  ['an old session at the provider', -3600],
  ['a session that begins later', 3600],
] as const)('%s proves nothing anew', async ([, seconds], { testSite, provider, browser }) => {
  captureLog()
  const { subject } = await makeLinked(testSite, provider)
  provider.forge = (claims) => ({ claims: { ...claims, auth_time: Number(claims['auth_time']) + seconds } })
  await signIn(browser, provider, subject)
  const { rows } = await unlinkFirst(browser)

  expect(rows).toBe('Confirm your password')
})

async function unlinkFirst(browser: ReturnType<typeof openPlainBrowser>) {
  const page = await browser.open(linkedPath)
  const id = /name="id" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
  const answer = await browser.post(`${linkedPath}?do=unlink`, { id })
  return { id, answer, rows: /<h1[^>]*>([^<]*)/.exec(answer.html)?.[1] }
}

test('someone who signed in at the provider long ago confirms there', async ({
  testSite,
  provider,
  browser,
}) => {
  const { subject } = await makeLinked(testSite, provider)
  provider.forge = (claims) => ({ claims: { ...claims, auth_time: Number(claims['auth_time']) - 3600 } })
  await signIn(browser, provider, subject)
  provider.forge = undefined
  const leaving = await browser.post('/account/confirm?do=provider&next=/account/providers', {
    provider: 'university',
  })
  const href = leadsTo(leaving.html)
  expect(new URL(href).searchParams.get('prompt')).toBe('login')
  const back = await browser.open(await provider.visit(href, subject))

  expect(back.path).toBe(linkedPath)
  expect((await unlinkFirst(browser)).answer.text).toContain('Unlinked from Example University.')
})

test('someone whose address at the provider is no longer of an accepted domain proves nothing there', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject } = await makeLinked(testSite, provider)
  provider.forge = (claims) => ({ claims: { ...claims, auth_time: Number(claims['auth_time']) - 3600 } })
  await signIn(browser, provider, subject)
  provider.forge = undefined
  const leaving = await browser.post('/account/confirm?do=provider&next=/account/providers', {
    provider: 'university',
  })
  provider.people.set(subject, { email: `${subject}@elsewhere.example`, email_verified: true })
  const back = await browser.open(await provider.visit(leadsTo(leaving.html), subject))

  expect([back.status, back.text.includes('does not accept email addresses of that domain')]).toEqual([
    403,
    true,
  ])
  expect((await unlinkFirst(browser)).rows).toBe('Confirm your password')
})

test('unlinking ends all other sessions, and needs a password to remain', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject, id } = await makeLinked(testSite, provider)
  const elsewhere = openPlainBrowser(testSite.site)
  await signIn(elsewhere, provider, subject)
  await signIn(browser, provider, subject)
  const { db } = testSite.site
  const { password } = await db
    .selectFrom('staff_credential')
    .select('password')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const setPassword = (password: string | null) =>
    db.updateTable('staff_credential').set({ password }).where('user_id', '=', id).execute()

  await setPassword(null)
  const refused = await unlinkFirst(browser)
  expect(refused.answer.text).toContain('Your account has no password yet.')
  await setPassword(password)
  const done = await unlinkFirst(browser)
  expect(done.answer.text).toContain('Unlinked from Example University.')
  expect(await lastActs(testSite)).toEqual([`staff.sign-in-unlinked staff:${id}`])
  expect((await elsewhere.open('/editor/dashboard')).path).toContain(signInPath)
  expect((await signIn(elsewhere, provider, subject)).status).toBe(403)
})

test('an administrator sees and unlinks a sign-in, the person is signed out and told why', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject, id, email } = await makeLinked(testSite, provider)
  await signIn(browser, provider, subject)
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const headers = { cookie: admin.cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
  const path = `${origin}/admin/staff/${id}`
  const page = await (await testSite.site.respond(new Request(path, { headers }))).text()
  expect(page).toContain('Example University (')
  expect(page).toContain('Their password stays.')
  const linked = /name="id"[^>]*value="([^"]+)"/.exec(page)?.[1] ?? ''
  const unlink = (form: Record<string, string>) => {
    const body = new URLSearchParams(form).toString()
    return testSite.site.respond(new Request(`${path}?do=unlink`, { method: 'POST', headers, body }))
  }
  expect((await unlink({ id: linked, reason: '' })).status).toBe(400)
  expect((await unlink({ id: linked, reason: 'Linked on a shared computer.' })).status).toBe(302)

  expect(await lastActs(testSite)).toEqual([`staff.sign-in-unlinked-for staff:${id}`])
  const letter = (await listLetters(testSite.site.db)).findLast(({ recipient }) => recipient === email)
  expect(letter?.kind).toBe('staff.sign-in-unlinked-for')
  expect((await browser.open('/editor/dashboard')).path).toContain(signInPath)
  expect((await signIn(browser, provider, subject)).status).toBe(403)
  expect((await unlink({ id: linked, reason: 'Again.' })).status).toBe(409)
})
