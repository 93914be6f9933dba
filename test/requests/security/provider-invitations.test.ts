import { expect } from 'vitest'
import { invite } from '#features/staff/accounts/operations.server.ts'
import type { Role } from '#features/staff/accounts/workflow.ts'
import { captureLog } from '#test/harness/log.ts'
import type { PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { makeCaller } from '#test/harness/visitors.ts'
import type { IdentityProvider } from '#test/identity-provider/identity-provider.ts'
import { lastActs, leadsTo, makeKnown, makeLinked, test } from '#test/identity-provider/provider-site.ts'
import { actorFor, listLetters, makeStaff } from '#test/makers/staff.ts'

/** An invited person may accept with a provider instead of choosing a password. */

async function inviteBy({ site: { db }, config }: TestSite, email: string, role: Role = 'editor') {
  const admin = await makeStaff(db, autumn, { role: 'admin' })
  const sent = await invite(db, config, actorFor(admin), { email, role, reason: 'Help' }, autumn)
  if (!sent.ok) throw new Error(`The invitation was not sent: ${sent.reason}`)
  const letter = (await listLetters(db)).findLast(({ recipient }) => recipient === email)
  return /token=([\w-]{43})/.exec(letter?.body_text ?? '')?.[1] ?? ''
}

async function acceptBy(browser: PlainBrowser, provider: IdentityProvider, token: string, subject: string) {
  const person = { name: 'Tara Nair', phone: '+91 532 246 0000', password: '' }
  const path = `/admin/link/invite?do=provider&token=${token}`
  const leaving = await browser.post(path, { token, ...person, provider: 'university' })
  return browser.open(await provider.visit(leadsTo(leaving.html), subject))
}

test('an invited person accepts with the provider and has an account with the invited role', async ({
  testSite,
  provider,
  browser,
}) => {
  const { subject, email } = makeKnown(provider)
  const token = await inviteBy(testSite, email)
  expect((await browser.open(`/admin/link/invite?token=${token}`)).html).toContain(
    'Accept with Example University',
  )
  const page = await acceptBy(browser, provider, token, subject)

  expect([page.status, page.path]).toEqual([200, '/account/profile'])
  const account = await testSite.site.db
    .selectFrom('staff_user')
    .innerJoin('staff_credential', 'staff_credential.user_id', 'staff_user.id')
    .select(['staff_user.id', 'name', 'role', 'state', 'password'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(account).toMatchObject({ name: 'Tara Nair', role: 'editor', state: 'active', password: null })
  expect(await lastActs(testSite, 2)).toEqual([
    `staff.sign-in-linked staff:${account.id}`,
    `staff.joined staff:${account.id}`,
  ])
  expect((await browser.open('/editor/dashboard')).status).toBe(200)
})

test('an invitation is for the invited address, confirmed, of a known domain and of nobody else', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const linked = await makeLinked(testSite, provider)
  const linkedEmail = provider.people.get(linked.subject)?.email ?? ''
  const cases = [
    {
      at: { email: 'a@example.org', email_verified: false },
      invited: 'a@example.org',
      says: 'that you have confirmed with',
    },
    { at: { email: 'b@example.org' }, invited: 'c@example.org', says: 'a different email address' },
    { at: { email: 'd@elsewhere.example' }, invited: 'd@elsewhere.example', says: 'of that domain' },
  ]
  for (const { at, invited, says } of cases) {
    const token = await inviteBy(testSite, invited)
    const page = await acceptBy(browser, provider, token, makeKnown(provider, at).subject)
    expect([page.status, page.text]).toEqual([403, expect.stringContaining(says)])
    expect(page.html).toContain(`href="/admin/link/invite?token=${token}"`)
  }
  const token = await inviteBy(testSite, linkedEmail)
  const taken = await acceptBy(browser, provider, token, linked.subject)
  expect(taken.text).toContain('already linked')
  const invited = [...cases.map((one) => one.invited), linkedEmail]
  const accounts = testSite.site.db.selectFrom('staff_user').select('id').where('email', 'in', invited)
  expect(await accounts.execute()).toEqual([])
})

test('what is missing on the invitation page is said before anyone leaves for the provider', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const token = await inviteBy(testSite, 'nobody@example.org')
  const before = provider.requests
  const path = `/admin/link/invite?do=provider&token=${token}`
  const form = { token, name: 'Tara Nair', phone: '', password: '', provider: 'university' }
  const page = await browser.post(path, form)

  expect(page.status).toBe(400)
  expect(page.text).toContain('Enter your phone number.')
  expect(page.html).toContain('value="Tara Nair"')
  expect(provider.requests).toBe(before)
})

test('an administrator reads that someone without a password gets a link to choose one', async ({
  testSite,
  provider,
}) => {
  const { id } = await makeLinked(testSite, provider)
  const { db } = testSite.site
  await db.updateTable('staff_credential').set({ password: null }).where('user_id', '=', id).execute()
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const headers = { cookie: admin.cookie }
  const page = await testSite.site.respond(new Request(`${origin}/admin/staff/${id}`, { headers }))
  const text = await page.text()
  expect(text).toContain('They have no password here, so the email contains a link to choose one.</p>')
  expect(text).not.toContain('Their password stays.')
})
